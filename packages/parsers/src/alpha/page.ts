import { PageError } from '../errors.js';
import type { Element } from '../html/tree.js';
import { splitLineAtSeparators } from '../page/line-parts.js';
import { type Line, linesOf } from '../page/lines.js';
import type { Page } from '../page/page.js';
import type { PageReader } from '../reading/answer.js';
import type { NumberedRow } from '../reading/found.js';
import { type PageKind, showsSignOfKind } from '../reading/kind/kind.js';
import { isDateText } from '../words/dates.js';
import { isClockDuration } from '../words/numbers.js';
import { readPageState } from './page-state.js';
import { readPageNumber } from './pagination.js';
import { namesQuery, readQuery } from './query.js';

/** The parts of a reader that all tabs share. */
export const alphaReaderBase: Pick<
  PageReader<never, never>,
  'unwrap' | 'stateOf' | 'queryOf' | 'namesQuery' | 'pageOf'
> = {
  unwrap: unwrapPage,
  stateOf: readPageState,
  queryOf: readQuery,
  namesQuery,
  pageOf: readPageNumber,
};

/**
 * Refuses rows that do not look like those of a kind, on a page that shows no sign of it, such as a bare list of rows,
 * which any reader may be given.
 */
export function createRowKindCheck<Row>(
  kind: PageKind,
  resembles: (page: Page, rows: readonly NumberedRow<Row>[]) => boolean,
): (page: Page, rows: readonly NumberedRow<Row>[]) => void {
  return (page, rows) => {
    if (rows.length === 0 || showsSignOfKind(kind, page) || resembles(page, rows)) return;
    throw new PageError('unrecognised', { reason: `its rows do not look like those of ${kind}` });
  };
}

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

/** A row, by the link of its title. */
interface LinkedRow {
  readonly anchor: Element;
}

/** Whether nearly all of several rows show a running time, as only the rows of the Videos tab do. */
export function rowsHaveDurations(page: Page, rows: readonly LinkedRow[]): boolean {
  return showInMost(page, rows, ({ text }) => isClockDuration(text));
}

/** Whether nearly all of several rows show a date of their own, as those of the News and Videos tabs do. */
export function rowsHaveDates(page: Page, rows: readonly LinkedRow[]): boolean {
  return showInMost(page, rows, (line) => splitLineAtSeparators(line).some(isDateText));
}

function showInMost(page: Page, rows: readonly LinkedRow[], test: (line: Line) => boolean): boolean {
  if (rows.length < minRows) return false;
  const passed = new Set<number>();
  let next = 0;
  for (const line of linesOf(page.document)) {
    const order = line.pieces[0]?.parent.order ?? 0;
    while (next < rows.length && rows[next]!.anchor.order <= order) next++;
    if (next > 0 && test(line)) passed.add(next);
  }
  return passed.size >= rows.length * mostShare;
}

/** One row with a running time may be a video among web results. */
const minRows = 2;

/**
 * Whether most rows pass: a page may have some of another kind. A single row counts as passing, because it proves no
 * kind.
 */
export function mostRowsPass<Row extends object>(
  rows: readonly { readonly row: Row }[],
  test: (row: Row) => boolean,
): boolean {
  return rows.length < minRows || rows.filter(({ row }) => test(row)).length >= rows.length * mostShare;
}

/** Share of rows that makes most. */
const mostShare = 0.75;
