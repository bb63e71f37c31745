import { PageError } from '../../errors.js';
import { readPage } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { endOfValue } from '../../script/js-source.js';

/** What a suggestion reply says. */
export interface Reply {
  /** The query that the reply says it completes, undefined where it says none. */
  query?: string;
  /** The completions as plain text, best first. */
  values: string[];
}

/**
 * Reads the JSON shapes: `[query, rows, …]` (browsers, YouTube) and `[rows, …]` (the search page's own box), bare,
 * behind the guard `)]}'` or as the argument of a call. Undefined where the text is none of them.
 */
export function readJsonReply(text: string): Reply | undefined {
  const reply = parseReply(text);
  if (!Array.isArray(reply)) return undefined;
  const [first, second]: unknown[] = reply;
  if (typeof first !== 'string') return replyOf(first);
  const read = replyOf(second);
  return read && { query: first, ...read };
}

/** Whether a text that is no reply may be the beginning of one: its data is not closed, or does not begin. */
export function breaksOff(text: string): boolean {
  const body = unguarded(text);
  const start = body.search(/[[(]/);
  return start < 0 || endOfValue(`${body},`, start) < 0;
}

function unguarded(text: string): string {
  return text.replace(/^\s*\)\]\}'/, '').trim();
}

function parseReply(text: string): unknown {
  const body = unguarded(text);
  const argument = body.startsWith('[') ? body : body.slice(body.indexOf('(') + 1, body.lastIndexOf(')'));
  try {
    return JSON.parse(argument);
  } catch {
    return undefined; // no reply of this kind: the caller says what that means
  }
}

function replyOf(rows: unknown): Reply | undefined {
  if (!Array.isArray(rows)) return undefined;
  if (rows.length > mostRows) throw new PageError('unrecognised', { reason: `more than ${mostRows} suggestions` });
  const values = rows.map(suggestionIn).filter((value) => value !== '');
  return values.length > 0 || rows.length === 0 ? { values } : undefined;
}

/** The engine sends at most 20. */
const mostRows = 1_000;

/** A row is its text, or `[text, type, …]`. A numeric type marks the shapes whose text is HTML. */
function suggestionIn(row: unknown): string {
  if (typeof row === 'string') return row.trim();
  if (!Array.isArray(row)) return '';
  const [text, type]: unknown[] = row;
  if (typeof text !== 'string') return '';
  return typeof type === 'number' ? plainText(text) : text.trim();
}

function plainText(markup: string): string {
  return /[<&]/.test(markup) ? textOf(readPage(markup).document) : markup.trim();
}
