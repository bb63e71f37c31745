import { PageError } from '../errors.js';
import { checkBody, decodeBody } from '../html/decode.js';
import { attribute, type Element } from '../html/tree.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, readPage } from '../page/page.js';
import { textOf } from '../page/text.js';
import { checkQuery } from '../reading/answer.js';
import { cleanText } from '../reading/finish.js';
import type { AlphaAutocompleteResult } from '../results/responses.js';
import { endOfValue } from '../script/js-source.js';
import { readPageState } from './page-state.js';

/**
 * Reads a suggestion reply of Google in any of its shapes: JSON or JSONP as sent to browsers, to the search page and to
 * YouTube, and the toolbar's XML. Completions keep the reply's order. A reply without completions gives an empty list.
 *
 * @throws {PageError} for anything else, such as an HTML page that asks for a captcha or reports an error
 */
export function parseAlphaAutocomplete(body: string | Uint8Array, options?: ParseOptions): AlphaAutocompleteResult {
  const resolved = resolveOptions(options);
  const text = decodeReply(body, resolved.contentType);
  const reply = text.trimStart().startsWith('<') ? readMarkup(text, resolved) : readJsonReply(text);
  if (reply === undefined) throw new PageError(resolved.truncated && breaksOff(text) ? 'truncated' : 'unrecognised');
  checkQuery(resolved.query, reply.query);
  return { suggestions: reply.values.map(cleanText).flatMap((value) => (value === '' ? [] : [{ value }])) };
}

/** Throws for a page that takes the place of the reply. */
function readMarkup(text: string, { truncated }: ResolvedOptions): Reply | undefined {
  const page = readPage(text);
  if (truncated && !page.isWhole && !isEmptyReply(page)) throw new PageError('truncated');
  const reply = readXmlReply(page);
  if (reply !== undefined) return reply;
  const state = readPageState(page);
  if (state === 'results' || state === 'no_results') return undefined;
  throw new PageError(state);
}

/**
 * Reads the toolbar's XML, `toplevel > CompleteSuggestion > suggestion[data]`, as the page reader sees it: names in
 * lower case, entities decoded. Undefined where the page is no such reply.
 */
function readXmlReply({ elements }: Page): Reply | undefined {
  if (!elements.some(isRoot)) return undefined;
  const values = elements
    .filter(({ name }) => name === 'suggestion')
    .map((suggestion) => (attribute(suggestion, 'data') ?? '').trim())
    .filter((value) => value !== '');
  return { values };
}

/** Whether the reply is a root without content, which to the page reader looks like one that is not closed. */
function isEmptyReply({ elements, source }: Page): boolean {
  return elements.some(isRoot) && /<toplevel\b[^<>]*\/>\s*$/i.test(source);
}

function isRoot({ name }: Element): boolean {
  return name === 'toplevel';
}

/**
 * The text of a suggestion reply. It differs from a page in two ways: its data may talk of charsets ("python
 * encoding=latin1"), so only markup is searched for one; and where nothing names a charset, bytes that are not UTF-8 are
 * ISO-8859-1, which the engine still sends to clients that did not ask for UTF-8.
 */
function decodeReply(body: string | Uint8Array, contentType: string | undefined): string {
  checkBody(body);
  if (typeof body === 'string' || /charset\s*=/i.test(contentType ?? '')) return decodeBody(body, contentType);
  const text = decodeBody(body, isMarkup(body) ? contentType : 'application/json; charset=utf-8');
  return text.includes('\ufffd') ? decodeBody(body, 'text/plain; charset=iso-8859-1') : text;
}

/** Whether the first character that is no white space is `<`. A byte order mark names the charset by itself. */
function isMarkup(body: Uint8Array): boolean {
  return body.find((byte) => byte > 0x20) === 0x3c;
}

/** What a suggestion reply says. */
interface Reply {
  /** The query that the reply says it completes, undefined where it says none. */
  query?: string;
  /** The completions as plain text, best first. */
  values: string[];
}

/**
 * Reads the JSON shapes: `[query, rows, …]` (browsers, YouTube) and `[rows, …]` (the search page's own box), bare,
 * behind the guard `)]}'` or as the argument of a call. Undefined where the text is none of them.
 */
function readJsonReply(text: string): Reply | undefined {
  const reply = parseReply(text);
  if (!Array.isArray(reply)) return undefined;
  const [first, second]: unknown[] = reply;
  if (typeof first !== 'string') return replyOf(first);
  const read = replyOf(second);
  return read && { query: first, ...read };
}

/** Whether a text that is no reply may be the beginning of one: its data is not closed, or does not begin. */
function breaksOff(text: string): boolean {
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
