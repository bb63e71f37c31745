import { PageError } from '../errors.js';
import { decodeBody } from '../html/decode.js';
import { attributeText, type Element, isElement } from '../html/tree.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { textsOf } from '../page/lines.js';
import { type Page, parseHtmlPage } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isLineBreaking, isSelfOutOfSight } from '../page/visible.js';
import { parseUrl } from '../words/address.js';
import { distinctNonEmpty, isBlank, letterOrDigit, withoutInvisibleCharacters } from '../words/text.js';
import { type Found, type FoundRow, type FoundRows, foundValue, valuesOf } from './found.js';

/** A page being read, as passed to every reader of an engine. */
export interface ParseContext {
  readonly page: Page;
  readonly options: ResolvedOptions;
}

/**
 * Checks the options, then decodes and parses a body. `unwrap` extracts the page from a wrapper in which the engine may
 * have sent it.
 *
 * @throws {PageError} `truncated` for a body that breaks off, if the options ask for it
 * @throws {TypeError} for a body or an option of the wrong type
 */
export function parseBody(
  body: string | Uint8Array,
  options?: ParseOptions,
  unwrap: (text: string) => string = (text) => text,
): ParseContext {
  const resolved = resolveOptions(options);
  const page = parseHtmlPage(unwrap(decodeBody(body, resolved.contentType)));
  if (resolved.truncated && !page.isWhole) throw new PageError('truncated');
  return { page, options: resolved };
}

/**
 * A copy of a result for the caller. All texts are well-formed and without invisible characters, all addresses
 * absolute. Items without a usable link, other unusable addresses and sources without a title are left out. `origin` is
 * the base of relative links.
 *
 * No text of the copy shares memory with the page: V8 lets a slice of 13 characters or more point into the whole
 * string, so a result of some kilobytes would keep a page of megabytes alive.
 */
export function cleanCopyOf<T>(data: T, origin: string): T {
  return copyOf(data, origin) as T;
}

/** Whether an address is absolute and valid. */
export function isValidAbsoluteUrl(link: string): boolean {
  return validHost.test(link) || (absolute.test(link) && parseUrl(link) !== undefined);
}

