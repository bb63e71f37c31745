import { attribute, type Element } from './html/tree.js';

/** How a page was read; made only when asked for, so that drift of a layout shows before its users do. */
export interface Diagnostics {
  state: 'results' | 'no_results';
  /** Name of the layout that the page was recognised as. */
  layout: string;
  /** The query that the page says it answered; left out where it says none. */
  query?: string;
  /** The number of the page that the page says it is; left out where it says none. */
  page?: number;
  /** Number of places that looked like a row. */
  candidates: number;
  /** Those of them that are no rows, and why. */
  dropped: DroppedCandidate[];
  /** Where each field of each row was read. */
  fields: FieldSource[];
  /** Share of rows, 0 to 1, in which each field is filled. */
  fill: Record<string, number>;
}

/** A place that looked like a row and is none. */
export interface DroppedCandidate {
  /** What it is instead: "ad", "question", "duplicate" … */
  reason: string;
  /** Way to the element from the root, `name#id` or `name:nth-child`. */
  path: string;
}

/** Where a field was read. */
export interface FieldSource {
  /** The row's position, from 1; 0 for what belongs to the page. */
  row: number;
  field: string;
  /** Name of the reader that found it; readers of a field are tried in order of trust. */
  reader: string;
  path?: string;
}

/** Takes note of how a page is read. Notes never change what is read. */
export interface Trace {
  layout(name: string): void;
  candidates(count: number): void;
  drop(reason: string, element: Element): void;
  field(row: number, field: string, reader: string, element?: Element): void;
}

/** Takes no note. */
export const silent: Trace = { layout() {}, candidates() {}, drop() {}, field() {} };

/** Keeps every note, for `Diagnostics`. */
export class Recorder implements Trace {
  private name = 'unknown';
  private count = 0;
  private readonly dropped: DroppedCandidate[] = [];
  private readonly fields: FieldSource[] = [];

  layout(name: string): void {
    this.name = name;
  }

  candidates(count: number): void {
    this.count += count;
  }

  drop(reason: string, element: Element): void {
    this.dropped.push({ reason, path: pathOf(element) });
  }

  field(row: number, field: string, reader: string, element?: Element): void {
    this.fields.push({ row, field, reader, ...(element && { path: pathOf(element) }) });
  }

  /** The notes, with the share of `rows` that each field is filled in. */
  report(rows: readonly object[]): Omit<Diagnostics, 'state' | 'query' | 'page'> {
    const { name: layout, count: candidates, dropped, fields } = this;
    return { layout, candidates, dropped, fields, fill: fillRates(rows) };
  }
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
