import { attribute, type Element, type Node } from '../html/tree.js';
import type { ClaimedPageInfo, Diagnostics, FieldSource } from '../results/responses.js';

/** A value with its provenance. */
export interface Found<T> {
  readonly value: T;
  /** Name of the reader that found it; undefined for a value that the page does not show. */
  readonly reader?: string | undefined;
  /** The element that it was read from, if there is a single one. */
  readonly element?: Element | undefined;
  /** Candidates for it that were rejected. */
  readonly dropped?: readonly DroppedElement[];
}

/** A rejected candidate. */
export interface DroppedElement {
  /** What it is instead: "ad", "question", "duplicate" … */
  readonly reason: string;
  readonly element: Element;
}

/** A record with the provenance of every property. Undefined values are left out of the record. */
export type FoundFields<Row> = { readonly [Name in keyof Row]: Found<Row[Name]> };

/** A row of a list before it is numbered. */
export interface FoundRow<Row> {
  /** The link that it was found by. */
  readonly anchor: Element;
  readonly fields: FoundFields<Omit<Row, 'position'>>;
}

/** The rows of a list, in order, and the rejected candidates. */
export interface FoundRows<Row> {
  /** Name of the layout that the page was recognised as. */
  readonly layout: string;
  /** Number of candidates. */
  readonly candidates: number;
  readonly dropped: readonly DroppedElement[];
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
export function foundValue<T>(value: T, reader: string, element?: Element): Found<T> {
  return { value, reader, element };
}

/** The fields of a record that have a value. */
export function withoutUndefined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof withoutUndefined<T>>;
}

/** A value that is not read from the page: one derived from others, or the one for what the page does not show. */
export function valueWithoutSource<T>(value: T): Found<T> {
  return { value };
}

/** The rows as a property of a result. */
export function resultRows<Row>(rows: readonly NumberedRow<Row>[]): Found<Row[]> {
  return { value: rows.map(({ row }) => row) };
}

/** The record without provenance, in the order of its properties. */
export function valuesOf<Row extends object>(fields: FoundFields<Row>): Row {
  return assignValues({}, fields);
}

/**
 * Adds the values of fields to an object. The caller passes the object, because V8 grows a literal much faster than a
 * copy.
 */
export function assignValues<Row extends object>(values: Record<string, unknown>, fields: FoundFields<Row>): Row {
  for (const name in fields) {
    const { value } = fields[name];
    if (value !== undefined) values[name] = value;
  }
  return values as Row;
}

/** What was read from a page. */
interface PageTrace<Row, Result> {
  readonly state: Diagnostics['state'];
  readonly info: ClaimedPageInfo;
  readonly found: FoundRows<Row>;
  readonly rows: readonly NumberedRow<Row>[];
  readonly result: FoundFields<Result>;
}

/** How a page was read, from the provenance of all values. */
export function diagnosticsOf<Row extends object, Result extends object>(read: PageTrace<Row, Result>): Diagnostics {
  const { state, info, found, rows, result } = read;
  const parts = Object.entries<Found<unknown>>(result);
  const paths = new Paths();
  const dropped = [...found.dropped, ...parts.flatMap(([, part]) => part.dropped ?? [])];
  return {
    state,
    ...info,
    layout: found.layout,
    candidates: found.candidates,
    dropped: dropped.map(({ reason, element }) => ({ reason, path: paths.to(element) })),
    fields: [
      ...rows.flatMap(({ fields }, index) => sourcesOf(index + 1, fields, paths)),
      ...sourcesOf(0, result, paths),
    ],
    fill: fillRates(rows.map(({ row }) => row)),
  };
}

function sourcesOf<Row extends object>(row: number, fields: FoundFields<Row>, paths: Paths): FieldSource[] {
  return Object.entries<Found<unknown>>(fields).flatMap(([field, { value, reader, element }]) => {
    return reader === undefined || value === undefined
      ? []
      : [{ row, field, reader, ...(element && { path: paths.to(element) }) }];
  });
}

function fillRates(rows: readonly object[]): Record<string, number> {
  const filled = new Map<string, number>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      const isFilled = Array.isArray(value) ? value.length > 0 : value !== '' && value !== null && value !== undefined;
      filled.set(field, (filled.get(field) ?? 0) + Number(isFilled));
    }
  }
  return Object.fromEntries([...filled].map(([field, count]) => [field, count / rows.length]));
}

/** Paths to the elements of one page. Common parts are computed once: a page may have thousands of rows in one list. */
class Paths {
  private readonly paths = new Map<Node, string>();
  private readonly places = new Map<Node, number>();

  to(element: Element): string {
    const known = this.paths.get(element);
    if (known !== undefined) return known;
    const { parent } = element;
    if (parent === null) return '';
    const before = this.to(parent);
    const path = `${before}${before === '' ? '' : '>'}${this.step(element, parent)}`;
    this.paths.set(element, path);
    return path;
  }

  private step(element: Element, parent: Element): string {
    const name = element.name.slice(0, maxNameLength);
    const id = attribute(element, 'id');
    return id === undefined ? `${name}:${this.placeOf(element, parent)}` : `${name}#${id.slice(0, maxNameLength)}`;
  }

  private placeOf(element: Element, parent: Element): number | undefined {
    if (!this.places.has(element))
      for (const [index, child] of parent.children.entries()) this.places.set(child, index + 1);
    return this.places.get(element);
  }
}

/** Limits names, which paths repeat for every field: otherwise the paths could be many times as long as the page. */
const maxNameLength = 60;
