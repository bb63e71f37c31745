import type { JSX } from 'preact';
import type { Service } from '../api/service.js';
import type { SearchState } from '../search/use-search.js';
import { CodeOfForm } from './code-of-form.js';

const examples: readonly [title: string, values: Record<string, string>, operation?: string][] = [
  ['A web search', { query: 'weather in lisbon' }, 'alpha.search'],
  ['News in German', { query: 'energie', gl: 'de', hl: 'de' }, 'alpha.news'],
  ['As seen from Lisbon', { query: 'coffee near me', location: 'Lisbon,Portugal' }, 'alpha.search'],
  ['Twenty results of another engine', { query: 'typescript generics', num: '20' }, 'beta.search'],
];

/** Before the first search: what can be done here. */
export function Welcome({ search, service }: { search: SearchState; service: Service }): JSX.Element {
  return (
    <div class="welcome welcome-search">
      <div class="welcome-text">
        <h2>Search, and see how the answer came about</h2>
        <p>
          The page as the engine showed it, what was read of it, and the JSON, side by side: point at something in one
          and it lights up in the others. The code makes the same search, to the last parameter.
        </p>
        <h3>Try one of these</h3>
        <ul class="examples">
          {examples.map(([title, values, operation]) => (
            <li key={title}>
              <button
                type="button"
                onClick={() =>
                  search.run({ values, include: undefined, ...(operation !== undefined && { operation }) })
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
          Something looks wrong? The inspector shows where each value was read on the page, and why something is no
          result.
        </p>
        <Simulated service={service} search={search} />
      </div>
      <section class="welcome-code" aria-label="The search in the form as code">
        <h3>What is in the form, as code</h3>
        <CodeOfForm search={search} service={service} />
      </section>
    </div>
  );
}

/** Where the engines are simulated: how to see them fail. */
function Simulated({ search, service }: { search: SearchState; service: Service }): JSX.Element | null {
  if (service.words.length === 0) return null;
  const query = (word: string) => ({ values: { ...search.draft.values, query: `weather ${word}` } });
  return (
    <details class="simulated">
      <summary>
        <b>The engines are simulated</b>: any query is answered, and none leaves this machine. See them fail
      </summary>
      <ul>
        {service.words.map(({ word, meaning }) => (
          <li key={word}>
            <button type="button" class="chip" onClick={() => search.run(query(word))}>
              {word}
            </button>{' '}
            <span class="hint">{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
