import { sovereignOf } from './countries.js';
import { foldPlaceName } from './fold.js';
import type { PlaceNameIndex, PlaceNameRef } from './name-index.js';
import { placeNameRanks } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import {
  interpretPlaceParts,
  isPostcode,
  type PlaceInterpretation,
  type PlaceKindHint,
  possiblePlaceTextSplits,
  withoutDigraphs,
  withoutPlaceKind,
} from './place-text.js';

/** Whether to accept a place, given the rank of the matching name. */
type Accepts = (place: number, rank: number) => boolean;

/** Resolves texts to places. */
export interface PlaceResolver {
  /** The accepted place that a text names. */
  resolve(text: string, accepts?: Accepts): number | undefined;
  /** The place with a canonical name; undefined if there is none. */
  withCanonicalName(text: string): number | undefined;
  /** The accepted place with a folded name, inside of all given areas. */
  resolveIn(reading: PlaceInterpretation, accepts: Accepts): number | undefined;
  /** Returns a test whether a place is in all given areas; undefined if one of them is unknown. */
  areaTest(areas: readonly string[]): ((place: number) => boolean) | undefined;
}

/** The possible meanings of a part other than the name. */
interface Qualifier {
  part: string;
  /** The areas and cities with that name. */
  named: readonly number[];
  isPostcode: boolean;
}

/** Creates a resolver for a list. */
export function createPlaceResolver(table: PlaceTable, names: PlaceNameIndex): PlaceResolver {
  return new ListResolver(table, names);
}

class ListResolver implements PlaceResolver {
  private readonly table: PlaceTable;
  private readonly names: PlaceNameIndex;

  constructor(table: PlaceTable, names: PlaceNameIndex) {
    this.table = table;
    this.names = names;
  }

  resolve(text: string, accepts: Accepts = acceptAll): number | undefined {
    return this.firstOf(
      possiblePlaceTextSplits(text).flatMap((parts) => [...interpretPlaceParts(parts)]),
      accepts,
    );
  }

  resolveIn(reading: PlaceInterpretation, accepts: Accepts): number | undefined {
    return this.firstOf([reading], accepts);
  }

  private firstOf(readings: readonly PlaceInterpretation[], accepts: Accepts): number | undefined {
    for (const spelling of [asWritten, withoutThe, bare, plain]) {
      for (const reading of readings) {
        const best = this.read(reading, spelling, accepts);
        if (best !== undefined) return best;
      }
    }
    return undefined;
  }

  withCanonicalName(text: string): number | undefined {
    const key = keyOf(text);
    const [name = ''] = key.split(',');
    const bearers = this.names.refsOf(name).filter(({ place }) => keyOf(this.table.canonicalNameOf(place)) === key);
    const exact = bearers.filter(({ place }) => this.table.canonicalNameOf(place) === text);
    const places = (exact.length > 0 ? exact : bearers).map(({ place }) => place);
    const heavier = (a: number, b: number) => (this.table.weightOf(b) > this.table.weightOf(a) ? b : a);
    return places.length === 0 ? undefined : places.reduce(heavier);
  }

  areaTest(areas: readonly string[]): ((place: number) => boolean) | undefined {
    const choices = areas.map((part) => this.waysToRead(part));
    if (choices.some((ways) => ways.every((way) => way.some(({ named }) => named.length === 0)))) return undefined;
    return (place) => choices.every((ways) => ways.some((way) => way.every((part) => this.isAround(place, part))));
  }

  private read({ name, areas }: PlaceInterpretation, spelling: Spelling, accepts: Accepts): number | undefined {
    const spelled = spelling(name);
    if (spelled === undefined) return undefined;
    const refs = this.names
      .refsOf(spelled.name)
      .filter(({ place, rank }) => rank !== placeNameRanks.tail && accepts(place, rank));
    if (refs.length === 0) return undefined;
    if (areas.length === 0) return this.best(this.ofKind(refs, spelled.hint));
    const choices = areas.map((part) => this.waysToRead(part));
    const test = (lies: (place: number, part: Qualifier) => boolean) =>
      refs.filter(({ place }) => choices.every((ways) => ways.some((way) => way.every((part) => lies(place, part)))));
    const inside = test((place, part) => this.isAround(place, part));
    const meant =
      inside.length > 0 ? inside : test((place, part) => this.isAround(place, part) || this.isItself(place, part));
    // Only cities have postcodes, so regions of that name do not count. A country is the more likely meaning.
    const others = refs.filter(({ place }) => !this.table.isArea(place) || this.table.isCountry(place));
    const isTrusted = !areas.some(isPostcode) || rankAmong(meant) === rankAmong(others);
    return isTrusted ? this.best(this.ofKind(meant, spelled.hint)) : undefined;
  }

