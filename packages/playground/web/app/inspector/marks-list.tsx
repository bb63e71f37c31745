import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type DroppedMark, type FieldMark, type PageMarks, type RowMarks, rowNumberOf } from './marks.js';

/** Descriptions of the reasons for dropping a candidate. */
const reasons: Readonly<Record<string, string>> = {
  ad: 'An ad. It is in blocks, if the operation has them.',
  answer: 'The answer quoted above the results; it is in blocks.',
  card: 'A card in a group of cards, such as a video or a shop; it is in blocks.',
  carousel: 'An entry of a row that scrolls sideways; it is in blocks.',
  news: 'A story in a block of news; it is in blocks.',
  overview: 'The generated answer, or a source of it; it is in blocks.',
  profile: 'A profile or its posts; it is in blocks.',
  question: 'A question that opens; it is in blocks.',
  quotation: 'Quoted within another result.',
  duplicate: 'Its target is already in the list.',
  untitled: 'A link without a heading: there is no title to take.',
  'empty panel': 'A panel with a title and nothing more.',
  'no address': 'The block has no line with a site address, which every result has.',
  'no heading with a link': 'The block has no heading in or around a link, which every result has.',
  'several headings': 'The block has several headings, so it is a group rather than one result.',
  'leads to Bing': 'Its link leads to the engine itself.',
};

/** Explains why a candidate is not a row. */
function explain(reason: string): string {
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return known ?? 'It was recognised as something other than a result.';
}

/** The highlighted and chosen mark, and how to change them. */
export interface Pointing {
  here: string | undefined;
  onPoint: (id: string | undefined) => void;
  onChoose: (id: string) => void;
}

/** All parsed values by row, each a button that shows its place. */
export function RowsList({ marks, ...pointing }: { marks: PageMarks } & Pointing): JSX.Element {
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
  const isHere = pointing.here !== undefined && rowNumberOf(pointing.here) === row.number;
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
  /** Texts of the candidates on the page, by path. */
  texts: ReadonlyMap<string, string>;
}

/** Maximum number of listed candidates, as a page may have any number. */
const most = 300;

/** Dropped candidates, each with its reason. */
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
