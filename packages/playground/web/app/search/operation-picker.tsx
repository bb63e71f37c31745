import type { JSX } from 'preact';
import type { Operation } from '../api/description.js';
import type { SearchState } from './use-search.js';

interface OperationPickerProps {
  operations: readonly Operation[];
  chosen: Operation;
  search: SearchState;
}

/** The operations by engine. Values of fields that the next operation also has are kept. */
export function OperationPicker({ operations, chosen, search }: OperationPickerProps): JSX.Element {
  const engines = [...new Set(operations.map(({ engine }) => engine))];
  return (
    <div class="operation">
      <label class="visually-hidden" for="field-operation">
        Operation
      </label>
      <select
        id="field-operation"
        value={chosen.name}
        onChange={(event) => search.edit({ operation: event.currentTarget.value, include: undefined })}
      >
        {engines.map((engine) => (
          <optgroup key={engine} label={groupLabel(engine, operations)}>
            {operations
              .filter((operation) => operation.engine === engine)
              .map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

/** The name by which people know the engine, if the service states it. */
function groupLabel(engine: string, operations: readonly Operation[]): string {
  if (engine === 'search') return 'All engines'; // of search.all
  return operations.find((operation) => operation.engine === engine)?.engineName ?? engine;
}
