import type { JSX } from 'preact';
import type { Field } from '../api/fields.js';
import { AgeField } from './age-field.js';
import { ListField } from './list-field.js';
import { PlaceField } from './place-field.js';

/** What every kind of field needs. */
export interface ControlProps {
  field: Field;
  id: string;
  value: string;
  isFaulty: boolean;
  describedBy: string;
  /** Look-ups need the key too. */
  apiKey: string;
  onInput: (value: string) => void;
}

/** The field that fits a parameter. */
export function Control(props: ControlProps): JSX.Element {
  const { field } = props;
  switch (field.kind) {
    case 'place':
      return <PlaceField {...props} />;
    case 'country':
    case 'countries':
    case 'language':
    case 'languages':
    case 'market':
      return <ListField {...props} />;
    case 'age':
      return <AgeField {...props} />;
    case 'choice':
      return <Choice {...props} options={field.choices.map((choice) => [choice, choice])} />;
    case 'switch':
      return (
        <Choice
          {...props}
          options={[
            ['true', 'yes'],
            ['false', 'no'],
          ]}
        />
      );
    default:
      return <TextControl {...props} />;
  }
}

function TextControl({ field, id, value, isFaulty, describedBy, onInput }: ControlProps): JSX.Element {
  const { name, kind, whole, min, max, example, required } = field;
  const isQuery = name === 'query';
  return (
    <input
      id={id}
      name={name}
      inputMode={kind === 'number' ? numberMode(whole) : undefined}
      value={value}
      placeholder={kind === 'number' ? rangeOf(min, max) : (example ?? '')}
      required={required}
      autoComplete="off"
      autoCapitalize="off"
      spellcheck={isQuery}
      aria-invalid={isFaulty}
      aria-describedby={describedBy}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

function numberMode(isWhole: boolean): 'numeric' | 'decimal' {
  return isWhole ? 'numeric' : 'decimal';
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min === undefined ? '' : `${min} or more`;
}

interface ChoiceProps extends ControlProps {
  options: [value: string, label: string][];
}

/** A list to choose from; the first entry is not to give the parameter at all. */
function Choice({ field, id, value, isFaulty, describedBy, onInput, options }: ChoiceProps): JSX.Element {
  const isListed = value === '' || options.some(([known]) => known === value);
  return (
    <select
      id={id}
      name={field.name}
      value={value}
      aria-invalid={isFaulty}
      aria-describedby={describedBy}
      onChange={(event) => onInput(event.currentTarget.value)}
    >
      <option value="">not given</option>
      {options.map(([known, label]) => (
        <option key={known} value={known}>
          {label}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </select>
  );
}
