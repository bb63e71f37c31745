import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Service } from '../api/service.js';
import { asAsked } from '../search/asked.js';
import type { Done, SearchState } from '../search/use-search.js';
import { type Draft, writeRoute } from '../state/route.js';
import type { Go } from '../state/use-route.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import { TabPanel, Tabs } from '../ui/tabs.js';
import { useIsWide } from '../ui/use-is-wide.js';
import { answerOf } from './answer.js';
import { CodeOfForm } from './code-of-form.js';
import { JsonView } from './json-view.js';
import { ProblemCard } from './problem-card.js';
import { RawText } from './raw-text.js';
import { Results } from './results.js';
import { Summary } from './summary.js';

interface OutcomeProps {
  done: Done;
  search: SearchState;
  service: Service;
  go: Go;
}

/** What came of a search: as a person sees it, and beside it as JSON and as code; on narrow screens one of them. */
export function Outcome({ done, search, service, go }: OutcomeProps): JSX.Element {
  const { asked, outcome } = done;
  const isWide = useIsWide();
  const [chosen, choose] = useState('results');
  const [path, setPath] = useState<string>();
  const tabs = [
    ...(isWide ? [] : [{ id: 'results', label: 'Results' }]),
    { id: 'json', label: 'JSON' },
    { id: 'code', label: 'Code' },
  ];
  const tab = tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id ?? 'json';
  const showJson = (at: string) => {
    setPath(at);
    choose('json');
  };
  const body = outcome.kind === 'answer' || outcome.kind === 'problem' ? asAsked(outcome.body, asked.draft) : undefined;
  const results = <Shown done={done} search={search} onShow={showJson} />;
  return (
    <>
      <div class="outcome-head">
        {'facts' in outcome && (
          <Summary facts={outcome.facts} {...(outcome.kind === 'answer' && { answer: answerOf(outcome.body) })} />
        )}
        <div class="outcome-tools">
          <CopyButton label="Copy link" icon="link" text={() => linkTo(asked.draft)} />
          {pagesOf(done) > 0 && (
            <button type="button" class="quiet" onClick={() => go({ view: 'inspect', draft: undefined })}>
              <Icon name="eye" /> Inspect the page
            </button>
          )}
        </div>
      </div>
      <div class="panes">
        {isWide && <div class="pane">{results}</div>}
        <div class="pane">
          <Tabs id="answer" label="Forms of the answer" tabs={tabs} chosen={tab} onChoose={choose} />
          <TabPanel id="answer" chosen={tab}>
            {tab === 'results' && results}
            {tab === 'json' &&
              (body === undefined ? <p class="hint">There is no JSON.</p> : <JsonView value={body} focused={path} />)}
            {tab === 'code' && <CodeOfForm search={search} service={service} />}
          </TabPanel>
        </div>
      </div>
    </>
  );
}

interface ShownProps {
  done: Done;
  search: SearchState;
  onShow: (path: string) => void;
}

function Shown({ done, search, onShow }: ShownProps): JSX.Element {
  const { asked, outcome } = done;
  const again = () => search.run(asked.draft);
  switch (outcome.kind) {
    case 'answer':
      return <Results answer={answerOf(outcome.body)} draft={asked.draft} search={search} onShow={onShow} />;
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

function linkTo(draft: Draft): string {
  return new URL(writeRoute({ view: 'search', draft }), location.href).href;
}

function pagesOf({ outcome }: Done): number {
  return outcome.kind === 'answer' ? (answerOf(outcome.body).html?.length ?? 0) : 0;
}
