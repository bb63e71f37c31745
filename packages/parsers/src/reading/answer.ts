import { PageError, type PageState } from '../errors.js';
import type { Element } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isShown } from '../page/visible.js';
import type { Diagnostics } from '../results/diagnostics.js';
import type { PageInfo } from '../results/responses.js';
import { queriesEqual, queriesMatch } from '../words/text.js';
import { cleanText, finished, isUsableLink } from './finish.js';
import { type Fields, type FoundRow, type FoundRows, type NumberedRow, valuesOf, withValues } from './found.js';
import { type EngineName, originOf } from './kind/engines.js';
import { checkKind, type PageKind } from './kind/kind.js';
import { linkedQueries } from './kind/tabs.js';
import { type Reading, startReading } from './reading.js';
import { diagnosticsOf } from './trace.js';

/** What is known of one kind of result page of one engine. `answer` reads every such page by it. */
export interface PageReader<Row extends { position: number }, Result> {
  /** The kind of page that it reads, which is also the name of the operation. */
  readonly kind: PageKind;
  /** Takes the page out of what the engine may have put it in. */
  unwrap?(text: string): string;
  /** What the page is, from its structure. `results` need not mean that it has rows that can be read. */
  stateOf(page: Page): PageState;
  /** The query that the page says it answered, undefined where it says none. */
  queryOf(page: Page): string | undefined;
  /**
   * Whether the page states a query in another way too.
   * @default whether it is that of `queryOf`
   */
  statesQuery?(page: Page, query: string): boolean;
  /** The number of the page that the page says it is, undefined where it says none. */
  pageOf(page: Page): number | undefined;
  /** Whether a page that says no number cannot be the one of that number. */
  isOtherPage?(page: Page, asked: number): boolean;
  /** The rows of the page, in order. */
  rowsOf(reading: Reading): FoundRows<Row>;
  /** Whether the page is an answer although it has no rows. By default it says so itself, or is not recognised. */
  answersWithoutRows?(reading: Reading, found: FoundRows<Row>): boolean;
  /** Whether a row of this kind is on no other page, so that a page without landmarks may be a fragment of this one. */
  identifies?(row: Row): boolean;
  /** All of the result, in its order; `rows` are given for `organic_results` and for what is beside them. */
  resultOf(reading: Reading, rows: readonly NumberedRow<Row>[]): ResultFields<Result>;
}

/** All of a result but for how it was read. */
export type ResultFields<Result> = Fields<Omit<Result, 'diagnostics'>>;

/**
 * Reads a result page: what it is, whether it answers what was asked, its rows, and the rest of the result.
 *
 * @throws {PageError} for a page that is no answer, the answer to something else, or one that cannot be read
 * @throws {TypeError} for a body or an option that is none
 */
export function answer<Row extends { position: number }, Result extends object>(
  reader: PageReader<Row, Result>,
  body: string | Uint8Array,
  options?: ParseOptions,
): Omit<Result, 'diagnostics'> & { diagnostics?: Diagnostics } {
  const reading = startReading(body, options, reader.unwrap);
  const stated = reader.stateOf(reading.page);
  const mayBeFragment = stated === 'unrecognised' && reader.identifies !== undefined;
  const isRefusal = stated !== 'results' && stated !== 'no_results' && stated !== 'unrecognised';
  if (isRefusal) throw new PageError(stated);
  checkKind(reader.kind, reading.page);
  if (stated === 'unrecognised' && !mayBeFragment) throw new PageError(stated);
  const info = checkedInfo(reader, reading);
  const found = usableRows(reader.rowsOf(reading));
  checkRewriting(reader.kind, reading, found.rows[0]?.anchor);
  const rows = found.rows.map(numbered<Row>);
  const isAnswer = rows.length > 0 || stated === 'no_results' || reader.answersWithoutRows?.(reading, found) === true;
  if (!isAnswer) throw new PageError('unrecognised');
  if (mayBeFragment && !rows.some(({ row }) => reader.identifies?.(row))) throw new PageError('unrecognised');
  const state = rows.length === 0 ? 'no_results' : 'results';
  const result = reader.resultOf(reading, rows);
  if (!reading.options.diagnostics) return finished(valuesOf(result), originOf(reader.kind));
  const diagnostics = diagnosticsOf({ state, info, found, rows, result });
  return finished({ ...valuesOf(result), diagnostics }, originOf(reader.kind));
}

