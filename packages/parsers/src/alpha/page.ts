import type { PageReader } from '../reading/answer.js';
import { readPageState } from './page-state.js';
import { readPageNumber } from './pagination.js';
import { readQuery, statesQuery } from './query.js';

/** The parts of a reader that all tabs share. */
export const alphaPage: Pick<PageReader<never, never>, 'unwrap' | 'stateOf' | 'queryOf' | 'statesQuery' | 'pageOf'> = {
  unwrap: unwrapPage,
  stateOf: readPageState,
  queryOf: readQuery,
  statesQuery,
  pageOf: readPageNumber,
};

/**
 * Extracts the page from a JSON body: the joined chunks of a `tch=1` stream (objects whose `d` is a piece of the page,
 * each followed by a separator), or the `html` property of an object. Returns any other text as it is. A stream that
 * was cut off gives the part that arrived.
 */
export function unwrapPage(text: string): string {
  if (!/^\s*\{/.test(text)) return text;
  const pieces = text.split(chunkEnd).map(pieceOf);
  return pieces.some((piece) => piece !== undefined) ? pieces.join('') : text;
}

const chunkEnd = '/*""*/';

function pieceOf(chunk: string): string | undefined {
  const value = parsed(chunk);
  if (value === undefined) return cutPieceOf(chunk);
  return [value.d, value.html].find((piece) => typeof piece === 'string');
}

/** The properties of a chunk that contain a piece of a page. */
interface Chunk {
  d?: unknown;
  html?: unknown;
}

function parsed(chunk: string): Chunk | undefined {
  try {
    const value: unknown = JSON.parse(chunk);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return undefined; // cut off, or not a chunk
  }
}

/** The string in a chunk without an end; drops half an escape sequence at its end. */
function cutPieceOf(chunk: string): string | undefined {
  const start = /"(?:d|html)"\s*:\s*"/.exec(chunk);
  if (start === null) return undefined;
  const rest = chunk.slice(start.index + start[0].length);
  const whole = rest.replace(/\\(?:u[\da-f]{0,3})?$/i, '');
  const string = parsed(`{"d":"${whole}"}`);
  return typeof string?.d === 'string' ? string.d : undefined;
}
