import { everything, outcomeOf } from '../parsers.js';
import { type Doubling, maxByDoubling, slowestDoubling } from './doubling.js';
import type { FedField } from './fed-fields.js';
import { type Place, withText } from './places.js';
import { pumped, pumps } from './pumps.js';

/** What long texts in a field cost. */
export interface FieldCost {
  readonly operation: string;
  readonly field: string;
  /** Places that were tried. */
  readonly places: number;
  /** The most times longer that a text of twice the length took; undefined where no text is read into the field. */
  readonly slowest: number | undefined;
  /** The text, and what stands before the place. */
  readonly by: string;
}

/** Doubles every text in a place of each field, the texts shared out among the field's places. */
export function measureFields(fields: readonly FedField[], doubling: Doubling): FieldCost[] {
  const known = new Map<string, number>();
  return fields.map(({ operation, field, places }) => {
    const cost = { operation, field, places: places.length, slowest: undefined as number | undefined, by: '' };
    if (places.length === 0) return cost;
    for (const [i, pump] of pumps.entries()) {
      const place = places[i % places.length]!;
      const key = `${place.page.name} ${place.at} ${pump}`; // one place may feed several fields
      const slowest = known.get(key) ?? timesByDoubling(place, pump, doubling);
      known.set(key, slowest);
      if (slowest <= (cost.slowest ?? 0)) continue;
      cost.slowest = slowest;
      cost.by = `${JSON.stringify(pump)} behind ${place.name} in ${place.page.name}`;
    }
    return cost;
  });
}

export function growsTooFast({ slowest }: FieldCost): boolean {
  return slowest !== undefined && slowest > maxByDoubling;
}

/** The times of the slowest doubling of a text in a place. */
export function timesByDoubling(place: Place, pump: string, doubling: Doubling): number {
  const { parse } = place.page;
  return slowestDoubling((length) => {
    const body = withText(place, pumped(pump, length));
    return () => outcomeOf(parse, body, everything);
  }, doubling);
}
