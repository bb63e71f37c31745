import type { Diagnostics } from '@svc/parsers';
import type { JsonObject } from '../api/request.js';

/** A parsed value or a dropped candidate, with its place on the page. */
export interface PageMark {
  /** `field:<row>:<name>` or `dropped:<index>`. */
  id: string;
  kind: 'field' | 'dropped' | 'linked';
  /** Path to the element in the parsers' notation; undefined if the value has no place of its own. */
  path: string | undefined;
}

/** A field of a row. */
export interface FieldMark extends PageMark {
  name: string;
  value: unknown;
  /** The reader that found it; undefined if the value is derived from others or not shown on the page. */
  reader: string | undefined;
}

/** A row with its fields; number 0 has the fields of the page itself. */
export interface RowMarks {
  number: number;
  title: string;
  fields: FieldMark[];
}

/** A candidate that is not a row. */
export interface DroppedMark extends PageMark {
  reason: string;
}

/** Everything that was parsed from a page. */
export interface PageMarks {
  rows: RowMarks[];
  dropped: DroppedMark[];
}

/** Combines each value of a result with its place. */
export function pageMarksOf(result: JsonObject, diagnostics: Diagnostics | undefined): PageMarks {
  const { organic_results: list, suggestions, ...page } = result;
  const entries = (list ?? suggestions ?? []) as JsonObject[];
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
  row: JsonObject;
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
      // Matched words have no place of their own, so they have that of the snippet.
      const path = name === 'snippet_matched' ? undefined : source?.path;
      return { id: `field:${number}:${name}`, kind: 'field', name, value, reader: source?.reader, path };
    });
  return { number, title, fields };
}

/** All marks with a place on the page. */
export function placedMarks({ rows, dropped }: PageMarks): PageMark[] {
  return [...rows.flatMap(({ fields }) => fields), ...dropped].filter(({ path }) => path !== undefined);
}

/** The row of a mark; undefined for a dropped candidate. */
export function rowNumberOf(id: string): number | undefined {
  const [kind, row] = id.split(':');
  return kind === 'field' ? Number(row) : undefined;
}
