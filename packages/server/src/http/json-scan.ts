import { ApiError } from '../errors/api-error.js';

/** What is counted of a JSON text while it arrives. */
export interface JsonScan {
  /** Takes the next bytes. Throws an `ApiError` where the text is deeper or has more names or items than it may. */
  push(chunk: Uint8Array): void;
  /** Members of objects so far. */
  names(): number;
}

/** What a JSON text may have at most. */
export interface JsonLimits {
  depth: number;
  /** Members of all objects. */
  names: number;
  /** Commas: members and elements, less one for each object or array. */
  items: number;
}

const [quote, backslash] = [0x22, 0x5c];

/** What bytes outside strings mean, by their value; 0 where it does not matter. */
const [isQuote, isColon, isComma, isOpening, isClosing] = [1, 2, 3, 4, 5];
const meanings = new Uint8Array(256);
const meaningful: [number, string][] = [
  [isQuote, '"'],
  [isColon, ':'],
  [isComma, ','],
  [isOpening, '{['],
  [isClosing, '}]'],
];
for (const [meaning, characters] of meaningful) for (const byte of Buffer.from(characters)) meanings[byte] = meaning;

/** No limits, for a text of 64 KiB at most: whatever is in it is read within milliseconds. */
export const shortJson: JsonLimits = {
  depth: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
};

/**
 * Makes a scan of a text that has not begun. It finds strings, brackets, colons and commas and nothing else: whether the
 * text is JSON is for the parser, which needs time for what a scan would have refused.
 *
 * @param what names the text in messages
 */
export function createJsonScan(limits: JsonLimits, what = 'The body'): JsonScan {
  const counted = { depth: 0, names: 0, items: 0 };
  let isInString = false;
  let isEscaped = false; // the next byte is, after a backslash

  /** Counts what stands outside strings, from a place to the next quote; where that is, or the end. */
  function outside(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const meaning = meanings[chunk[at]!];
      if (meaning === 0) continue;
      if (meaning === isQuote) return at;
      if (meaning === isColon) counted.names += 1;
      else if (meaning === isComma) counted.items += 1;
      else if (meaning === isOpening) deeper();
      else counted.depth -= 1;
    }
    return chunk.length;
  }

  function deeper(): void {
    counted.depth += 1;
    if (counted.depth > limits.depth) throw beyond(what, `is nested more than ${limits.depth} deep`);
  }

  /** The place of the quote that ends the string there, or the end. */
  function inside(chunk: Uint8Array, from: number): number {
    let start = isEscaped ? from + 1 : from;
    for (;;) {
      const end = chunk.indexOf(quote, start);
      const slashes = backslashesBefore(chunk, end < 0 ? chunk.length : end, start);
      if (end < 0) {
        isEscaped = start > chunk.length || slashes % 2 === 1;
        return chunk.length;
      }
      if (slashes % 2 === 0) {
        isEscaped = false;
        return end;
      }
      start = end + 1;
    }
  }

  return {
    names: () => counted.names,
    push(chunk) {
      for (let at = 0; at < chunk.length; at += 1) {
        at = isInString ? inside(chunk, at) : outside(chunk, at);
        if (at < chunk.length) isInString = !isInString;
      }
      if (counted.names > limits.names) throw beyond(what, `has more than ${limits.names} names`);
      if (counted.items > limits.items) throw beyond(what, `has more than ${limits.items} items`);
    },
  };
}

function backslashesBefore(chunk: Uint8Array, end: number, start: number): number {
  let at = end;
  while (at > start && chunk[at - 1] === backslash) at -= 1;
  return end - at;
}

function beyond(text: string, what: string): ApiError {
  return new ApiError('malformed_json', `${text} ${what}.`);
}
