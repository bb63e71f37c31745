import type { SavedPage } from '../pages.js';
import { everything, outcomeOf } from '../parsers.js';
import { fieldsOf } from './result-fields.js';

/** A place in a page where a text starts or ends. */
export interface Place {
  readonly page: SavedPage;
  /** The markup before the place. */
  readonly name: string;
  readonly at: number;
}

/**
 * The places of a page: the start and end of texts, attribute values and strings of data, and the end of the last
 * number of a text. Places with the same markup before them, apart from numbers, count as one.
 */
export function placesIn(page: SavedPage): Place[] {
  const { text } = page;
  const places = new Map<string, Place>();
  for (const { index, 0: mark } of text.matchAll(placeMarks)) {
    const at = index + mark.length;
    const before = text.slice(Math.max(0, at - 40), at);
    const name = /[^<>]*[<>][^<>]*$|[\w-]+="[^"]*$/.exec(before)?.[0].replace(/\d+/g, '0') ?? before;
    if (!places.has(name)) places.set(name, { page, name, at });
  }
  return [...places.values()];
}

const placeMarks = />(?=[^<\s])|[^>\s](?=<)|="(?=[^"])|[^"=\s](?="[\s>])|[:[,]\s?"|\d(?=[^\d<>]{1,20}<)/g;

/** The page with a text inserted in one of its places. */
export function withText({ page: { text }, at }: Place, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

/** The fields that change if a text is inserted in the place. */
export function fieldsFedBy(place: Place): string[] {
  const { parse, text } = place.page;
  const before = fieldsOf(outcomeOf(parse, text, everything));
  const fed = probes.flatMap((probe) => {
    const after = fieldsOf(outcomeOf(parse, withText(place, probe), everything));
    return [...before.keys()].filter((field) => after.has(field) && after.get(field) !== before.get(field));
  });
  return [...new Set(fed)];
}

/** A word, and a digit for numeric fields. */
const probes = ['zqx', '7'];
