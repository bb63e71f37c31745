import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Field } from '../api/fields.js';
import type { Fault } from '../api/request.js';
import { FieldControl } from './control.js';
import type { SearchState } from './use-search.js';

interface FieldRowProps {
  field: Field;
  searchState: SearchState;
  faults: readonly Fault[];
  exclusive: string[][];
  /** Whether name and meaning are only available to assistive technology. @default false */
  isBare?: boolean;
}

/** A field with its name, its meaning on demand, and its errors. */
export function FieldRow({ field, searchState, faults, exclusive, isBare = false }: FieldRowProps): JSX.Element {
  const [isExplained, explain] = useState(false);
  const { name, description, deprecated } = field;
  const id = `field-${name}`;
  const own = faults.filter((fault) => fault.field === name);
  const value = searchState.draft.values[name] ?? '';
  const rival = rivalOf(name, exclusive);
  const hints = [deprecated && 'Deprecated.', description, rival && `Cannot be combined with ${rival}.`].filter(
    Boolean,
  );
  return (
    <div class={`field field-${field.kind} ${own.length > 0 ? 'has-fault' : ''}`}>
      <div class={isBare ? 'visually-hidden' : 'label'}>
        <label for={id}>{name}</label>
        {deprecated && <span class="tag">deprecated</span>}
        {!isBare && (
          <button
            type="button"
            class="help"
            aria-label={`What ${name} means`}
            aria-expanded={isExplained}
            aria-controls={`${id}-hint`}
            onClick={() => explain(!isExplained)}
          >
            ?
          </button>
        )}
      </div>
      <FieldControl
        field={field}
        id={id}
        value={value}
        isFaulty={own.length > 0}
        describedBy={`${id}-hint ${own.length > 0 ? `${id}-fault` : ''}`.trim()}
        apiKey={searchState.key}
        onInput={(next) => searchState.setValue(name, next)}
      />
      <p class={isExplained ? 'hint' : 'visually-hidden'} id={`${id}-hint`}>
        {hints.join(' ')}
      </p>
      {own.length > 0 && <Faults id={`${id}-fault`} faults={own} onTake={(next) => searchState.setValue(name, next)} />}
    </div>
  );
}

interface FaultsProps {
  id: string;
  faults: readonly Fault[];
  onTake: (value: string) => void;
}

function Faults({ id, faults, onTake }: FaultsProps): JSX.Element {
  return (
    <div class="fault" id={id}>
      {faults.map(({ field, message, suggestions = [] }) => (
        <div key={message}>
          <p>{field === 'location' ? message.replace(/ Did you mean .*$/s, ' Did you mean:') : message}</p>
          {field === 'location' &&
            suggestions.map((suggestion) => (
              <button type="button" class="chip" key={suggestion} onClick={() => onTake(suggestion)}>
                {suggestion}
              </button>
            ))}
        </div>
      ))}
    </div>
  );
}

function rivalOf(name: string, exclusive: string[][]): string | undefined {
  return exclusive.find((pair) => pair.includes(name))?.find((other) => other !== name);
}
