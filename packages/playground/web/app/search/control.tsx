import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Field } from '../api/fields.js';
import { fetchPlaces, type Option } from '../api/lookups.js';
import { Combobox } from './combobox.js';
import { ListField } from './list-field.js';

/** Properties of every kind of control. */
export interface FieldControlProps {
  field: Field;
  id: string;
  value: string;
  isFaulty: boolean;
  describedBy: string;
  /** For look-ups, which require the key. */
  apiKey: string;
  onInput: (value: string) => void;
}

/** The control for the kind of a parameter. */
export function FieldControl(props: FieldControlProps): JSX.Element {
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

function TextControl({ field, id, value, isFaulty, describedBy, onInput }: FieldControlProps): JSX.Element {
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

interface ChoiceProps extends FieldControlProps {
  options: [value: string, label: string][];
}

/** A list of choices, of which the first omits the parameter. */
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
      <option value="">not set</option>
      {options.map(([known, label]) => (
        <option key={known} value={known}>
          {label}
        </option>
      ))}
      {!isListed && <option value={value}>{value}</option>}
    </select>
  );
}

const ages: readonly [value: string, label: string][] = [
  ['qdr:h', 'last hour'],
  ['qdr:d', 'last day'],
  ['qdr:w', 'last week'],
  ['qdr:m', 'last month'],
  ['qdr:y', 'last year'],
];

const other = 'other';

/** `tbs` usually restricts the age of results; any other value can be typed. */
function AgeField({ field, id, value, isFaulty, describedBy, onInput }: FieldControlProps): JSX.Element {
  const isKnown = value === '' || ages.some(([known]) => known === value);
  const [isWritten, setWritten] = useState(!isKnown);
  const choose = (chosen: string) => {
    setWritten(chosen === other);
    onInput(chosen === other ? '' : chosen);
  };
  return (
    <>
      <select
        id={id}
        value={isWritten || !isKnown ? other : value}
        aria-invalid={isFaulty}
        aria-describedby={describedBy}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">any age</option>
        {ages.map(([known, label]) => (
          <option key={known} value={known}>
            {label}
          </option>
        ))}
        <option value={other}>custom …</option>
      </select>
      {(isWritten || !isKnown) && (
        <input
          name={field.name}
          aria-label={`${field.name}, written out`}
          value={value}
          placeholder="sbd:1,qdr:m"
          aria-invalid={isFaulty}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Milliseconds without typing after which places are looked up. */
const pause = 150;

/** `location`, with suggested places while typing. */
function PlaceField(props: FieldControlProps): JSX.Element {
  const { field, apiKey, onInput } = props;
  const [places, setPlaces] = useState<Option[]>([]);
  const [message, setMessage] = useState<string>();
  const [written, setWritten] = useState('');
  useEffect(() => {
    const text = written.trim();
    if (text.length < 2) return setPlaces([]);
    const controller = new AbortController();
    const show = (found: Option[], said: string | undefined) => {
      if (controller.signal.aborted) return;
      setPlaces(found);
      setMessage(said);
    };
    const timer = setTimeout(() => {
      fetchPlaces(text, apiKey, controller.signal).then(
        (found) => show(found, found.length === 0 ? 'No place with that name' : undefined),
        (error: unknown) => show([], error instanceof Error ? error.message : String(error)),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [written, apiKey]);
  return (
    <Combobox
      {...props}
      name={field.name}
      placeholder={`Location${field.example ? `, e.g. ${field.example.split(',')[0]}` : ''}`}
      options={places}
      message={message}
      onInput={(next) => {
        setWritten(next);
        onInput(next);
      }}
    />
  );
}
