import { sovereignOf } from './countries.js';
import { foldName } from './fold.js';
import type { NameIndex, NameRef } from './name-index.js';
import { rankOf } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import {
  isPostcode,
  type KindHint,
  partings,
  type Reading,
  readingsOf,
  withoutDigraphs,
  withoutKind,
} from './place-text.js';

/** Whether a place may be what a text names, by how much the name that matched is trusted. */
type Accepts = (place: number, rank: number) => boolean;

/** Finds the place that a text names. */
export interface Resolver {
  /** The place that a text names. Only those that are accepted count. */
  resolve(text: string, accepts?: Accepts): number | undefined;
  /** The place whose canonical name a text is; undefined where it is none. */
  named(text: string): number | undefined;
  /** The place that a folded name means, inside of some areas. Only those that are accepted count. */
  resolveIn(reading: Reading, accepts: Accepts): number | undefined;
  /** Tests whether a place lies in every one of some areas; undefined where one of them names no area. */
  isInAll(areas: readonly string[]): ((place: number) => boolean) | undefined;
}

/** What a part of a text beside the name may say of a place. */
interface Qualifier {
  part: string;
  /** The areas and cities that the part names. */
  named: readonly number[];
  isPostcode: boolean;
}

/** Makes a resolver of a list. */
export function createResolver(table: PlaceTable, names: NameIndex): Resolver {
  return new ListResolver(table, names);
}

class ListResolver implements Resolver {
  private readonly table: PlaceTable;
  private readonly names: NameIndex;

  constructor(table: PlaceTable, names: NameIndex) {
    this.table = table;
    this.names = names;
  }

  resolve(text: string, accepts: Accepts = acceptAll): number | undefined {
    return this.firstOf(
      partings(text).flatMap((parts) => [...readingsOf(parts)]),
      accepts,
    );
  }

  resolveIn(reading: Reading, accepts: Accepts): number | undefined {
    return this.firstOf([reading], accepts);
  }

  private firstOf(readings: readonly Reading[], accepts: Accepts): number | undefined {
    for (const spelling of [asWritten, withoutThe, bare, plain]) {
      for (const reading of readings) {
        const best = this.read(reading, spelling, accepts);
        if (best !== undefined) return best;
      }
    }
    return undefined;
  }

  named(text: string): number | undefined {
    const key = keyOf(text);
    const [name = ''] = key.split(',');
    const bearers = this.names.refsOf(name).filter(({ place }) => keyOf(this.table.canonicalNameOf(place)) === key);
    const exact = bearers.filter(({ place }) => this.table.canonicalNameOf(place) === text);
    const places = (exact.length > 0 ? exact : bearers).map(({ place }) => place);
    const heavier = (a: number, b: number) => (this.table.weightOf(b) > this.table.weightOf(a) ? b : a);
    return places.length === 0 ? undefined : places.reduce(heavier);
  }

  isInAll(areas: readonly string[]): ((place: number) => boolean) | undefined {
    const choices = areas.map((part) => this.waysToRead(part));
    if (choices.some((ways) => ways.every((way) => way.some(({ named }) => named.length === 0)))) return undefined;
    return (place) => choices.every((ways) => ways.some((way) => way.every((part) => this.isAround(place, part))));
  }

  private read({ name, areas }: Reading, spelling: Spelling, accepts: Accepts): number | undefined {
    const spelled = spelling(name);
    if (spelled === undefined) return undefined;
    const refs = this.names
      .refsOf(spelled.name)
      .filter(({ place, rank }) => rank !== rankOf.tail && accepts(place, rank));
    if (refs.length === 0) return undefined;
    if (areas.length === 0) return this.best(this.ofKind(refs, spelled.hint));
    const choices = areas.map((part) => this.waysToRead(part));
    const test = (lies: (place: number, part: Qualifier) => boolean) =>
      refs.filter(({ place }) => choices.every((ways) => ways.some((way) => way.every((part) => lies(place, part)))));
    const inside = test((place, part) => this.isAround(place, part));
    const meant =
      inside.length > 0 ? inside : test((place, part) => this.isAround(place, part) || this.isItself(place, part));
    // Cities alone have postcodes: regions of that name do not count, while a country is more likely meant.
    const others = refs.filter(({ place }) => !this.table.isArea(place) || this.table.isCountry(place));
    const isTrusted = !areas.some(isPostcode) || rankAmong(meant) === rankAmong(others);
    return isTrusted ? this.best(this.ofKind(meant, spelled.hint)) : undefined;
  }

  /** The ways to read a part beside the name: as one, or as several one after the other. */
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
    const bareName = withoutKind(part)?.name;
    const refs = [part, ...(bareName === undefined ? [] : [bareName])].flatMap((name) => this.names.refsOf(name));
    const named = refs.filter(({ rank }) => rank !== rankOf.tail).map(({ place }) => place);
    return { part, named, isPostcode: isPostcode(part) };
  }

  /** Whether a part names an area around the place, the country that owns its country, or its postcode. */
  private isAround(place: number, { named, isPostcode: isCode }: Qualifier): boolean {
    if (isCode && !this.table.isArea(place)) return true;
    return named.some((area) => this.table.isIn(place, area) || this.isOwnedBy(place, area));
  }

  private isOwnedBy(place: number, area: number): boolean {
    if (!this.table.isCountry(area) || place === area) return false;
    const sovereign = sovereignOf(this.table.countryOf(place));
    return sovereign !== undefined && this.table.isInCountry(area, sovereign);
  }

  /** Whether a part names the place once more: lists name regions after their main city. */
  private isItself(place: number, { part, named }: Qualifier): boolean {
    return !this.table.isArea(place) && named.includes(place) && withoutKind(part)?.hint !== 'city';
  }

  /** Those of the kind that the name says they are; all where none is. */
  private ofKind(refs: readonly NameRef[], hint: KindHint): readonly NameRef[] {
    if (hint === 'any') return refs;
    const fitting = refs.filter(({ place }) => this.table.isArea(place) === (hint === 'area'));
    return fitting.length > 0 ? fitting : refs;
  }

  /** The most trusted, of these the one of most weight. A region gives way to a city of its name in it. */
  private best(refs: readonly NameRef[]): number | undefined {
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

/** A canonical name as it is compared: case, accents and spaces do not matter, commas do. */
function keyOf(name: string): string {
  return name.split(',').map(foldName).join(',');
}

const acceptAll: Accepts = () => true;

/** The best rank of some references. */
function rankAmong(refs: readonly NameRef[]): number {
  return Math.min(...refs.map(({ rank }) => rank));
}

/** A name in another spelling, and the kind of place that is asked for; undefined where there is none. */
type Spelling = (name: string) => { name: string; hint: KindHint } | undefined;

const asWritten: Spelling = (name) => ({ name, hint: 'any' });
const withoutThe: Spelling = (name) => (name.startsWith('the ') ? { name: name.slice(4), hint: 'any' } : undefined);
const bare: Spelling = (name) => withoutKind(name);
const plain: Spelling = (name) => {
  const letters = withoutDigraphs(name);
  return letters === undefined ? undefined : { name: letters, hint: 'any' };
};
