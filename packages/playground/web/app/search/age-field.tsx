import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlProps } from './control.js';

const ages: readonly [value: string, label: string][] = [
  ['qdr:h', 'last hour'],
  ['qdr:d', 'last day'],
  ['qdr:w', 'last week'],
  ['qdr:m', 'last month'],
  ['qdr:y', 'last year'],
];

const other = 'other';

/** `tbs`: mostly how old results may be; anything else is written. */
export function AgeField({ field, id, value, isFaulty, describedBy, onInput }: ControlProps): JSX.Element {
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
        <option value={other}>written out …</option>
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
