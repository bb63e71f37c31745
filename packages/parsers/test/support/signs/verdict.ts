import { knownLosses } from './known.js';
import type { Trial } from './measure.js';

/** A field that loses more than the limit without a sign or after a change. */
export interface Fault {
  readonly operation: string;
  readonly name: string;
  readonly field: string;
  /** The share that is lost. */
  readonly share: number;
  /** The number of pages with the sign, or of changed pages. */
  readonly pages: number;
  /** The reason in the list of known losses, or `undefined` if the loss is not listed. */
  readonly reason: string | undefined;
}

/** The losses above the limits among all trials. */
export function faultsOf(trials: readonly Trial[]): Fault[] {
  return trials.flatMap(({ operation, name, losses }) =>
    [...losses.faults()].map(([field, share]) => {
      return { operation, name, field, share, pages: losses.pages, reason: reasonFor(operation, name, field) };
    }),
  );
}

/** Listed losses that did not exceed the limit, or were not measured. */
export function untrueLosses(faults: readonly Fault[]): string[] {
  const found = new Set(faults.map(labelOf));
  const known = knownLosses.flatMap(({ fields, ...loss }) => fields.map((field) => labelOf({ ...loss, field })));
  return known.filter((label) => !found.has(label));
}

/** The name of a fault in messages. */
export function labelOf({ operation, name, field }: Pick<Fault, 'operation' | 'name' | 'field'>): string {
  return `${operation}, ${name}: ${field}`;
}

function reasonFor(operation: string, name: string, field: string): string | undefined {
  return knownLosses.find((loss) => loss.operation === operation && loss.name === name && loss.fields.includes(field))
    ?.reason;
}
