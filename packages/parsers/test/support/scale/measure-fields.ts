import { everything, outcomeOf } from '../parsers.js';
import { type Doubling, mostByDoubling, slowestDoubling } from './doubling.js';
import type { FedField } from './fed-fields.js';
import { type Place, withText } from './places.js';
import { pumped, pumps } from './pumps.js';

/** What long texts in a field cost. */
export interface FieldCost {
  readonly operation: string;
  readonly field: string;
  /** Places that were tried, each with every text that is repeated. */
  readonly places: number;
  /** The most times longer that a text of twice the length took; undefined where no text is read into the field. */
  readonly slowest: number | undefined;
  /** The text, and what stands before the place. */
  readonly by: string;
}

/** Doubles every text in every place of every field. A place that feeds several fields is measured once. */
export function measureFields(fields: readonly FedField[], doubling: Doubling): FieldCost[] {
  const known = new Map<string, PlaceCost>();
  return fields.map(({ operation, field, places }) => {
    const costs = places.map((place) => {
      const key = `${place.page.name} ${place.at}`;
      const cost = known.get(key) ?? measurePlace(place, doubling);
      known.set(key, cost);
      return cost;
    });
    const [worst] = costs.sort((a, b) => b.slowest - a.slowest);
    return { operation, field, places: places.length, slowest: worst?.slowest, by: worst?.by ?? '' };
  });
}

export function growsTooFast({ slowest }: FieldCost): boolean {
  return slowest !== undefined && slowest > mostByDoubling;
}

interface PlaceCost {
  readonly slowest: number;
  readonly by: string;
}

function measurePlace(place: Place, doubling: Doubling): PlaceCost {
  const costs = pumps.map((pump) => ({
    slowest: timesByDoubling(place, pump, doubling),
    by: `\`${JSON.stringify(pump)}\` in ${place.page.name} behind \`${place.name}\``,
  }));
  return costs.reduce((worst, cost) => (cost.slowest > worst.slowest ? cost : worst));
}

/** The times of the slowest doubling of a text in a place. */
export function timesByDoubling(place: Place, pump: string, doubling: Doubling): number {
  const { parse } = place.page;
  return slowestDoubling((length) => {
    const body = withText(place, pumped(pump, length));
    return () => outcomeOf(parse, body, everything);
  }, doubling);
}
