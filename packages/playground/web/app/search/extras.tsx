import type { JSX } from 'preact';
import type { SearchState } from './use-search.js';

/** What `?include=` adds to the answer. */
export function Extras({ extras, search }: { extras: readonly string[]; search: SearchState }): JSX.Element {
  const { include } = search.draft;
  const toggle = (name: string) => {
    search.edit({ include: include.includes(name) ? include.filter((other) => other !== name) : [...include, name] });
  };
  return (
    <details class="group" open={include.length > 0}>
      <summary>Extras in the answer {include.length > 0 && <span class="count">{include.length} set</span>}</summary>
      <fieldset class="checks">
        <legend>include</legend>
        {extras.map((name) => (
          <label class="check" key={name}>
            <input type="checkbox" checked={include.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input type="checkbox" checked={search.pages} onChange={() => search.setPages(!search.pages)} /> Get the pages
        too, for the inspector
      </label>
      <p class="hint">
        To show more, the playground itself asks for blocks, diagnostics and metadata. JSON and code have only what is
        set here.
      </p>
    </details>
  );
}
