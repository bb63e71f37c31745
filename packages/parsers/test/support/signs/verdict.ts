import { knownLosses } from './known.js';
import type { Trial } from './measure.js';

/** A field that lost more than it may by one sign or change. */
export interface Fault {
  readonly operation: string;
  readonly name: string;
  readonly field: string;
  /** Share lost. */
  readonly share: number;
  /** Pages that the sign stood on, or that were changed. */
  readonly pages: number;
  /** The reason on the list of known losses, undefined where there is none. */
  readonly reason: string | undefined;
}

/** The faults among what was tried. */
export function faultsOf(trials: readonly Trial[]): Fault[] {
  return trials.flatMap(({ operation, name, losses }) =>
    [...losses.faults()].map(([field, share]) => {
      return { operation, name, field, share, pages: losses.pages, reason: reasonFor(operation, name, field) };
    }),
  );
}

/** Fields on the list of known losses that lost no more than they may, or were not tried at all. */
export function untrueLosses(faults: readonly Fault[]): string[] {
  const found = new Set(faults.map(labelOf));
  const known = knownLosses.flatMap(({ fields, ...loss }) => fields.map((field) => labelOf({ ...loss, field })));
  return known.filter((label) => !found.has(label));
}

/** How a fault is named in messages. */
export function labelOf({ operation, name, field }: Pick<Fault, 'operation' | 'name' | 'field'>): string {
  return `${operation}, ${name}: ${field}`;
}

function reasonFor(operation: string, name: string, field: string): string | undefined {
  return knownLosses.find((loss) => loss.operation === operation && loss.name === name && loss.fields.includes(field))
    ?.reason;
}
