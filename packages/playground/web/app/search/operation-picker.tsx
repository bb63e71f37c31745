import type { JSX } from 'preact';
import type { Operation } from '../api/description.js';
import type { SearchState } from './use-search.js';

interface OperationPickerProps {
  operations: readonly Operation[];
  chosen: Operation;
  search: SearchState;
}

/** The operations, by engine. What the fields hold is kept for those that the next operation has too. */
export function OperationPicker({ operations, chosen, search }: OperationPickerProps): JSX.Element {
  const engines = [...new Set(operations.map(({ engine }) => engine))];
  return (
    <fieldset class="operations">
      <legend>Operation</legend>
      {engines.map((engine) => (
        <div key={engine} class="engine">
          <span class="engine-name">{engine}</span>
          {operations
            .filter((operation) => operation.engine === engine)
            .map(({ name, kind, summary }) => (
              <label key={name} title={summary}>
                <input
                  type="radio"
                  name="operation"
                  value={name}
                  checked={name === chosen.name}
                  aria-label={`${engine} ${kind}`}
                  onChange={() => search.edit({ operation: name })}
                />
                <span>{kind}</span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}