/** The rows that have a title and lead somewhere; the others are listed as dropped. */
function usableRows<Row extends object>(found: FoundRows<Row>): FoundRows<Row> {
  const rows = found.rows.filter(isUsable);
  if (rows.length === found.rows.length) return found;
  const dropped = found.rows.filter((row) => !isUsable(row));
  const unusable = dropped.map(({ anchor }) => ({ reason: 'unusable', element: anchor }));
  return { ...found, rows, dropped: [...found.dropped, ...unusable] };
}

function isUsable<Row extends object>({ fields }: FoundRow<Row>): boolean {
  const { title, domain, link } = valuesOf(fields) as { title?: string; domain?: string; link?: string };
  return isUsableLink(link ?? '') && domain !== '' && cleanText(title ?? '').trim() !== '';
}

/** @throws {PageError} for an answer to another query; `isStated` knows the other ways in which the answer states one */
export function checkQuery(
  asked: string | undefined,
  answered: string | undefined,
  isStated: (query: string) => boolean = () => false,
): void {
  if (asked === undefined || answered === undefined) return;
  if (!queriesMatch(asked, answered) && !isStated(asked)) throw new PageError('wrong_query', { asked, answered });
}

function checkRewriting(kind: PageKind, { page, options }: Reading, firstRow: Element | undefined): void {
  const { query: asked } = options;
  if (asked === undefined) return;
  const answered = rewrittenQuery(kind, page, asked, firstRow);
  if (answered !== undefined) throw new PageError('wrong_query', { asked, answered });
}

/** What of a reader reads which query and which number a page states. */
type Claims = Pick<PageReader<{ position: number }, object>, 'queryOf' | 'statesQuery' | 'pageOf' | 'isOtherPage'>;

/** What the page says of itself, as far as it is asked for, once it is held against what was asked. */
function checkedInfo(reader: Claims, { page, options }: Reading): PageInfo {
  const { query, page: asked, diagnostics } = options;
  const answered = query !== undefined || diagnostics ? reader.queryOf(page) : undefined;
  checkQuery(query, answered, (text) => reader.statesQuery?.(page, text) === true);
  const number = asked !== undefined || diagnostics ? reader.pageOf(page) : undefined;
  checkPage(asked, number, (other) => reader.isOtherPage?.(page, other) === true);
  return { ...(answered !== undefined && { query: answered }), ...(number !== undefined && { page: number }) };
}

function checkPage(asked: number | undefined, answered: number | undefined, isOther: (asked: number) => boolean): void {
  if (asked === undefined) return;
  if (answered === undefined && isOther(asked)) throw new PageError('wrong_page', { reason: 'page', asked });
  if (answered !== undefined && answered !== asked)
    throw new PageError('wrong_page', { reason: 'page', asked, answered });
}

function numbered<Row extends { position: number }>(
  { anchor, fields }: FoundRow<Row>,
  index: number,
): NumberedRow<Row> {
  return { anchor, fields, row: withValues<object>({ position: index + 1 }, fields) as Row };
}

/**
 * The query that a page answers instead of the one that was asked, although its title and its box repeat that one: all its
 * links to more of the same ask for it, and nothing above the first row tells a person. Undefined for any other page.
 */
function rewrittenQuery(kind: PageKind, page: Page, asked: string, firstRow: Element | undefined): string | undefined {
  const queries = linkedQueries(kind.split('.', 1)[0] as EngineName, page);
  const [other] = queries;
  if (other === undefined || queries.length < fewestLinks) return undefined;
  if (queries.some((query) => queriesEqual(query, asked) || !queriesEqual(query, other))) return undefined;
  return isShownAbove(page, other, firstRow?.order ?? page.elements.length) ? undefined : other;
}

/** One link to another query may be a suggestion. */
const fewestLinks = 2;

/** Whether a person reads the query by itself somewhere above the rows: as a link, in a mark, in a line of its own. */
function isShownAbove({ elements }: Page, query: string, end: number): boolean {
  return elements.some((element) => {
    const isSmall = element.last - element.order <= mostInQuote && element.order < end;
    return isSmall && !unread.has(element.name) && isShown(element) && queriesEqual(textOf(element), query);
  });
}

/** Elements that a query may be written with. */
const mostInQuote = 20;

/** What holds a text that is not read as part of the page. */
const unread = new Set(['title', 'textarea', 'option']);
