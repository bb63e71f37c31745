import { everything, outcomeOf } from '../parsers.js';
import { type Doubling, maxByDoubling, slowestDoubling } from './doubling.js';
import type { FedField } from './fed-fields.js';
import { type Place, withText } from './places.js';
import { pumped, pumps } from './pumps.js';

/** The cost of long texts in a field. */
export interface FieldCost {
  readonly operation: string;
  readonly field: string;
  /** The number of measured places. */
  readonly places: number;
  /** The largest factor per doubling of a text, or `undefined` if no text ends up in the field. */
  readonly slowest: number | undefined;
  /** The text, and the markup before the place. */
  readonly by: string;
}

/** Measures every text in one place of each field, and distributes the texts over the places of the field. */
export function measureFields(fields: readonly FedField[], doubling: Doubling): FieldCost[] {
  const known = new Map<string, number>();
  return fields.map(({ operation, field, places }) => {
    const cost = { operation, field, places: places.length, slowest: undefined as number | undefined, by: '' };
    if (places.length === 0) return cost;
    for (const [i, pump] of pumps.entries()) {
      const place = places[i % places.length]!;
      const key = `${place.page.name} ${place.at} ${pump}`; // one place can feed several fields
      const slowest = known.get(key) ?? timesByDoubling(place, pump, doubling);
      known.set(key, slowest);
      if (slowest <= (cost.slowest ?? 0)) continue;
      cost.slowest = slowest;
      cost.by = `${JSON.stringify(pump)} after ${place.name} in ${place.page.name}`;
    }
    return cost;
  });
}

export function growsTooFast({ slowest }: FieldCost): boolean {
  return slowest !== undefined && slowest > maxByDoubling;
}

/** The largest factor per doubling of a text in a place. */
export function timesByDoubling(place: Place, pump: string, doubling: Doubling): number {
  const { parse } = place.page;
  return slowestDoubling((length) => {
    const body = withText(place, pumped(pump, length));
    return () => outcomeOf(parse, body, everything);
  }, doubling);
}
