import { createPlaceIndex, type PlaceIndex } from './place-index.js';
import { readPlaceList } from './place-list.js';
import { partsOf } from './place-names.js';
import type { Place } from './types.js';
import { encodeCoordinatesUule } from './uule.js';

/** What a text names: a place, or none, with up to five places that may be meant. */
export type ResolvedPlace = { place: Place } | { unknown: string; suggestions: Place[] };

/** A list of places that can be looked up. */
export interface Places {
  /**
   * Places whose name starts with the text, or has a word that does, best match first; where there is none, places with
   * a similar name. Regions and country may follow after commas.
   *
   * @param limit how many at most, at least 1
   */
  find(text: string, limit: number): Place[];
  /**
   * The place that a text names: `City`, `City, Country`, `City,Region,Country`, also a region or a country. Case,
   * accents and spaces do not matter; countries are known by code and in many languages. Of several the most populous,
   * where a region or country counts a quarter of its people, as searches are best told a city, and a place called so
   * by another name a fifth. A region gives way to a city of its name.
   */
  resolve(text: string): ResolvedPlace;
  /**
   * How alpha is told a place of this list, as `uule`: by its name where the list is the engine's own, else by its
   * coordinates. Undefined where these are not known.
   */
  uuleOf(place: Place): string | undefined;
}

const suggestionCount = 5;

let index: PlaceIndex | undefined;

/** The index of the places that come with the package. Read when first asked, which takes a moment. */
export function includedIndex(): PlaceIndex {
  index ??= createPlaceIndex(readPlaceList());
  return index;
}

/** The places that come with the package. Read when first asked, which takes a moment. */
export function includedPlaces(): Places {
  return placesOf(includedIndex(), coordinatesUuleOf);
}

/** Looks places up in an index. */
export function placesOf({ lookUp, find }: PlaceIndex, uuleOf: Places['uuleOf']): Places {
  return {
    find,
    resolve(text) {
      const record = lookUp(text);
      if (record !== undefined) return { place: record.place };
      const [name = '', ...areas] = partsOf(text);
      const close = find(text, suggestionCount);
      const anywhere = close.length === 0 && areas.length > 0;
      return { unknown: text, suggestions: anywhere ? find(name, suggestionCount) : close };
    },
    uuleOf,
  };
}

function coordinatesUuleOf({ gps }: Place): string | undefined {
  if (gps === null) return undefined;
  const [longitude, latitude] = gps;
  return encodeCoordinatesUule({ latitude, longitude });
}
