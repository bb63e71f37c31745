import { ApiError, quoted } from '../errors/api-error.js';
import { createJsonScan, shortJson } from './json-scan.js';

/**
 * The value of a JSON text. A name that an object has twice is an error: of two values somebody on the way may have looked at
 * the other one. Throws an `ApiError` of code `malformed_json`.
 *
 * @param what names the text in messages
 * @param names members of all its objects, as a scan has counted them
 */
export function parseJson(text: string, what: string, names: number): unknown {
  const value = parsedText(text, what);
  if (names === namesIn(value)) return value; // an object keeps one member of each name
  const name = text.length > longestSearched ? 'a name' : `the name "${quoted(repeatedName(text))}"`;
  throw new ApiError('malformed_json', `${what} gives ${name} more than once in an object.`);
}

/** The value of a JSON text in UTF-8 that is short enough to be read at once, see `parseJson`. */
export function parseJsonBytes(bytes: Uint8Array, what: string): unknown {
  const scan = createJsonScan(shortJson, what);
  scan.push(bytes);
  const decoder = createDecoder(what);
  return parseJson(decoder.decode(bytes) + decoder.end(), what, scan.names());
}

/** Decodes UTF-8 part by part. Throws an `ApiError` of code `malformed_json` for what is none. */
export function createDecoder(what: string): { decode(part: Uint8Array): string; end(): string } {
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

/** Members of all objects in a value. Not recursive: 64 KiB can be 64 thousand deep. */
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

/** Characters of a text in which the name is looked for. */
const longestSearched = 64 * 1024;

/** The first name that an object of valid JSON has twice. */
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
