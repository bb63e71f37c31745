import { attribute, type Element } from '../html/tree.js';
import type { Diagnostics, DroppedCandidate, FieldSource } from '../results/diagnostics.js';
import type { PageInfo } from '../results/responses.js';
import type { Dropped, Fields, Found, FoundRows, NumberedRow } from './found.js';

/** All that was read of a page. */
export interface Everything<Row, Result> {
  readonly state: Diagnostics['state'];
  readonly info: PageInfo;
  readonly found: FoundRows<Row>;
  readonly rows: readonly NumberedRow<Row>[];
  readonly result: Fields<Result>;
}

/** How a page was read, from the provenance of everything that was. */
export function diagnosticsOf<Row extends object, Result extends object>(read: Everything<Row, Result>): Diagnostics {
  const { state, info, found, rows, result } = read;
  const parts = Object.entries<Found<unknown>>(result);
  return {
    state,
    ...info,
    layout: found.layout,
    candidates: found.candidates,
    dropped: [...found.dropped, ...parts.flatMap(([, { dropped = [] }]) => dropped)].map(candidateOf),
    fields: [...rows.flatMap(({ fields }, index) => sourcesOf(index + 1, fields)), ...sourcesOf(0, result)],
    fill: fillRates(rows.map(({ row }) => row)),
  };
}

function candidateOf({ reason, element }: Dropped): DroppedCandidate {
  return { reason, path: pathOf(element) };
}

function sourcesOf<Row extends object>(row: number, fields: Fields<Row>): FieldSource[] {
  return Object.entries<Found<unknown>>(fields).flatMap(([field, { reader, element }]) => {
    return reader === undefined ? [] : [{ row, field, reader, ...(element && { path: pathOf(element) }) }];
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

function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let node = element; node.parent !== null; node = node.parent) {
    const id = attribute(node, 'id');
    steps.push(id === undefined ? `${node.name}:${node.parent.children.indexOf(node) + 1}` : `${node.name}#${id}`);
  }
  return steps.reverse().join('>');
}
