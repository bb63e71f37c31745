import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

const longest = 600;

/** A JSON value that is neither object nor list; a long text is shortened until expanded. */
export function Leaf({ value }: { value: unknown }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const text = JSON.stringify(value) ?? 'null';
  const kind = value === null ? 'null' : typeof value;
  const isCut = text.length > longest && !isWhole;
  return (
    <span class={`value value-${kind}`}>
      {isCut ? text.slice(0, longest) : text}
      {isCut && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          … {(text.length - longest).toLocaleString('en')} more characters
        </button>
      )}
    </span>
  );
}
