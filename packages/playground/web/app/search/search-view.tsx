import type { JSX } from 'preact';
import type { Service } from '../api/service.js';
import { CodeOfForm } from '../results/code-view.js';
import { OutcomeView } from '../results/outcome.js';
import { WaitingView } from '../results/waiting.js';
import type { Navigate } from '../state/route.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { SearchForm } from './form.js';
import type { SearchState } from './use-search.js';

interface SearchViewProps {
  service: Service;
  searchState: SearchState;
  navigate: Navigate;
}

/** The form, and the outcome of the last search below it. */
export function SearchView({ service, searchState, navigate }: SearchViewProps): JSX.Element {
  const { since, done, cancel } = searchState;
  useShortcuts({
    '/': () => document.getElementById('field-query')?.focus(),
    Escape: () => cancel(),
    '[': () => step(searchState, -1),
    ']': () => step(searchState, 1),
  });
  return (
    <div class="search-view">
      <SearchForm
        description={service.description}
        searchState={searchState}
        isStartKey={isStartKey(service, searchState)}
      />
      <section class="outcome" aria-label="Answer">
        {since !== undefined && <WaitingView since={since} draft={searchState.draft} onCancel={cancel} />}
        {since !== undefined && done === undefined && <Skeleton />}
        {since === undefined && done === undefined && <Welcome searchState={searchState} service={service} />}
        {done !== undefined && (
          <div class={since === undefined ? '' : 'stale'} inert={since !== undefined}>
            <OutcomeView done={done} searchState={searchState} service={service} navigate={navigate} />
          </div>
        )}
      </section>
    </div>
  );
}

function isStartKey({ startKey }: Service, { key }: SearchState): boolean {
  return startKey !== undefined && key === startKey;
}

/** Goes to the previous or next page, if the response has one. */
function step(searchState: SearchState, by: 1 | -1): void {
  const { done } = searchState;
  if (done?.outcome.kind !== 'answer' || searchState.since !== undefined) return;
  const pager = done.outcome.body.pagination as { current?: number; has_next_page?: boolean } | undefined;
  const current = pager?.current ?? Math.max(1, Number(done.request.draft.values.page ?? 1));
  const next = current + by;
  if (next < 1 || (by === 1 && pager?.has_next_page === false)) return;
  searchState.run({ ...done.request.draft, values: { ...done.request.draft.values, page: String(next) } });
}

const lines = Array.from({ length: 12 }, (_, index) => <i key={index} />);

/** A placeholder for the views of the first response. */
function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" aria-hidden="true">
      {[0, 1, 2].map((view) => (
        <div key={view}>{lines}</div>
      ))}
    </div>
  );
}

const examples: readonly [title: string, values: Record<string, string>, operation?: string][] = [
  ['A web search', { query: 'weather in lisbon' }, 'alpha.search'],
  ['News in German', { query: 'energie', gl: 'de', hl: 'de' }, 'alpha.news'],
  ['From Lisbon', { query: 'coffee near me', location: 'Lisbon,Portugal' }, 'alpha.search'],
  ['Twenty results from Bing', { query: 'typescript generics', num: '20' }, 'beta.search'],
];

/** Examples shown before the first search. */
function Welcome({ searchState, service }: { searchState: SearchState; service: Service }): JSX.Element {
  return (
    <div class="welcome welcome-search">
      <div class="welcome-text">
        <h2>Search, and see where each result comes from</h2>
        <p>
          The engine's page, the parsed results and the JSON, side by side. Point at something in one of them to
          highlight it in the others. The code runs exactly the same search.
        </p>
        <h3>Try one of these</h3>
        <ul class="examples">
          {examples.map(([title, values, operation]) => (
            <li key={title}>
              <button
                type="button"
                onClick={() =>
                  searchState.run({ values, include: undefined, ...(operation !== undefined && { operation }) })
                }
              >
                <b>{title}</b>
                <span>
                  {Object.entries(values)
                    .map(([name, value]) => (name === 'query' ? value : `${name} ${value}`))
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p class="hint">
          Something looks wrong? The inspector shows where on the page each value was found, and why something is not a
          result.
        </p>
        <Simulated service={service} searchState={searchState} />
      </div>
      <section class="welcome-code" aria-label="This search as code">
        <h3>This search as code</h3>
        <CodeOfForm searchState={searchState} service={service} />
      </section>
    </div>
  );
}

/** Explains how to make simulated engines fail. */
function Simulated({ searchState, service }: { searchState: SearchState; service: Service }): JSX.Element | null {
  if (service.words.length === 0) return null;
  const query = (word: string) => ({ values: { ...searchState.draft.values, query: `weather ${word}` } });
  return (
    <details class="simulated">
      <summary>
        <b>The engines are simulated.</b> Any query works, and nothing leaves this machine. Simulate a fault
      </summary>
      <ul>
        {service.words.map(({ word, meaning }) => (
          <li key={word}>
            <button type="button" class="chip" onClick={() => searchState.run(query(word))}>
              {word}
            </button>{' '}
            <span class="hint">{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