/** Host names that are known to be valid, whatever follows: parsing the whole address takes far longer. */
const validHost = /^https?:\/\/(?!xn--)(?:[a-z\d-]{1,63}\.(?!xn--)){1,8}[a-z][a-z\d]*(?:[/?#]|$)/i;

const absolute = /^(?:https?|ftp):\/\/[^/?#]/i;

/** Undefined for an object without a usable link. */
function copyOf(data: unknown, origin: string): unknown {
  if (typeof data === 'string') return ownText(cleanText(data));
  if (Array.isArray(data)) return data.map((item) => copyOf(item, origin)).filter((item) => item !== undefined);
  if (typeof data !== 'object' || data === null) return data;
  const copy: Record<string, unknown> = { ...data }; // own properties, including `__proto__`
  for (const name of Object.keys(copy)) {
    copy[name] = name === 'attributes' ? labelledTexts(copy[name]) : copyOf(copy[name], origin);
    if (otherAddresses.has(name) && typeof copy[name] === 'string') copy[name] = usableLink(copy[name], origin);
    if (copy[name] === undefined || (name === 'source' && isUntitled(copy[name]))) delete copy[name];
  }
  if (typeof copy.link !== 'string' || isValidAbsoluteUrl(copy.link)) return copy;
  const link = usableLink(copy.link, origin);
  return link === undefined ? undefined : { ...copy, link };
}

/** Properties beside `link` that are addresses. */
const otherAddresses: ReadonlySet<string> = new Set(['website', 'description_link', 'thumbnail', 'favicon']);

/** The absolute form of an address; undefined if it is unusable. Images may be `data:` addresses. */
function usableLink(address: string, origin: string): string | undefined {
  if (isValidAbsoluteUrl(address) || address.startsWith('data:image/')) return address;
  const link = parseUrl(address, origin)?.href;
  return link !== undefined && isValidAbsoluteUrl(link) ? link : undefined;
}

/** The property names of this object are texts of the page too. */
function labelledTexts(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return texts;
  const cleaned = Object.entries(texts).map(([label, text]) => [ownText(cleanText(label)), ownText(cleanText(text))]);
  return Object.fromEntries(cleaned);
}

/** Whether a source has no title left, because it consisted of invisible characters. */
function isUntitled(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'title' in source && source.title === '';
}

/** Removes lone surrogates, soft hyphens, bidirectional controls, zero-width spaces, word joiners and byte order marks. */
export function cleanText(text: string): string {
  return mayBeUnclean.test(text) ? withoutInvisibleCharacters(text.replace(loneSurrogate, '\ufffd')) : text;
}

const loneSurrogate = /\p{Surrogate}/gu;
/** Also matches surrogate pairs: telling them apart takes far longer. */
const mayBeUnclean = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff]/;

/** Copies a text out of the string it was sliced from: V8 flattens a concatenation when it is sliced. */
function ownText(text: string): string {
  return text.length < minSlice ? text : ` ${text}`.slice(1);
}

/** V8 copies shorter slices. */
const minSlice = 13;

/** Keeps the rows with a title and a usable link; lists the others as dropped. */
export function dropUnusableRows<Row extends object>(found: FoundRows<Row>): FoundRows<Row> {
  const rows = found.rows.filter(isUsable);
  if (rows.length === found.rows.length) return found;
  const dropped = found.rows.filter((row) => !isUsable(row));
  const unusable = dropped.map(({ anchor }) => ({ reason: 'unusable', element: anchor }));
  return { ...found, rows, dropped: [...found.dropped, ...unusable] };
}

function isUsable<Row extends object>({ fields }: FoundRow<Row>): boolean {
  const { title, domain, link } = valuesOf(fields) as { title?: string; domain?: string; link?: string };
  return isValidAbsoluteUrl(link ?? '') && domain !== '' && cleanText(title ?? '').trim() !== '';
}

/**
 * Lists as dropped the rows that repeat another one whole if that is so for most rows: a page may have a copy of each for
 * other screens. A single row may be shown twice.
 */
export function dropDuplicateRows<Row extends object>(found: FoundRows<Row>): FoundRows<Row> {
  const repeated = repeatedLinks(found.rows);
  if (repeated.size === 0) return found;
  const known = new Set<string>();
  const rows: FoundRow<Row>[] = [];
  const dropped = [...found.dropped];
  for (const row of found.rows) {
    const contents = repeated.has(linkOf(row)) ? JSON.stringify(valuesOf(row.fields)) : undefined;
    if (contents !== undefined && known.has(contents)) dropped.push({ reason: 'copy', element: row.anchor });
    else rows.push(row);
    if (contents !== undefined) known.add(contents);
  }
  const copies = found.rows.length - rows.length;
  return copies < minCopies || 2 * copies < rows.length ? found : { ...found, rows, dropped };
}

const minCopies = 2;

function repeatedLinks<Row extends object>(rows: readonly FoundRow<Row>[]): ReadonlySet<string | undefined> {
  const known = new Set<string>();
  const repeated = new Set<string>();
  for (const row of rows) {
    const link = linkOf(row);
    if (link === undefined) continue;
    if (known.has(link)) repeated.add(link);
    known.add(link);
  }
  return repeated;
}

/** Suggestions have no link. */
function linkOf<Row extends object>({ fields }: FoundRow<Row>): string | undefined {
  return (fields as { link?: { value: string } }).link?.value;
}

/** The fields of rows with an excerpt that are read here. */
interface ExcerptFields {
  readonly snippet: Found<string>;
  readonly snippet_matched: Found<string[]>;
}

/**
 * The rows with the matched words of their excerpts, on a page whose excerpts highlight none by the name of an element:
 * they are in elements of a class that a style sheet highlights. Most texts of such a class contain a word of the query.
 */
export function withHighlightsByClass<Row extends object>(
  rows: FoundRows<Row>,
  page: Page,
  queryOf: (page: Page) => string | undefined,
): FoundRows<Row> {
  const excerpts = rows.rows.map(excerptOf);
  if (excerpts.some((excerpt) => excerpt !== undefined && excerpt.snippet_matched.value.length > 0)) return rows;
  const parts = excerpts.map((excerpt) => (excerpt === undefined ? [] : partsOf(page, excerpt)));
  if (parts.every(({ length }) => length === 0)) return rows;
  const classes = classesOfMarks(parts.flat(), wordsOf(queryOf(page) ?? ''));
  if (classes.size === 0) return rows;
  return {
    ...rows,
    rows: rows.rows.map((row, index) => {
      const marks = parts[index]!.filter(({ className }) => classes.has(className));
      return marks.length === 0 ? row : marked(row, marks);
    }),
  };
}

function excerptOf<Row extends object>({ fields }: FoundRow<Row>): ExcerptFields | undefined {
  return 'snippet_matched' in fields ? (fields as unknown as ExcerptFields) : undefined;
}

function marked<Row extends object>(row: FoundRow<Row>, marks: readonly ClassedText[]): FoundRow<Row> {
  const texts = distinctNonEmpty(textsOf(marks));
  return { ...row, fields: { ...row.fields, snippet_matched: foundValue(texts, 'class', marks[0]!.element) } };
}

/** An element of some class within the text of an excerpt. */
interface ClassedText {
  readonly className: string;
  readonly text: string;
  readonly element: Element;
}

function partsOf(page: Page, { snippet: { element: block, value } }: ExcerptFields): ClassedText[] {
  const parts: ClassedText[] = [];
  if (block === undefined) return parts;
  for (let order = block.order + 1; order <= block.last; order++) {
    const element = page.elements[order]!;
    const className = attributeText(element, 'class');
    if (className === '' || element.name === 'a' || !isBesideText(element)) continue;
    const text = textOf(element);
    if (letterOrDigit.test(text) && text.length <= maxMarkLength && value.includes(text))
      parts.push({ className, text, element });
  }
  return parts;
}

/** Longer texts are not highlighted. */
const maxMarkLength = 200;

/** Whether an element without others inside is among words. */
function isBesideText(element: Element): boolean {
  if (element.last > element.order || isLineBreaking(element) || isSelfOutOfSight(element)) return false;
  return element.parent!.children.some((other) => !isElement(other) && !isBlank(other.data));
}

function classesOfMarks(parts: readonly ClassedText[], query: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { className, text } of parts) {
    const count = wordsOf(text).some((word) => query.some((other) => isFormOf(word, other))) ? 1 : -1;
    counts.set(className, (counts.get(className) ?? 0) + count);
  }
  return new Set([...counts.keys()].filter((className) => counts.get(className)! > 0));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether two words are equal or begin alike, as forms of a word do. */
function isFormOf(word: string, other: string): boolean {
  return (
    word === other || (other.length >= minStem && word.startsWith(other.slice(0, Math.max(minStem, other.length - 2))))
  );
}

const minStem = 4;
