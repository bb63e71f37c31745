import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAdvice } from '../api/advice.js';
import { base } from '../api/base.js';
import type { Problem } from '../api/problem.js';
import type { Facts } from '../api/request.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';

interface ProblemCardProps {
  problem: Problem;
  facts: Facts;
  onAgain: () => void;
}

/** An error of the service: what it is, why, and what to do about it. */
export function ProblemCard({ problem, facts, onAgain }: ProblemCardProps): JSX.Element {
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
        <Again seconds={facts.retryAfter} isRetryable={problem.retryable === true} onAgain={onAgain} />
      </div>
      <div class="facts problem-facts">
        <a href={new URL(`docs/errors/${code}`, base).href}>
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

/** `must be …` of `"gl" must be …`: the name stands before it, as a link. */
function withoutName(message: string, field: string): string {
  const name = `"${field}" `;
  return message.startsWith(name) ? message.slice(name.length) : message;
}

/** The name of a field that is at fault, which leads to it. */
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
