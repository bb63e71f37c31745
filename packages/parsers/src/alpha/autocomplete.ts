import { PageError } from '../errors.js';
import { assertBodyType, decodeBody } from '../html/decode.js';
import { attributeText, type Element, isElement } from '../html/tree.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, parseHtmlPage } from '../page/page.js';
import { textOf } from '../page/text.js';
import { assertQuery } from '../reading/answer.js';
import { cleanText } from '../reading/reading.js';
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
  assertQuery(resolved.query, reply.query);
  return { suggestions: reply.values.map(cleanText).flatMap((value) => (value === '' ? [] : [{ value }])) };
}

/** Reads a reply in markup. Throws for a page that was sent instead of the reply. */
function readMarkup(text: string, { truncated }: ResolvedOptions): Reply | undefined {
  const page = parseHtmlPage(text);
  if (truncated && !page.isWhole && !isEmptyReply(page)) throw new PageError('truncated');
  const reply = readXmlReply(page) ?? readShownReply(page);
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
    .map((suggestion) => attributeText(suggestion, 'data').trim());
  return { values };
}

/** The reply as a browser shows it: a page that begins with it, in a `pre` element. */
function readShownReply({ elements }: Page): Reply | undefined {
  const shown = elements.find(({ name }) => name === 'pre');
  if (shown === undefined || shown.parent!.children[0] !== shown) return undefined;
  return readJsonReply(shown.children.map((node) => (isElement(node) ? '' : node.data)).join(''));
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
  assertBodyType(body);
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
 * Reads the JSON formats: `[query, rows, …]` (browsers, YouTube) and `[rows, …]` (the search page's own box), whatever
 * precedes and follows: a guard such as `)]}'`, a call, an assignment. Undefined for any other text.
 */
function readJsonReply(text: string): Reply | undefined {
  const reply = parseReply(text);
  const [first] = reply;
  return isReply(first) ? readList(first) : (readList(reply) ?? (Array.isArray(first) ? readList(first) : undefined));
}

/** Whether a value is a query and a list of rows: another list may be around both. */
function isReply(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const rows: unknown = value[1];
  return Array.isArray(rows) && rows.every((row) => typeof row === 'string' || Array.isArray(row));
}

function readList(reply: readonly unknown[]): Reply | undefined {
  const [query] = reply;
  const read = replyOf(reply.find(Array.isArray));
  return typeof query === 'string' ? read && { query, ...read } : read;
}

/** Whether a text may be the beginning of a reply: its data or its call is not closed, or does not begin. */
function breaksOff(text: string): boolean {
  const start = text.search(startOfData);
  return start < 0 || openCall.test(text) || endOfValue(`${text},`, start) < 0;
}

/** The bracket of the data, which is not that of a property: `window["callback"]`. */
const startOfData = /\[(?!(["'])[\w$]{1,40}\1\])/;

/** A call of a function whose argument ends without the call's parenthesis: the reply is cut off. */
const openCall = /^[^"[]*\([^()"[]*\[.*\][^\])]*$/s;

/** The list in a text from the first bracket to the last one; empty if there is none. It may be escaped as in a string. */
function parseReply(text: string): readonly unknown[] {
  if (openCall.test(text)) return [];
  const data = text.slice(Math.max(0, text.search(startOfData)), text.lastIndexOf(']') + 1);
  for (const written of [data, `"${data}"`]) {
    try {
      const value: unknown = JSON.parse(written);
      return (typeof value === 'string' ? JSON.parse(value) : value) as readonly unknown[];
    } catch {
      // not JSON; the caller decides what that means
    }
  }
  return [];
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
  return /[<&]/.test(markup) ? textOf(parseHtmlPage(markup).document) : markup.trim();
}
