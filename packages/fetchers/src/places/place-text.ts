import { foldName } from './fold.js';

/** Longer texts name no place: the longest names of places with their regions are half of it. */
const maxLength = 200;
const maxParts = 8;
const maxWords = 16;

const commas = /[,;|\t\r\n،、，；]/u;
/** Where a part may end too: brackets, slashes, dashes other than those within a word. Names have them as well. */
const breaks = /[,;|/()[\]{}\t\r\n"“”«»<>:=،、，；：（）]|\s[-–—]+\s|[–—]/u;

/** Where the name of a region ends that a city follows without a sign between. */
const regionEnds = /(?:省|自治区|自治區|県|東京都|北海道|大阪府|京都府)(?=\p{Script=Han})/gu;

/** The parts of `City,Region,Country`, as they are compared. Empty where a text is too long to name a place. */
export function partsOf(text: string): string[] {
  return splitAt(text, breaks);
}

/** The ways to part a text: at commas alone, then at other signs. */
export function partings(text: string): string[][] {
  const [coarse, fine] = [splitAt(text, commas), splitAt(text, breaks)];
  return coarse.length === fine.length ? [fine] : [coarse, fine];
}

function splitAt(text: string, separators: RegExp): string[] {
  if (text.length > maxLength) return [];
  const parts = text.replace(regionEnds, '$&,').split(separators).map(foldName);
  const named = parts.filter((part) => part !== '');
  const isTooMuch = named.length > maxParts || named.join(' ').split(' ').length > maxWords;
  return isTooMuch ? [] : named;
}

/** One way to read a text: what the name is, and the areas that it is in. */
export interface Reading {
  name: string;
  areas: readonly string[];
}

/**
 * The ways to read the parts of a text, the likeliest first: the first part is the name, the last, one between; the whole
 * is, or the first two, as of `Korea, Republic of`; the first or last words of a part are, the longest first.
 */
export function* readingsOf(parts: readonly string[]): Generator<Reading> {
  const order = [...new Set([0, parts.length - 1, ...parts.keys()])].filter((index) => index in parts);
  for (const index of order) yield { name: parts[index]!, areas: parts.toSpliced(index, 1) };
  if (parts.length > 1) yield { name: parts.join(' '), areas: [] };
  if (parts.length > 2) yield { name: parts.slice(0, 2).join(' '), areas: parts.slice(2) };
  for (const index of order) {
    const words = parts[index]!.split(' ');
    for (let count = words.length - 1; count > 0; count -= 1) {
      const others = parts.toSpliced(index, 1);
      const [start, end] = [words.slice(0, count), words.slice(count)];
      yield { name: start.join(' '), areas: [end.join(' '), ...others] };
      yield { name: words.slice(-count).join(' '), areas: [words.slice(0, -count).join(' '), ...others] };
    }
  }
}

const postcodes = [
  // Districts of a city, by number: Dublin 2, Paris 1er.
  /^\d{1,2}(?:er|e|eme)?$/,
  /^(?:[a-z]{1,2} )?\d{4,6}$/,
  /^\d{5} \d{3,4}$/,
  /^\d{3,4} \d{2,4}$/,
  /^\d{2} \d{3}$/,
  /^\d{4} [a-z]{2}$/,
  /^[a-z]{1,2}\d[a-z\d]?(?: \d[a-z]{2})?$/,
  /^[a-z]\d[a-z](?: ?\d[a-z]\d)?$/,
];

/** Whether a part has the form of a postcode of some country. */
export function isPostcode(part: string): boolean {
  return part.length <= 10 && /\d/.test(part) && postcodes.some((form) => form.test(part));
}

/** A name with ä, ö, ü, å and ø for `ae`, `oe`, `ue` and `aa`, as it is compared; undefined where it has none of them. */
export function withoutDigraphs(name: string): string | undefined {
  const plain = name.replace(/([aou])e|aa/g, (pair) => pair[0]!);
  return plain === name ? undefined : plain;
}
