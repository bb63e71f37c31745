import type { PlaceNameIndex } from './name-index.js';
import { placeNameRanks } from './place-list.js';
import type { PlaceTable } from './place-table.js';
import { splitPlaceText } from './place-text.js';
import type { PlaceResolver } from './resolver.js';
import { findSimilarPlaceNames, type SimilarPlaceName } from './similar.js';
import type { Point } from './types.js';
import type { TextRange } from './unit-index.js';

/** Filters for places. */
export interface PlaceFilter {
  /** ISO 3166-1 alpha-2, in any case. */
  country?: string | undefined;
  /** Target type, in any case. */
  type?: string | undefined;
}

/** Finds places by part of a name, by a misspelt name, and by coordinates. */
export interface PlaceFinder {
  /**
   * Ranked places whose name, or a word of it, starts with the text. If there are few, also places with a similar name.
   */
  find(text: string, limit: number, filter?: PlaceFilter): number[];
  /** The nearest places, nearest first. */
  nearest(point: Point, limit: number, filter?: PlaceFilter): number[];
}

type Test = (place: number) => boolean;

/** Factors for a match of the whole name, and of its start. */
const wholeFactor = 1_000_000;
const startFactor = 1;
/** The same for the code of a region, and for other names this short, which are rarely meant: they may be the start of a longer name. */
const codeFactor = 30;
const shortFactor = 1;
const shortName = /^[a-z]{1,3}$/;
/** Factors for a place's other names, and for their starts: large cities have so many spellings that one begins with almost any text. */
const otherNameFactor = 0.3;
const otherStartFactor = 0.01;
/** Factor for later words of a place's own name. */
const tailFactor = 0.03;
/** Each additional typing error divides the weight by this factor. */
const errorFactor = 1_000;
/** Similar names are added below this number of matches, independent of the limit, so that the order does not depend on it. */
const enough = 50;
/** Names of this length or more may contain a second typing error. */
const longName = 8;

/** Creates a finder for a list. */
export function createPlaceFinder(table: PlaceTable, names: PlaceNameIndex, resolver: PlaceResolver): PlaceFinder {
  return new ListFinder(table, names, resolver);
}

class ListFinder implements PlaceFinder {
  private readonly table: PlaceTable;
  private readonly names: PlaceNameIndex;
  private readonly resolver: PlaceResolver;
  /** Cache of the similar names of the last name: suggestions search it both inside and outside of the named areas. */
  private last: { name: string; found: SimilarPlaceName[][] } = { name: '', found: [] };

  constructor(table: PlaceTable, names: PlaceNameIndex, resolver: PlaceResolver) {
    this.table = table;
    this.names = names;
    this.resolver = resolver;
  }

  find(text: string, limit: number, filter: PlaceFilter = {}): number[] {
    const [name, ...areas] = splitPlaceText(text);
    const test = name === undefined ? undefined : this.testOf(areas, filter);
    if (name === undefined || test === undefined) return [];
    const top = new Top(Math.max(limit, enough), test);
    const range = this.names.names.startingWith(name);
    const whole = this.names.names.lengthAt(range.from) === name.length ? range.from + 1 : range.from;
    this.offer(top, { from: range.from, to: Math.min(whole, range.to) }, wholeFactor, shortName.test(name));
    this.offer(top, { from: Math.min(whole, range.to), to: range.to }, startFactor);
    if (top.places.length < enough) this.offerSimilar(top, name);
    return top.places.slice(0, limit);
  }

  private offerSimilar(top: Top, name: string): void {
    const before = top.places.length;
    for (const names of this.similarTo(name)) {
      for (const { at, distance } of names()) this.offer(top, { from: at, to: at + 1 }, errorFactor ** -distance);
      if (top.places.length > before) break;
    }
  }

  /** Names with one typing error. If none is useful and the name is long, names with two, not in the first letter. */
  private similarTo(name: string): (() => SimilarPlaceName[])[] {
    if (this.last.name !== name) this.last = { name, found: [] };
    const { found } = this.last;
    const one = () => (found[0] ??= findSimilarPlaceNames(this.names, name, { maxDistance: 1, prefix: '' }));
    const two = () =>
      (found[1] ??= findSimilarPlaceNames(this.names, name, { maxDistance: 2, prefix: name.slice(0, 1) }));
    return name.length < longName ? [one] : [one, two];
  }

  nearest(point: Point, limit: number, filter: PlaceFilter = {}): number[] {
    const test = this.testOf([], filter)!;
    const isAsked = filter.type !== undefined;
    const top = new Top(limit, (place) => (isAsked || !this.table.isArea(place)) && test(place));
    for (let place = 0; place < this.table.size; place += 1) {
      const there = this.table.pointOf(place);
      if (there !== undefined) top.offer(place, -haversine(point, there));
    }
    return top.places;
  }

  private offer(top: Top, range: TextRange, factor: number, isShort = false): void {
    this.names.forEachRef(range, (place, rank) => {
      const match = rank <= placeNameRanks.own ? factor : matchOfOther(rank, factor, isShort);
      top.offer(place, match * this.table.weightOf(place));
    });
  }

  /** Undefined if an area is unknown. */
  private testOf(areas: readonly string[], { country, type }: PlaceFilter): Test | undefined {
    const isInside = areas.length === 0 ? undefined : this.resolver.areaTest(areas);
    if (areas.length > 0 && isInside === undefined) return undefined;
    const wanted = type?.toLowerCase();
    return (place) =>
      (country === undefined || this.table.isInCountry(place, country.toUpperCase())) &&
      (isInside === undefined || isInside(place)) &&
      (wanted === undefined || this.table.typeOf(place).toLowerCase() === wanted);
  }
}

/** The factor of a name that is not a place's own. */
function matchOfOther(rank: number, factor: number, isShort: boolean): number {
  if (rank === placeNameRanks.tail) return Math.min(factor, startFactor) * tailFactor;
  if (rank === placeNameRanks.code) return Math.min(factor, codeFactor) * otherNameFactor;
  if (factor === startFactor) return otherStartFactor;
  return (isShort ? Math.min(factor, shortFactor) : factor) * otherNameFactor;
}

/** The distinct places with the highest scores, highest first. */
class Top {
  readonly places: number[] = [];
  private readonly scores: number[] = [];
  private readonly limit: number;
  private readonly test: Test;

  constructor(limit: number, test: Test) {
    this.limit = limit;
    this.test = test;
  }

  offer(place: number, score: number): void {
    if (this.places.length === this.limit && score <= this.scores.at(-1)!) return;
    if (!this.test(place)) return;
    const listed = this.places.indexOf(place);
    if (listed !== -1 && this.scores[listed]! >= score) return;
    if (listed !== -1) this.remove(listed);
    const at = this.scores.findIndex((other) => other < score);
    this.insert(at === -1 ? this.scores.length : at, place, score);
    if (this.places.length > this.limit) this.remove(this.limit);
  }

  private insert(at: number, place: number, score: number): void {
    this.places.splice(at, 0, place);
    this.scores.splice(at, 0, score);
  }

  private remove(at: number): void {
    this.places.splice(at, 1);
    this.scores.splice(at, 1);
  }
}

/** A value that increases with the distance between two points. */
function haversine(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const side = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const cosines = Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad);
  return side(b.latitude - a.latitude) + cosines * side(b.longitude - a.longitude);
}
