import { Counter, Gauge, type Registry } from 'prom-client';
import { baseline } from './baseline.js';
import { type FillRates, fillingOf } from './fields.js';
import { fingerprintOf } from './fingerprint.js';
import { boundedNames } from './upstream.js';

/** Notices that pages are no longer what they were. */
export interface Drift {
  /** An answer was made: which of its fields are filled. */
  answered(operation: string, answer: Readonly<Record<string, unknown>>): void;
  /** A page could not be recognised. */
  unrecognised(operation: string, page: Uint8Array): void;
}

/** Layouts that are counted by name; further ones count as `other`, so that a hostile engine cannot fill the memory. */
const mostLayouts = 50;

/** Adds what shows drift: fill rates beside those of labelled real pages, and layouts that nobody knows. */
export function createDrift(registry: Registry): Drift {
  const registers = [registry];
  const labelNames = ['operation', 'field'];
  const seen = new Counter({
    name: 'svc_fields_total',
    help: 'Rows that could have had a field; for an `answer.` field, answers.',
    labelNames,
    registers,
  });
  const filled = new Counter({
    name: 'svc_fields_filled_total',
    help: 'Those of them that had it.',
    labelNames,
    registers,
  });
  const expected = new Gauge({
    name: 'svc_field_fill_baseline',
    help: 'Share of them that had it on labelled real pages, 0 to 1.',
    labelNames,
    aggregator: 'first',
    registers,
  });
  for (const [operation, rates] of Object.entries<FillRates>(baseline)) {
    for (const [field, rate] of Object.entries(rates)) expected.set({ operation, field }, rate);
  }
  const layouts = new Counter({
    name: 'svc_unrecognised_layouts_total',
    help: 'Pages that were not recognised, by the structure of their frame.',
    labelNames: ['operation', 'fingerprint'],
    registers,
  });
  const layoutOf = boundedNames(mostLayouts);

  return {
    answered(operation, answer) {
      for (const { field, of, filled: count } of fillingOf(operation, answer)) {
        seen.inc({ operation, field }, of);
        filled.inc({ operation, field }, count);
      }
    },
    unrecognised(operation, page) {
      layouts.inc({ operation, fingerprint: layoutOf(fingerprintOf(page)) });
    },
  };
}
