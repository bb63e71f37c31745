import { ApiError, truncateForMessage } from '../errors/api-error.js';

/** Counts the parts of a JSON text while it arrives. */
interface JsonScan {
  /** Scans the next bytes. Throws an `ApiError` if the text exceeds a limit. */
  push(chunk: Uint8Array): void;
  /** Number of members of objects so far. */
  names(): number;
}

/** Limits of a JSON text. */
interface JsonLimits {
  depth: number;
  /** Members of all objects. */
  names: number;
  /** Commas, that is members and elements, less one for each object or array. */
  items: number;
}

const [quote, backslash] = [0x22, 0x5c];

/** The meaning of bytes outside strings; 0 for others. */
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

/** No limits, for texts of at most 64 KiB: they are always parsed within milliseconds. */
export const noJsonLimits: JsonLimits = {
  depth: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
};

/**
 * Creates a scan of a new text. It only finds strings, brackets, colons and commas, to refuse texts that would take the parser
 * long; whether the text is valid JSON is left to the parser.
 *
 * @param what names the text in messages
 */
export function createJsonScan(limits: JsonLimits, what = 'The body'): JsonScan {
  const counted = { depth: 0, names: 0, items: 0 };
  let isInString = false;
  let isEscaped = false; // whether a backslash precedes the next byte

  /** Counts characters outside strings. Returns the position of the next quote, or the end. */
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
    if (counted.depth > limits.depth) throw exceeds(what, `is nested more than ${limits.depth} deep`);
  }

  /** Returns the position of the quote that ends a string, or the end. */
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
      if (counted.names > limits.names) throw exceeds(what, `has more than ${limits.names} names`);
      if (counted.items > limits.items) throw exceeds(what, `has more than ${limits.items} items`);
    },
  };
}

function backslashesBefore(chunk: Uint8Array, end: number, start: number): number {
  let at = end;
  while (at > start && chunk[at - 1] === backslash) at -= 1;
  return end - at;
}

function exceeds(text: string, what: string): ApiError {
  return new ApiError('malformed_json', `${text} ${what}.`);
}

/**
 * Parses a JSON text. A duplicate name in an object is an error, because a proxy in between may have used the other value.
 * Throws an `ApiError` with code `malformed_json`.
 *
 * @param what names the text in messages
 * @param memberCount number of members of all its objects, as counted by a scan
 */
export function parseJson(text: string, what: string, memberCount: number): unknown {
  const value = parsedText(text, what);
  if (memberCount === namesIn(value)) return value; // parsed objects keep one member per name
  const name = text.length > maxSearchedLength ? 'a name' : `the name "${truncateForMessage(repeatedName(text))}"`;
  throw new ApiError('malformed_json', `${what} has ${name} more than once in an object.`);
}

/** Parses a short JSON text in UTF-8, see `parseJson`. */
export function parseJsonBytes(bytes: Uint8Array, what: string): unknown {
  const scan = createJsonScan(noJsonLimits, what);
  scan.push(bytes);
  const decoder = createUtf8Decoder(what);
  return parseJson(decoder.decode(bytes) + decoder.end(), what, scan.names());
}

/** Decodes UTF-8 in parts. Throws an `ApiError` with code `malformed_json` for invalid UTF-8. */
export function createUtf8Decoder(what: string): { decode(part: Uint8Array): string; end(): string } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const orFault = (decode: () => string) => {
    try {
      return decode();
    } catch (cause) {
      throw notJson(what, cause);
    }
  };
  return {
    decode: (part) => orFault(() => decoder.decode(part, { stream: true })),
    end: () => orFault(() => decoder.decode()),
  };
}

function parsedText(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(what, cause);
  }
}

function notJson(what: string, cause: unknown): ApiError {
  return new ApiError('malformed_json', `${what} is not valid JSON in UTF-8.`, { cause });
}

/** Number of members of all objects in a value. Not recursive, because 64 KiB can be nested 64 thousand deep. */
function namesIn(value: unknown): number {
  let names = 0;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    if (!Array.isArray(next)) names += values.length;
    for (const inner of values) if (typeof inner === 'object') left.push(inner);
  }
  return names;
}

/** Maximum length of a text in which the duplicate name is searched for. */
const maxSearchedLength = 64 * 1024;

/** The first duplicate name in an object of valid JSON. */
function repeatedName(text: string): string {
  const objects: Set<string>[] = [];
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/gs;
  for (const [token, , isName] of text.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (isName !== undefined) {
      const name = String(JSON.parse(token.slice(0, -isName.length)));
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return '';
}
