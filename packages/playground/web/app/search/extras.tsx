import type { JSX } from 'preact';
import type { Operation } from '../api/description.js';
import { includeOf } from './asked.js';
import type { SearchState } from './use-search.js';

/** What each extra adds, in a few words. */
const meanings: Readonly<Record<string, string>> = {
  blocks: 'ads, questions, stories, videos …',
  elements: 'the whole page in order',
  rich: 'ratings, prices, pictures of rows',
  html: 'the page of the engine',
  dates: 'dates as ISO 8601',
  diagnostics: 'where each value was read',
  metadata: 'time, attempts, address asked',
};

/** What `?include=` adds to the answer. */
export function Extras({ operation, search }: { operation: Operation; search: SearchState }): JSX.Element {
  const include = includeOf(operation, search.draft);
  const toggle = (name: string) => {
    search.edit({ include: include.includes(name) ? include.filter((other) => other !== name) : [...include, name] });
  };
  return (
    <fieldset class="extras">
      <legend>Include in the answer</legend>
      {operation.extras.map((name) => (
        <label class="extra" key={name}>
          <input type="checkbox" checked={include.includes(name)} onChange={() => toggle(name)} />
          <span>
            <b>{name}</b> <small>{meanings[name]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
