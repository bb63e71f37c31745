import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAdvice } from '../api/advice.js';
import { serviceBaseUrl } from '../api/base.js';
import type { Problem, ResponseInfo } from '../api/request.js';
import type { FinishedSearch, SearchState } from '../search/use-search.js';
import { CopyButton, Icon } from '../ui/parts.js';
import { asAnswer } from './answer.js';
import type { LinkedViewProps } from './linked.js';
import { ResultsView } from './results.js';

interface OutcomeBodyProps extends LinkedViewProps {
  done: FinishedSearch;
  searchState: SearchState;
}

/** The outcome of a search, whichever way it ended. */
export function OutcomeBody({ done, searchState, ...linked }: OutcomeBodyProps): JSX.Element {
  const { request, outcome } = done;
  const again = () => searchState.run(request.draft);
  switch (outcome.kind) {
    case 'answer':
      return (
        <ResultsView answer={asAnswer(outcome.body)} draft={request.draft} searchState={searchState} {...linked} />
      );
    case 'problem':
      return <ProblemCard problem={outcome.problem} info={outcome.info} onAgain={again} />;
    case 'other':
      return <RawText {...outcome} />;
    case 'cancelled':
      return <Notice title="Cancelled" text="The search was cancelled, also on the service." onAgain={again} />;
    case 'unreachable':
      return (
        <Notice
          title="The service could not be reached"
          text={`${outcome.message}. Is it still running? Start it with “npm start”.`}
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

interface RawTextProps {
  info: ResponseInfo;
  type: string;
  text: string;
}

const most = 20_000;

/** A response of another server: its type and text. */
function RawText({ info, type, text }: RawTextProps): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h2>This response is not JSON</h2>
      <p>
        Status {info.status}, <code>{type || 'no content type'}</code>. The service only sends JSON, so something in
        between responded: a proxy, a gateway or a login page.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text.slice(0, most) || '(empty)'}</pre>
      {text.length > most && <p class="hint">{text.length - most} more characters are not shown.</p>}
    </div>
  );
}

interface ProblemCardProps {
  problem: Problem;
  info: ResponseInfo;
  onAgain: () => void;
}

/** An error of the service: what it is, why, and what to do about it. */
function ProblemCard({ problem, info, onAgain }: ProblemCardProps): JSX.Element {
  const { title, detail, code, errors = [], errors_omitted: omitted = 0, request_id: id } = problem;
  return (
    <div class="problem" role="alert">
      <h2>
        <Icon name="alert" /> {title}
      </h2>
      {errors.length === 0 && <p class="detail">{detail}</p>}
      {errors.length > 0 && (
        <ul class="faults">
          {errors.map(({ field, message, code: fault }) => (
            <li key={`${field} ${fault}`}>
              <FieldLink field={field} /> {withoutName(message, field)}
            </li>
          ))}
          {omitted > 0 && <li>and {omitted} more</li>}
        </ul>
      )}
      <div class="advice">
        <h3>What to do</h3>
        <p>{useAdvice(problem)}</p>
        <Again seconds={info.retryAfter} isRetryable={problem.retryable === true} onAgain={onAgain} />
      </div>
      <div class="facts problem-facts">
        <a href={new URL(`docs/errors/${code}`, serviceBaseUrl).href}>
          <code>{code}</code>
        </a>
        {id !== undefined && (
          <>
            {' '}
            · request <code>{id}</code> <CopyButton label="Copy the id" text={id} />
          </>
        )}
      </div>
    </div>
  );
}

/** `must be …` of `"gl" must be …`, as the name is shown before it as a link. */
function withoutName(message: string, field: string): string {
  const name = `"${field}" `;
  return message.startsWith(name) ? message.slice(name.length) : message;
}

/** The name of an invalid field, linked to the field. */
function FieldLink({ field }: { field: string }): JSX.Element {
  const id = `field-${field}`;
  if (document.getElementById(id) === null) return <b>{field}</b>;
  return (
    <button type="button" class="link" onClick={() => document.getElementById(id)?.focus()}>
      {field}
    </button>
  );
}

interface AgainProps {
  seconds: number | undefined;
  isRetryable: boolean;
  onAgain: () => void;
}

function Again({ seconds, isRetryable, onAgain }: AgainProps): JSX.Element | null {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  if (!isRetryable) return null;
  return (
    <button type="button" onClick={onAgain}>
      {left > 0 ? `Try again (better in ${left} s)` : 'Try again'}
    </button>
  );
}
