import type { JSX } from 'preact';
import type { Done, SearchState } from '../search/use-search.js';
import { answerOf } from './answer.js';
import type { Linked } from './here.js';
import { ProblemCard } from './problem-card.js';
import { RawText } from './raw-text.js';
import { Results } from './results.js';

interface ShownProps extends Linked {
  done: Done;
  search: SearchState;
}

/** What came of a search as a person would see it, in each of the ways in which it can end. */
export function Shown({ done, search, ...linked }: ShownProps): JSX.Element {
  const { asked, outcome } = done;
  const again = () => search.run(asked.draft);
  switch (outcome.kind) {
    case 'answer':
      return <Results answer={answerOf(outcome.body)} draft={asked.draft} search={search} {...linked} />;
    case 'problem':
      return <ProblemCard problem={outcome.problem} facts={outcome.facts} onAgain={again} />;
    case 'other':
      return <RawText {...outcome} />;
    case 'cancelled':
      return (
        <Notice title="Cancelled" text="The search was cancelled. The service ends its work too." onAgain={again} />
      );
    case 'unreachable':
      return (
        <Notice
          title="The service could not be reached"
          text={`${outcome.message}. Is it still running? “npm start” starts it.`}
          onAgain={again}
        />
      );
  }
}

function Notice({ title, text, onAgain }: { title: string; text: string; onAgain: () => void }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" onClick={onAgain}>
        Search again
      </button>
    </div>
  );
}
