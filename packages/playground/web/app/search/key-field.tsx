import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import type { SearchState } from './use-search.js';

/** Error codes caused by the key. */
export const wrongKey: ReadonlySet<string> = new Set([
  'missing_api_key',
  'invalid_api_key',
  'api_key_disabled',
  'insufficient_scope',
]);

/** The API key, stored for this tab and never in the URL. */
export function KeyField({ search, isStartKey }: { search: SearchState; isStartKey: boolean }): JSX.Element {
  const [isShown, setShown] = useState(false);
  const { done, key, setKey } = search;
  const problem = done?.outcome.kind === 'problem' ? done.outcome.problem : undefined;
  const isFaulty = problem !== undefined && wrongKey.has(problem.code);
  const shared = {
    id: 'field-key',
    autoComplete: 'off',
    spellcheck: false,
    value: key,
    'aria-invalid': isFaulty,
    'aria-describedby': isFaulty ? 'field-key-hint field-key-fault' : 'field-key-hint',
    onInput: (event: Event) => setKey((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={`field ${isFaulty ? 'has-fault' : ''}`}>
      <div class="label">
        <label for="field-key">API key</label>
        {isStartKey && <span class="tag good">quick-start key</span>}
      </div>
      <div class="with-button">
        {isShown ? <input type="text" {...shared} /> : <input type="password" {...shared} />}
        <button
          type="button"
          class="icon"
          aria-pressed={isShown}
          aria-label="Show the key"
          title="Show the key"
          onClick={() => setShown(!isShown)}
        >
          <Icon name="eye" />
        </button>
      </div>
      <p class="hint" id="field-key-hint">
        {isStartKey ? 'From the quick start; stored on this device.' : 'Kept for this tab only; never part of the URL.'}
      </p>
      {isFaulty && (
        <div class="fault" id="field-key-fault">
          <p>{problem.detail}</p>
        </div>
      )}
    </div>
  );
}
