import { attribute, type Element, type Node } from '../html/tree.js';
import type { Diagnostics, FieldSource } from '../results/diagnostics.js';
import type { PageInfo } from '../results/responses.js';
import type { Fields, Found, FoundRows, NumberedRow } from './found.js';

/** PageTrace that was read from a page. */
interface PageTrace<Row, Result> {
  readonly state: Diagnostics['state'];
  readonly info: PageInfo;
  readonly found: FoundRows<Row>;
  readonly rows: readonly NumberedRow<Row>[];
  readonly result: Fields<Result>;
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

function sourcesOf<Row extends object>(row: number, fields: Fields<Row>, paths: Paths): FieldSource[] {
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
