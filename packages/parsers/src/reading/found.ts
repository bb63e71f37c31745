import type { Element } from '../html/tree.js';

/** A value with its provenance. */
export interface Found<T> {
  readonly value: T;
  /** Name of the reader that found it; undefined for a value that the page does not show. */
  readonly reader?: string | undefined;
  /** The element that it was read from, if there is a single one. */
  readonly element?: Element | undefined;
  /** Candidates for it that were rejected. */
  readonly dropped?: readonly Dropped[];
}

/** A rejected candidate. */
export interface Dropped {
  /** What it is instead: "ad", "question", "duplicate" … */
  readonly reason: string;
  readonly element: Element;
}

/** A record with the provenance of every property. Undefined values are left out of the record. */
export type Fields<Row> = { readonly [Name in keyof Row]: Found<Row[Name]> };

/** A row of a list before it is numbered. */
export interface FoundRow<Row> {
  /** The link that it was found by. */
  readonly anchor: Element;
  readonly fields: Fields<Omit<Row, 'position'>>;
}

/** The rows of a list, in order, and the rejected candidates. */
export interface FoundRows<Row> {
  /** Name of the layout that the page was recognised as. */
  readonly layout: string;
  /** Number of candidates. */
  readonly candidates: number;
  readonly dropped: readonly Dropped[];
  readonly rows: readonly FoundRow<Row>[];
}

/** A row as it is in the result. */
export interface NumberedRow<Row> extends FoundRow<Row> {
  readonly row: Row;
}

/** The links of rows. */
export function anchorsOf(rows: readonly { readonly anchor: Element }[]): Element[] {
  return rows.map(({ anchor }) => anchor);
}

/** A value that the named reader found. */
export function found<T>(value: T, reader: string, element?: Element): Found<T> {
  return { value, reader, element };
}

/** A value that is not read from the page: one derived from others, or the one for what the page does not show. */
export function given<T>(value: T): Found<T> {
  return { value };
}

/** The rows as a property of a result. */
export function resultRows<Row>(rows: readonly NumberedRow<Row>[]): Found<Row[]> {
  return { value: rows.map(({ row }) => row) };
}

/** The record without provenance, in the order of its properties. */
export function valuesOf<Row extends object>(fields: Fields<Row>): Row {
  return withValues({}, fields);
}

/**
 * Adds the values of fields to an object. The caller passes the object, because V8 grows a literal much faster than a
 * copy.
 */
export function withValues<Row extends object>(values: Record<string, unknown>, fields: Fields<Row>): Row {
  for (const name in fields) {
    const { value } = fields[name];
    if (value !== undefined) values[name] = value;
  }
  return values as Row;
}
