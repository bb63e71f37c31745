import type { JSX } from 'preact';
import type { ApiOperation } from '../api/description.js';
import type { SearchState } from './use-search.js';

interface OperationSelectProps {
  operations: readonly ApiOperation[];
  selected: ApiOperation;
  searchState: SearchState;
}

/** The operations by engine. Values of fields that the next operation also has are kept. */
export function OperationSelect({ operations, selected, searchState }: OperationSelectProps): JSX.Element {
  const engines = [...new Set(operations.map(({ engine }) => engine))];
  return (
    <div class="operation">
      <label class="visually-hidden" for="field-operation">
        Operation
      </label>
      <select
        id="field-operation"
        value={selected.name}
        onChange={(event) => searchState.edit({ operation: event.currentTarget.value, include: undefined })}
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
function groupLabel(engine: string, operations: readonly ApiOperation[]): string {
  if (engine === 'search') return 'All engines'; // of search.all
  return operations.find((operation) => operation.engine === engine)?.engineName ?? engine;
}
