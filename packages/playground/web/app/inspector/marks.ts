import type { Diagnostics } from '@svc/parsers';
import type { Json } from '../api/request.js';

/** One value that was read, or one candidate that was dropped, with its place on the page. */
export interface Mark {
  /** `field:<row>:<name>` or `dropped:<index>`. */
  id: string;
  kind: 'field' | 'dropped' | 'linked';
  /** Way to the element as the parsers write it; undefined where the value has no place of its own. */
  path: string | undefined;
}

/** A field of a row. */
export interface FieldMark extends Mark {
  name: string;
  value: unknown;
  /** Which of the readers found it; undefined for a value that is made of others or that the page does not show. */
  reader: string | undefined;
}

/** A row with its fields; number 0 is what belongs to the page. */
export interface RowMarks {
  number: number;
  title: string;
  fields: FieldMark[];
}

/** Something that looked like a row and is none. */
export interface DroppedMark extends Mark {
  reason: string;
}

/** Everything that was read of a page. */
export interface Marks {
  rows: RowMarks[];
  dropped: DroppedMark[];
}

/** Puts each value of a result beside where it was read. */
export function marksOf(result: Json, diagnostics: Diagnostics | undefined): Marks {
  const { organic_results: list, suggestions, ...page } = result;
  const entries = (list ?? suggestions ?? []) as Json[];
  const rows = entries.map((row, index) =>
    rowMarks(index + 1, { row, diagnostics, title: String(row.title ?? row.value) }),
  );
  const ofPage = rowMarks(0, { row: page, diagnostics, title: 'The page' });
  const dropped = (diagnostics?.dropped ?? []).map(({ reason, path }, index): DroppedMark => {
    return { id: `dropped:${index}`, kind: 'dropped', path, reason };
  });
  return { rows: [...rows, ...(ofPage.fields.length > 0 ? [ofPage] : [])], dropped };
}

interface RowParts {
  row: Json;
  title: string;
  diagnostics: Diagnostics | undefined;
}

function rowMarks(number: number, { row, title, diagnostics }: RowParts): RowMarks {
  const sources = new Map(
    (diagnostics?.fields ?? []).filter((source) => source.row === number).map((source) => [source.field, source]),
  );
  const fields = Object.entries(row)
    .filter(([name]) => name !== 'position')
    .map(([name, value]): FieldMark => {
      const source = sources.get(name);
      // The matched words have no place of their own: theirs is the whole excerpt.
      const path = name === 'snippet_matched' ? undefined : source?.path;
      return { id: `field:${number}:${name}`, kind: 'field', name, value, reader: source?.reader, path };
    });
  return { number, title, fields };
}

/** All marks that have a place on the page. */
export function placedMarks({ rows, dropped }: Marks): Mark[] {
  return [...rows.flatMap(({ fields }) => fields), ...dropped].filter(({ path }) => path !== undefined);
}

/** The row that a mark belongs to; undefined for what was dropped. */
export function rowOf(id: string): number | undefined {
  const [kind, row] = id.split(':');
  return kind === 'field' ? Number(row) : undefined;
}