  /** The ways to split a part other than the name: as one area, or as several in sequence. */
  private waysToRead(part: string): Qualifier[][] {
    const words = part.split(' ');
    const ways: Qualifier[][] = [[this.qualifier(part)]];
    for (let count = 1; count < words.length; count += 1) {
      const start = this.qualifier(words.slice(0, count).join(' '));
      if (start.named.length === 0 && !start.isPostcode) continue;
      for (const rest of this.waysToRead(words.slice(count).join(' '))) ways.push([start, ...rest]);
    }
    return ways;
  }

  private qualifier(part: string): Qualifier {
    const bareName = withoutPlaceKind(part)?.name;
    const refs = [part, ...(bareName === undefined ? [] : [bareName])].flatMap((name) => this.names.refsOf(name));
    const named = refs.filter(({ rank }) => rank !== placeNameRanks.tail).map(({ place }) => place);
    return { part, named, isPostcode: isPostcode(part) };
  }

  /** Whether a part names an area that contains the place, the country that its territory belongs to, or its postcode. */
  private isAround(place: number, { named, isPostcode: isCode }: Qualifier): boolean {
    if (isCode && !this.table.isArea(place)) return true;
    return named.some((area) => this.table.isIn(place, area) || this.isOwnedBy(place, area));
  }

  private isOwnedBy(place: number, area: number): boolean {
    if (!this.table.isCountry(area) || place === area) return false;
    const sovereign = sovereignOf(this.table.countryOf(place));
    return sovereign !== undefined && this.table.isInCountry(area, sovereign);
  }

  /** Whether a part repeats the place's name, because regions are often named after their main city. */
  private isItself(place: number, { part, named }: Qualifier): boolean {
    return !this.table.isArea(place) && named.includes(place) && withoutPlaceKind(part)?.hint !== 'city';
  }

  /** The places of the kind indicated by the name, or all if none is of that kind. */
  private ofKind(refs: readonly PlaceNameRef[], hint: PlaceKindHint): readonly PlaceNameRef[] {
    if (hint === 'any') return refs;
    const fitting = refs.filter(({ place }) => this.table.isArea(place) === (hint === 'area'));
    return fitting.length > 0 ? fitting : refs;
  }

  /** The place with the best rank, then the highest weight. A region ranks below a city of the same name in it. */
  private best(refs: readonly PlaceNameRef[]): number | undefined {
    const rank = rankAmong(refs);
    const trusted = refs.filter((ref) => ref.rank === rank).map(({ place }) => place);
    const kept = trusted.filter((place) => !this.givesWay(place, trusted));
    const [first, ...others] = kept;
    const heavier = (a: number, b: number) => (this.table.weightOf(b) > this.table.weightOf(a) ? b : a);
    return first === undefined ? undefined : others.reduce(heavier, first);
  }

  private givesWay(place: number, namesakes: readonly number[]): boolean {
    if (!this.table.isArea(place) || this.table.isCountry(place)) return false;
    return namesakes.some((city) => !this.table.isArea(city) && this.table.isIn(city, place));
  }
}

/** Normalizes a canonical name: ignores case, accents and spaces, but keeps commas. */
function keyOf(name: string): string {
  return name.split(',').map(foldPlaceName).join(',');
}

const acceptAll: Accepts = () => true;

/** The best rank among references. */
function rankAmong(refs: readonly PlaceNameRef[]): number {
  return Math.min(...refs.map(({ rank }) => rank));
}

/** Another spelling of a name, and the kind of place that it indicates; undefined if there is none. */
type Spelling = (name: string) => { name: string; hint: PlaceKindHint } | undefined;

const asWritten: Spelling = (name) => ({ name, hint: 'any' });
const withoutThe: Spelling = (name) => (name.startsWith('the ') ? { name: name.slice(4), hint: 'any' } : undefined);
const bare: Spelling = (name) => withoutPlaceKind(name);
const plain: Spelling = (name) => {
  const letters = withoutDigraphs(name);
  return letters === undefined ? undefined : { name: letters, hint: 'any' };
};
