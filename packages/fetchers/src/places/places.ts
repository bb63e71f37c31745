import { createFinder, type Finder, type PlaceFilter } from './finder.js';
import { foldName } from './fold.js';
import { includedPlaceList, openPlaceIndex, type PlaceData, readPlaceList } from './place-index.js';
import { rankOf } from './place-list.js';
import { partsOf } from './place-text.js';
import { createResolver, type Resolver } from './resolver.js';
import type { Place, Point } from './types.js';
import { encodeCoordinatesUule, encodeNameUule } from './uule.js';

/** What a text names: a place, or none, with up to five places that may be meant. */
export type ResolvedPlace = { place: Place } | { unknown: string; suggestions: Place[] };

/** A list of places that can be looked up. */
export interface Places {
  /**
   * Places whose name starts with the text, or has a word that does, best match first; where these are few, also places with
   * a similar name. Region and country may follow after commas. A name as a whole goes before its start, this before a
   * typing error, and of equal ones the place of most people first, weighed with how many spellings the world has for it.
   *
   * @param limit how many at most, at least 1
   */
  find(text: string, limit: number, filter?: PlaceFilter): Place[];
  /** The cities and districts nearest to a point, nearest first; with a type, the places of that type. */
  nearest(point: Point, limit: number, filter?: PlaceFilter): Place[];
  /**
   * The place that a text names: `id:<id>`, a canonical name, `City`, `City, Country`, `City,Region,Country`, also a region or a country, with its
   * parts in any order, with or without commas, and a postcode beside a city. Case, accents and spaces do not matter.
   *
   * A canonical name of the list, as written, names its place before all else: each is that of one place alone. Other names
   * are trusted in this order: city abbreviations that everyone uses (`NYC`), codes and names of countries, a
   * place's own name, its other names, codes of regions. Of several of one rank the most populous is meant, weighed with
   * how many spellings the world has for it; a region or country counts a quarter of the people of its listed cities, as
   * a city is more useful to a search, and a region gives way to a city of its name in it.
   */
  resolve(text: string): ResolvedPlace;
  /**
   * A place of this list for alpha, as `uule`: by its name where the list is the engine's own or the place is a
   * region, else by its coordinates. Undefined for a country, which `gl` says, and where the coordinates are not known.
   */
  uuleOf(place: Place): string | undefined;
}

/** Options of a list of places. */
export interface PlacesOptions {
  /** Whether its canonical names are those of the engine. */
  isEnginesOwn: boolean;
}

const suggestionCount = 5;

let included: Places | undefined;

/** The places that come with the package. They are read by the first look-up, which takes about a tenth of a second. */
export function includedPlaces(): Places {
  const read = () => {
    included ??= placesOf(readPlaceList(includedPlaceList()), { isEnginesOwn: false });
    return included;
  };
  return {
    find: (...query) => read().find(...query),
    nearest: (...query) => read().nearest(...query),
    resolve: (text) => read().resolve(text),
    uuleOf: (place) => read().uuleOf(place),
  };
}

/** Looks places up in a list. */
export function placesOf(data: PlaceData, { isEnginesOwn }: PlacesOptions): Places {
  const { table, names } = openPlaceIndex(data);
  const resolver = createResolver(table, names);
  const finder = createFinder(table, names, resolver);
  const shown = (indices: readonly number[]) => indices.map((index) => table.placeAt(index));
  /** The engine's own list says no kind beside a region's name. */
  const nameForEngine = ({ id, canonical_name: name }: Place) => {
    const index = table.withId(id);
    return index === -1 ? name : table.plainNameOf(index);
  };
  const byId = (id: number, text: string): ResolvedPlace => {
    const index = table.withId(id);
    return index === -1 ? { unknown: text, suggestions: [] } : { place: table.placeAt(index) };
  };
  return {
    find: (text, limit, filter) => shown(finder.find(text, limit, filter)),
    nearest: (point, limit, filter) => shown(finder.nearest(point, limit, filter)),
    resolve(text) {
      const id = idIn(text);
      if (id !== undefined) return byId(id, text);
      const index = resolver.named(text) ?? resolver.resolve(text, isFoldedCode(text) ? isName : undefined);
      if (index !== undefined) return { place: table.placeAt(index) };
      return { unknown: text, suggestions: shown(suggestionsFor(text, resolver, finder)) };
    },
    uuleOf: (place) => (isEnginesOwn ? encodeNameUule(place.canonical_name) : uuleOf(place, nameForEngine(place))),
  };
}

/** Places that may be meant: as they are found, else anywhere, else those that the end or the beginning of the text names. */
function suggestionsFor(text: string, resolver: Resolver, finder: Finder): number[] {
  const found = finder.find(text, suggestionCount);
  if (found.length > 0) return found;
  const [name = '', ...areas] = partsOf(text);
  const anywhere = areas.length > 0 ? finder.find(name, suggestionCount) : [];
  return anywhere.length > 0 ? anywhere : finder.find(namedWithin(text, resolver), suggestionCount);
}

/** The id in `id:<id>`; undefined for another text. */
function idIn(text: string): number | undefined {
  const digits = /^\s*id:\s*(\d{1,15})\s*$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The longest end, else the longest beginning of a text that names a place. */
function namedWithin(text: string, resolver: Resolver): string {
  const words = partsOf(text).join(' ').split(' ');
  const ends = words.map((_, index) => words.slice(index).join(' '));
  const starts = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  return [...ends, ...starts].find((part) => resolver.resolve(part) !== undefined) ?? '';
}

/** Whether what matched is a name of a place, not its code or what everybody calls it in short. */
function isName(_place: number, rank: number): boolean {
  return rank === rankOf.own || rank === rankOf.other;
}

/**
 * Whether a text has the letters of a code only once it is folded: of a code in ASCII, a ligature, a dotless i or a
 * full-width letter is no letter. No country has so short a name.
 */
function isFoldedCode(text: string): boolean {
  return /[^\x20-\x7e]/.test(text.trim()) && /^[a-z]{2,3}$/.test(foldName(text));
}

function uuleOf({ gps, target_type }: Place, name: string): string | undefined {
  if (target_type === 'Country') return undefined;
  if (target_type === 'Region') return encodeNameUule(name);
  if (gps === null) return undefined;
  const [longitude, latitude] = gps;
  return encodeCoordinatesUule({ latitude, longitude });
}
