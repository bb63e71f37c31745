import type { SavedPage } from '../pages.js';
import { everything, outcomeOf } from '../parsers.js';
import { fieldsOf } from './result-fields.js';

/** A place in a page where a text begins or ends. */
export interface Place {
  readonly page: SavedPage;
  /** What stands before it. */
  readonly name: string;
  readonly at: number;
}

/**
 * The places of a page: where a text, a value of an attribute or a text of data begins or ends, and behind the last
 * number of a text. One for each way of writing what stands before, numbers aside.
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

/** The page with a text put into one of its places. */
export function withText({ page: { text }, at }: Place, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

/** The fields that a text in the place is read into: those that are others with it. */
export function fieldsFedBy(place: Place): string[] {
  const { parse, text } = place.page;
  const before = fieldsOf(outcomeOf(parse, text, everything));
  const fed = probes.flatMap((probe) => {
    const after = fieldsOf(outcomeOf(parse, withText(place, probe), everything));
    return [...before.keys()].filter((field) => after.has(field) && after.get(field) !== before.get(field));
  });
  return [...new Set(fed)];
}

/** A word, and a digit for what is a number. */
const probes = ['zqx', '7'];
