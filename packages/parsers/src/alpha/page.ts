import type { PageReader } from '../reading/answer.js';
import { readPageState } from './page-state.js';
import { readPageNumber } from './pagination.js';
import { readQuery, statesQuery } from './query.js';

/** What the result pages of all tabs have in common. */
export const alphaPage: Pick<PageReader<never, never>, 'unwrap' | 'stateOf' | 'queryOf' | 'statesQuery' | 'pageOf'> = {
  unwrap: unwrapPage,
  stateOf: readPageState,
  queryOf: readQuery,
  statesQuery,
  pageOf: readPageNumber,
};

/**
 * The page inside a body of JSON: the chunks of a `tch=1` stream (objects whose `d` is a piece of the page, each followed
 * by a mark) put together, or the one `html` of an object. Any other text is returned as it is. A stream that was cut off
 * yields what had arrived.
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

/** The keys of a chunk that hold a piece of a page. */
interface Chunk {
  d?: unknown;
  html?: unknown;
}

function parsed(chunk: string): Chunk | undefined {
  try {
    const value: unknown = JSON.parse(chunk);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return undefined; // cut off, or no chunk at all
  }
}

/** The content of a string in a chunk without an end; half an escape at its end is dropped. */
function cutPieceOf(chunk: string): string | undefined {
  const start = /"(?:d|html)"\s*:\s*"/.exec(chunk);
  if (start === null) return undefined;
  const rest = chunk.slice(start.index + start[0].length);
  const whole = rest.replace(/\\(?:u[\da-f]{0,3})?$/i, '');
  const string = parsed(`{"d":"${whole}"}`);
  return typeof string?.d === 'string' ? string.d : undefined;
}
