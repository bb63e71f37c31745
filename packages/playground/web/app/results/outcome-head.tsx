import type { JSX } from 'preact';
import type { FinishedSearch, SearchState } from '../search/use-search.js';
import { type Draft, type Navigate, writeRoute } from '../state/route.js';
import { CopyButton, Icon } from '../ui/parts.js';
import { type Answer, asAnswer, rowsOf } from './answer.js';
import { OutcomeSummary } from './summary.js';

interface OutcomeHeadProps {
  done: FinishedSearch;
  searchState: SearchState;
  /** Number of engine pages in the response. */
  pages: number;
  navigate: Navigate;
}

/** Summary of the response, and downloads. */
export function OutcomeHead({ done, searchState, pages, navigate }: OutcomeHeadProps): JSX.Element {
  const { request, outcome, storedAt } = done;
  const name = `${request.operation.name}-${slugOf(String(request.body.query ?? ''))}`;
  return (
    <div class="outcome-head">
      {'info' in outcome && (
        <OutcomeSummary
          info={outcome.info}
          deprecated={deprecatedIn(request)}
          {...(outcome.kind === 'answer' && { answer: asAnswer(outcome.body) })}
        />
      )}
      {storedAt !== undefined && (
        <p class="stored">
          Stored results of {when.format(storedAt)}{' '}
          <button type="button" class="link" onClick={() => searchState.run(request.draft)}>
            Search again
          </button>
        </p>
      )}
      <div class="outcome-tools">
        <CopyButton label="Copy link" icon="link" text={() => linkTo(request.draft)} />
        {outcome.kind === 'answer' && (
          <>
            <button
              type="button"
              class="quiet"
              onClick={() => saveText(`${name}.json`, 'application/json', JSON.stringify(outcome.body, null, 2))}
            >
              <Icon name="download" /> JSON
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => saveText(`${name}.csv`, 'text/csv', csvOf(asAnswer(outcome.body)))}
            >
              <Icon name="download" /> CSV
            </button>
          </>
        )}
        {pages > 0 && (
          <button type="button" class="quiet" onClick={() => navigate({ view: 'inspect', draft: request.draft })}>
            <Icon name="eye" /> Inspect the page
          </button>
        )}
      </div>
    </div>
  );
}

/** Names of deprecated parameters in the request. */
function deprecatedIn({ operation, body }: FinishedSearch['request']): string[] {
  return operation.fields
    .filter(({ name, deprecated }) => deprecated && body[name] !== undefined)
    .map(({ name }) => name);
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function linkTo(draft: Draft): string {
  return new URL(writeRoute({ view: 'search', draft }), location.href).href;
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return slug.slice(0, 60) || 'answer';
}

/** Saves a text as a file. */
function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** The rows of a response as CSV (RFC 4180), with a header and one line per row; lists are joined by ` | `. */
export function csvOf(answer: Answer): string {
  const records = (rowsOf(answer)?.rows ?? answer.suggestions ?? []) as readonly object[];
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => columns.map((name) => cellOf(Reflect.get(record, name))).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Prefixes a text that a spreadsheet would treat as a formula with an apostrophe. */
function cellOf(value: unknown): string {
  const text = textOf(value);
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
