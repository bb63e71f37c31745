import { attribute, type Element } from '../html/tree.js';
import type { Diagnostics, DroppedCandidate, FieldSource } from '../results/diagnostics.js';

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
