import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type DroppedMark, type FieldMark, type Marks, type RowMarks, rowOf } from './marks.js';
import { explain } from './reasons.js';

/** What is pointed at and chosen. */
export interface Pointing {
  here: string | undefined;
  onPoint: (id: string | undefined) => void;
  onChoose: (id: string) => void;
}

/** Everything that was read, row by row, each value a button that shows where it was read. */
export function RowsList({ marks, ...pointing }: { marks: Marks } & Pointing): JSX.Element {
  return (
    <ul class="mark-rows">
      {marks.rows.map((row) => (
        <li key={row.number}>
          <RowMarksCard row={row} {...pointing} />
        </li>
      ))}
    </ul>
  );
}

function RowMarksCard({ row, ...pointing }: { row: RowMarks } & Pointing): JSX.Element {
  const isHere = pointing.here !== undefined && rowOf(pointing.here) === row.number;
  return (
    <section
      class={`mark-row ${isHere ? 'is-here' : ''}`}
      aria-label={row.number === 0 ? 'The page' : `Row ${row.number}`}
    >
      <h3 dir="auto">
        {row.number > 0 && <span class="position">{row.number}</span>} {row.title}
      </h3>
      <ul>
        {row.fields.map((field) => (
          <li key={field.id}>
            <FieldButton field={field} {...pointing} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FieldButton({ field, here, onPoint, onChoose }: { field: FieldMark } & Pointing): JSX.Element {
  const { id, name, value, reader, path } = field;
  return (
    <MarkButton id={id} here={here} onPoint={onPoint} onChoose={onChoose}>
      <span class="mark-name">{name}</span>
      <span class="mark-value" dir="auto">
        {shortOf(value)}
      </span>
      <span class="mark-reader">{placeOf(reader, path)}</span>
    </MarkButton>
  );
}

interface DroppedListProps extends Pointing {
  dropped: readonly DroppedMark[];
  /** What the page says there, by the way to it. */
  texts: ReadonlyMap<string, string>;
}

/** Dropped candidates in the list: a page may have any number of them. */
const most = 300;

/** Candidates that are no rows, each with its reason. */
export function DroppedList({ dropped, texts, ...pointing }: DroppedListProps): JSX.Element {
  if (dropped.length === 0) return <p class="hint">Nothing that looked like a row was dropped.</p>;
  return (
    <ul class="mark-rows">
      {dropped.slice(0, most).map(({ id, reason, path = '' }) => (
        <li key={id}>
          <MarkButton id={id} {...pointing}>
            <span class="mark-name dropped">{reason}</span>
            <span class="mark-value">
              <b dir="auto">{texts.get(path) || '(no text)'}</b>
              <br />
              {explain(reason)}
            </span>
            <span class="mark-reader path" title={path}>
              {path.split('>').slice(-2).join(' > ')}
            </span>
          </MarkButton>
        </li>
      ))}
      {dropped.length > most && (
        <li class="hint">and {(dropped.length - most).toLocaleString('en')} more, all marked on the page</li>
      )}
    </ul>
  );
}

interface MarkButtonProps extends Pointing {
  id: string;
  children: JSX.Element[];
}

function MarkButton({ id, here, onPoint, onChoose, children }: MarkButtonProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (here === id) button.current?.scrollIntoView({ block: 'nearest' });
  }, [here, id]);
  return (
    <button
      type="button"
      ref={button}
      class="mark"
      aria-pressed={here === id}
      onMouseEnter={() => onPoint(id)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(undefined)}
      onClick={() => onChoose(id)}
    >
      {children}
    </button>
  );
}

const longest = 160;

function shortOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '' || text === '[]') return '(empty)';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function placeOf(reader: string | undefined, path: string | undefined): string {
  if (reader === undefined) return 'not from a single place';
  return path === undefined ? `${reader}, no single place` : reader;
}
