import { PageError } from '../errors.js';
import { checkBody, decodeBody } from '../html/decode.js';
import { attributeText, type Element } from '../html/tree.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, readPage } from '../page/page.js';
import { textOf } from '../page/text.js';
import { checkQuery } from '../reading/answer.js';
import { cleanText } from '../reading/finish.js';
import type { AlphaAutocompleteResult } from '../results/responses.js';
import { endOfValue } from '../script/js-source.js';
import { readPageState } from './page-state.js';

/**
 * Reads a suggestion reply of Google in any of its formats: JSON or JSONP as sent to browsers, to the search page and
 * to YouTube, and the toolbar's XML. Completions are in the reply's order; a reply without any gives an empty list.
 *
 * @throws {PageError} for anything else, such as an HTML page that asks for a captcha or reports an error
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAlphaAutocomplete } from '@svc/parsers/alpha/autocomplete';
 * parseAlphaAutocomplete('["tea",["tea shop"]]'); // { suggestions: [{ value: 'tea shop' }] }
 * ```
 */
export function parseAlphaAutocomplete(body: string | Uint8Array, options?: ParseOptions): AlphaAutocompleteResult {
  const resolved = resolveOptions(options);
  const text = decodeReply(body, resolved.contentType);
  const reply = text.trimStart().startsWith('<') ? readMarkup(text, resolved) : readJsonReply(text);
  if (reply === undefined) throw new PageError(resolved.truncated && breaksOff(text) ? 'truncated' : 'unrecognised');
  checkQuery(resolved.query, reply.query);
  return { suggestions: reply.values.map(cleanText).flatMap((value) => (value === '' ? [] : [{ value }])) };
}

/** Reads a reply in markup. Throws for a page that was sent instead of the reply. */
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
 * Reads the toolbar's XML, `toplevel > CompleteSuggestion > suggestion[data]`, from the page parsed as HTML: names in
 * lower case, character references decoded. Undefined if the page is not such a reply.
 */
function readXmlReply({ elements }: Page): Reply | undefined {
  if (!elements.some(isRoot)) return undefined;
  const values = elements
    .filter(({ name }) => name === 'suggestion')
    .map((suggestion) => attributeText(suggestion, 'data').trim())
    .filter((value) => value !== '');
  return { values };
}

/** Whether the reply is a self-closing root, which the HTML parser takes for an open one. */
function isEmptyReply({ elements, source }: Page): boolean {
  return elements.some(isRoot) && /<toplevel\b[^<>]*\/>\s*$/i.test(source);
}

function isRoot({ name }: Element): boolean {
  return name === 'toplevel';
}

/**
 * The text of a suggestion reply. Differs from a page in two ways. Its data may mention charsets ("python
 * encoding=latin1"), so only markup is searched for one. And if nothing names a charset, bytes that are not UTF-8 are
 * ISO-8859-1, which the engine still sends to clients that do not ask for UTF-8.
 */
function decodeReply(body: string | Uint8Array, contentType: string | undefined): string {
  checkBody(body);
  if (typeof body === 'string' || /charset\s*=/i.test(contentType ?? '')) return decodeBody(body, contentType);
  const text = decodeBody(body, isMarkup(body) ? contentType : 'application/json; charset=utf-8');
  return text.includes('\ufffd') ? decodeBody(body, 'text/plain; charset=iso-8859-1') : text;
}

/** Whether the first character except white space is `<`. A byte order mark is handled by `decodeBody`. */
function isMarkup(body: Uint8Array): boolean {
  return body.find((byte) => byte > 0x20) === 0x3c;
}

/** The content of a suggestion reply. */
interface Reply {
  /** The query that the reply says it completes; undefined if it names none. */
  query?: string;
  /** The completions as plain text, best first. */
  values: string[];
}

/**
 * Reads the JSON formats: `[query, rows, …]` (browsers, YouTube) and `[rows, …]` (the search page's own box), bare,
 * after the guard `)]}'` or as the argument of a call. Undefined for any other text.
 */
function readJsonReply(text: string): Reply | undefined {
  const reply = parseReply(text);
  if (!Array.isArray(reply)) return undefined;
  const [first, second]: unknown[] = reply;
  if (typeof first !== 'string') return replyOf(first);
  const read = replyOf(second);
  return read && { query: first, ...read };
}

/** Whether a text may be the beginning of a reply: its data is not closed, or does not begin. */
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
    return undefined; // not JSON; the caller decides what that means
  }
}

function replyOf(rows: unknown): Reply | undefined {
  if (!Array.isArray(rows)) return undefined;
  if (rows.length > maxRows) throw new PageError('unrecognised', { reason: `more than ${maxRows} suggestions` });
  const values = rows.map(suggestionIn).filter((value) => value !== '');
  return values.length > 0 || rows.length === 0 ? { values } : undefined;
}

/** The engine sends 20 at most. */
const maxRows = 1_000;

/** A row is a text, or `[text, type, …]`. If the type is a number, the text is HTML. */
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
