import { createPlaceFinder, type PlaceFilter, type PlaceFinder } from './finder.js';
import { foldPlaceName } from './fold.js';
import { includedPlaceList, openPlaceList, type PlaceData, unpackPlaceList } from './open-place-list.js';
import { placeNameRanks } from './place-list.js';
import { splitPlaceText } from './place-text.js';
import { createPlaceResolver, type PlaceResolver } from './resolver.js';
import type { Place, Point } from './types.js';
import { encodeCoordinatesUule, encodeNameUule } from './uule.js';

/** The result of resolving a text: a place, or none with up to five suggestions. */
export type ResolvedPlace = { place: Place } | { unknown: string; suggestions: Place[] };

/** A searchable list of places. */
export interface Places {
  /**
   * Suggests places whose name, or a word of it, starts with the text, best match first. If there are few, also places with a similar
   * name. Region and country may follow after commas. Complete names rank before prefixes, and these before misspelt names; among
   * equals, places rank by population, weighted by the number of known spellings of the name.
   *
   * @param limit maximum number of places, at least 1
   */
  find(text: string, limit: number, filter?: PlaceFilter): Place[];
  /** The cities and districts nearest to a point, nearest first; with a type in the filter, places of that type. */
  nearest(point: Point, limit: number, filter?: PlaceFilter): Place[];
  /**
   * Resolves a text to a place: `id:<id>`, a canonical name, `City`, `City, Country`, `City,Region,Country`, or a region or country. The
   * parts may be in any order, with or without commas, and a postcode may accompany a city. Case, accents and spaces are ignored.
   *
   * A canonical name of the list takes precedence; it is unique. Other names rank in this order: common abbreviations of cities
   * (`NYC`), codes and names of countries, a place's own name, its other names, codes of regions. Among places of the same rank, the
   * most populous is chosen, weighted by the number of known spellings of its name. A region or country counts a quarter of the
   * population of its listed cities, because a city is more useful as a search location, and a region ranks below a city of the same
   * name in it.
   */
  resolve(text: string): ResolvedPlace;
  /**
   * The `uule` of a place for alpha: by name if the list is the engine's own or the place is a region, otherwise by coordinates.
   * Undefined for a country (use `gl`) and if the coordinates are unknown.
   */
  uuleOf(place: Place): string | undefined;
}

/** Options of a list of places. */
export interface PlacesOptions {
  /** Whether its canonical names are those of the engine. */
  usesEngineNames: boolean;
}

const suggestionCount = 5;

let included: Places | undefined;

/** The places included in the package. The first lookup reads them, which takes about 100 ms. */
export function includedPlaces(): Places {
  const read = () => {
    included ??= createPlaces(unpackPlaceList(includedPlaceList()), { usesEngineNames: false });
    return included;
  };
  return {
    find: (...query) => read().find(...query),
    nearest: (...query) => read().nearest(...query),
    resolve: (text) => read().resolve(text),
    uuleOf: (place) => read().uuleOf(place),
  };
}

/** Creates the lookup of a list. */
export function createPlaces(data: PlaceData, { usesEngineNames }: PlacesOptions): Places {
  const { table, names } = openPlaceList(data);
  const resolver = createPlaceResolver(table, names);
  const finder = createPlaceFinder(table, names, resolver);
  const shown = (indices: readonly number[]) => indices.map((index) => table.placeAt(index));
  /** The engine's own list does not add the kind to a region's name. */
  const nameForEngine = ({ id, canonical_name: name }: Place) => {
    const index = table.indexOfId(id);
    return index === -1 ? name : table.plainNameOf(index);
  };
  const byId = (id: number, text: string): ResolvedPlace => {
    const index = table.indexOfId(id);
    return index === -1 ? { unknown: text, suggestions: [] } : { place: table.placeAt(index) };
  };
  return {
    find: (text, limit, filter) => shown(finder.find(text, limit, filter)),
    nearest: (point, limit, filter) => shown(finder.nearest(point, limit, filter)),
    resolve(text) {
      const id = idIn(text);
      if (id !== undefined) return byId(id, text);
      const index = resolver.withCanonicalName(text) ?? resolver.resolve(text, isFoldedCode(text) ? isName : undefined);
      if (index !== undefined) return { place: table.placeAt(index) };
      return { unknown: text, suggestions: shown(suggestionsFor(text, resolver, finder)) };
    },
    uuleOf: (place) => (usesEngineNames ? encodeNameUule(place.canonical_name) : uuleOf(place, nameForEngine(place))),
  };
}

/** Suggestions: places found within the filter, otherwise anywhere, otherwise those named by the end or start of the text. */
function suggestionsFor(text: string, resolver: PlaceResolver, finder: PlaceFinder): number[] {
  const found = finder.find(text, suggestionCount);
  if (found.length > 0) return found;
  const [name = '', ...areas] = splitPlaceText(text);
  const anywhere = areas.length > 0 ? finder.find(name, suggestionCount) : [];
  return anywhere.length > 0 ? anywhere : finder.find(namedWithin(text, resolver), suggestionCount);
}

/** The id in `id:<id>`, `NaN` if that is no number; undefined for any other text. */
function idIn(text: string): number | undefined {
  const id = /^\s*id:(.*)$/is.exec(text)?.[1]?.trim();
  if (id === undefined) return undefined;
  return /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN;
}

/** The place named by the longest end of a text, otherwise by its longest start. */
function namedWithin(text: string, resolver: PlaceResolver): string {
  const words = splitPlaceText(text).join(' ').split(' ');
  const ends = words.map((_, index) => words.slice(index).join(' '));
  const starts = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  return [...ends, ...starts].find((part) => resolver.resolve(part) !== undefined) ?? '';
}

/** Whether a match is by a name of a place, not by a code or abbreviation. */
function isName(_place: number, rank: number): boolean {
  return rank === placeNameRanks.own || rank === placeNameRanks.other;
}

/**
 * Whether a text equals a code only after folding, for example with a ligature, a dotless i or full-width letters. Codes are ASCII, so
 * this is not a match; no country has so short a name.
 */
function isFoldedCode(text: string): boolean {
  return /[^\x20-\x7e]/.test(text.trim()) && /^[a-z]{2,3}$/.test(foldPlaceName(text));
}

function uuleOf({ gps, target_type }: Place, name: string): string | undefined {
  if (target_type === 'Country') return undefined;
  if (target_type === 'Region') return encodeNameUule(name);
  if (gps === null) return undefined;
  const [longitude, latitude] = gps;
  return encodeCoordinatesUule({ latitude, longitude });
}
