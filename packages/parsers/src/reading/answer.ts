import { PageError, type PageState } from '../errors.js';
import type { Element } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import { type Page, parseHtmlPage } from '../page/page.js';
import { textOf } from '../page/text.js';
import { breaksLineByName, isRendered } from '../page/visible.js';
import type { ClaimedPageInfo, Diagnostics, Engine } from '../results/responses.js';
import { isBlank, isSameQueryOrTruncated, queriesEqual } from '../words/text.js';
import {
  assignValues,
  diagnosticsOf,
  type Found,
  type FoundFields,
  type FoundRow,
  type FoundRows,
  type NumberedRow,
  valuesOf,
  withoutUndefined,
} from './found.js';
import { engineOriginOf } from './kind/engines.js';
import { assertKind, linkedQueries, type PageKind } from './kind/kind.js';
import {
  cleanCopyOf,
  dropDuplicateRows,
  dropUnusableRows,
  type ParseContext,
  parseBody,
  withHighlightsByClass,
} from './reading.js';

/** Describes how to read one kind of result page of one engine; run by `parseResultPage`. */
export interface PageReader<Row extends { position: number }, Result> {
  /** The kind of page, which is also the name of the operation. */
  readonly kind: PageKind;
  /** Extracts the page from a wrapper in which the engine may have sent it. */
  unwrap?(text: string): string;
  /** The state of the page, from its structure. `results` does not guarantee rows that can be read. */
  stateOf(page: Page): PageState;
  /** The query that the page says it answers; undefined if it names none. */
  queryOf(page: Page): string | undefined;
  /**
   * Whether the page also names this query in another way than `queryOf` reads.
   * @default false
   */
  namesQuery?(page: Page, query: string): boolean;
  /** The page number that the page shows; undefined if it shows none. */
  pageOf(page: Page): number | undefined;
  /**
   * Whether a page that shows no number cannot be the one with the number `asked`.
   * @default false
   */
  isOtherPage?(page: Page, asked: number): boolean;
  /** The rows of the page, in order. */
  rowsOf(reading: ParseContext): FoundRows<Row>;
  /**
   * Whether the page is an answer without rows although its state is `results`.
   * @default false
   */
  isAnswerWithoutRows?(reading: ParseContext, found: FoundRows<Row>): boolean;
  /**
   * Whether such a row occurs on no other kind of page, so that a page without landmarks may be a fragment of this
   * kind.
   * @default fragments are not read
   */
  rowShowsKind?(row: Row): boolean;
  /**
   * Refuses rows that look like those of another kind.
   *
   * @default any rows may be of this kind
   * @throws {PageError} `unrecognised`
   */
  checkRows?(page: Page, rows: readonly NumberedRow<Row>[]): void;
  /** The whole result, in its order; `rows` are for `organic_results` and for what is read around them. */
  resultOf(reading: ParseContext, rows: readonly NumberedRow<Row>[]): ResultFields<Result>;
}

/** A result without its diagnostics. */
export type ResultFields<Result> = FoundFields<Omit<Result, 'diagnostics'>>;

/**
 * Reads a result page: its state, whether it answers what was asked, its rows, and the rest of the result.
 *
 * @throws {PageError} for a page that is not an answer, that answers something else, or that cannot be read
 * @throws {TypeError} for a body or an option of the wrong type
 */
export function parseResultPage<Row extends { position: number }, Result extends object>(
  reader: PageReader<Row, Result>,
  body: string | Uint8Array,
  options?: ParseOptions,
): Omit<Result, 'diagnostics'> & { diagnostics?: Diagnostics } {
  const started = parseBody(body, options, reader.unwrap);
  const stated = reader.stateOf(started.page);
  const reason = stated === 'js_required' || stated === 'unrecognised' ? reasonNotHtml(started.page.source) : undefined;
  if (reason !== undefined) throw new PageError('unrecognised', { reason });
  const isRefusal = stated !== 'results' && stated !== 'no_results' && stated !== 'unrecognised';
  if (isRefusal && !isFragmentBesideRefusal(reader, started)) throw new PageError(stated);
  const mayBeFragment = (isRefusal || stated === 'unrecognised') && reader.rowShowsKind !== undefined;
  assertKind(reader.kind, started.page);
  if (stated === 'unrecognised' && !mayBeFragment) throw new PageError(stated);
  const info = checkedInfo(reader, started);
  const { reading, found } = readRows(reader, started, stated === 'results');
  checkRewriting(reader.kind, reading, found.rows[0]?.anchor);
  const rows = found.rows.map(numberRow<Row>);
  const isAnswer = rows.length > 0 || stated === 'no_results' || reader.isAnswerWithoutRows?.(reading, found) === true;
  if (!isAnswer) throw new PageError('unrecognised');
  if (mayBeFragment && !rows.some(({ row }) => reader.rowShowsKind?.(row))) throw new PageError('unrecognised');
  reader.checkRows?.(reading.page, rows);
  const state = rows.length === 0 ? 'no_results' : 'results';
  const result = reader.resultOf(reading, rows);
  if (!reading.options.diagnostics) return cleanCopyOf(valuesOf(result), engineOriginOf(reader.kind));
  const diagnostics = diagnosticsOf({ state, info, found, rows, result });
  return cleanCopyOf({ ...valuesOf(result), diagnostics }, engineOriginOf(reader.kind));
}

/** Why a text is not HTML, as far as its start shows; undefined if it may be HTML. */
function reasonNotHtml(source: string): string | undefined {
  if (controlCharacter.test(source.slice(0, 1000))) return 'it is binary data, perhaps still compressed';
  if (jsonOrMhtml.test(source)) return 'it is not HTML, but JSON or MHTML';
  if (isBlank(source)) return 'it is empty';
  return source.includes('<') ? undefined : 'it has no HTML tag';
}

/** HTML has none but white space. */
const controlCharacter = /[^\P{Cc}\s]/u;

/** Starts of JSON, and of headers as in MHTML. */
const jsonOrMhtml =
  /^\s{0,9}(?:(?:[[{]\s{0,9})+["{]|"<|(?:From|MIME-Version|Content-Type|Snapshot-Content-Location): )/;

/** A reading with its rows. */
interface RowsOfReading<Row> {
  readonly reading: ParseContext;
  readonly found: FoundRows<Row>;
}

/**
 * Reads the rows of a page. If they are few, most are without an excerpt, or the page has few boxes, and `mayReadAgain`,
 * does so again with more of its style sheets.
 */
function readRows<Row extends { position: number }>(
  reader: PageReader<Row, object>,
  reading: ParseContext,
  mayReadAgain: boolean,
): RowsOfReading<Row> {
  const { page } = reading;
  const found = withHighlightsByClass(
    dropDuplicateRows(dropUnusableRows(reader.rowsOf(reading))),
    page,
    reader.queryOf,
  );
  const excerpts = excerptsOf(found);
  if (!mayReadAgain || !page.hasMoreStyles || !reader.kind.endsWith('.search')) return { reading, found };
  const isPoor = found.rows.length < minRows || 2 * excerpts < found.rows.length;
  if (!isPoor && !isMadeOfSpans(page)) return { reading, found };
  const other = readRows(reader, { ...reading, page: parseHtmlPage(page.source, maxMoreStyles) }, false);
  return excerptsOf(other.found) > excerpts - Number(!isPoor) ? other : { reading, found };
}

/** Whether a sample of a page's elements has more than twice as many `span` as blocks: style sheets make boxes of them. */
function isMadeOfSpans({ elements }: Page): boolean {
  let excess = 0;
  for (let at = 0; at < elements.length; at += sampleStep) {
    const element = elements[at]!;
    if (element.name === 'span') excess += 1;
    else if (breaksLineByName(element)) excess -= 2;
  }
  return excess > 0;
}

const sampleStep = 5;

const minRows = 3;

/** Longer style sheets together would take longer than a page. */
const maxMoreStyles = 100_000;

/** Number of rows with an excerpt. */
function excerptsOf<Row>({ rows }: FoundRows<Row>): number {
  return rows.filter(({ fields }) => (fields as { snippet?: Found<string> }).snippet?.value).length;
}

/**
 * Whether a page that looks like a refusal has rows that occur on this kind of page only: a notice about cookies
 * or the script of a captcha may be part of a fragment without landmarks.
 */
function isFragmentBesideRefusal<Row extends { position: number }>(
  reader: Pick<PageReader<Row, object>, 'rowsOf' | 'rowShowsKind'>,
  reading: ParseContext,
): boolean {
  const { rowShowsKind } = reader;
  if (rowShowsKind === undefined) return false;
  const rows = dropUnusableRows(reader.rowsOf(reading)).rows.map(numberRow<Row>);
  return rows.some(({ row }) => rowShowsKind(row));
}

/**
 * Checks that the page answers the query. `isStated` tells whether the page names a query in another way.
 *
 * @throws {PageError} `wrong_query`
 */
export function assertQuery(
  asked: string | undefined,
  answered: string | undefined,
  isStated: (query: string) => boolean = () => false,
): void {
  if (asked === undefined || answered === undefined) return;
  if (!isSameQueryOrTruncated(asked, answered) && !isStated(asked))
    throw new PageError('wrong_query', { asked, answered });
}

function checkRewriting(kind: PageKind, { page, options }: ParseContext, firstRow: Element | undefined): void {
  const { query: asked } = options;
  if (asked === undefined) return;
  const answered = rewrittenQuery(kind, page, asked, firstRow);
  if (answered !== undefined) throw new PageError('wrong_query', { asked, answered });
}

/** The parts of a reader that read which query and page number a page claims. */
type Claims = Pick<PageReader<{ position: number }, object>, 'queryOf' | 'namesQuery' | 'pageOf' | 'isOtherPage'>;

/**
 * Checks the query and the number that the page claims against the options, and returns them. Reads only what is asked
 * for.
 */
function checkedInfo(reader: Claims, { page, options }: ParseContext): ClaimedPageInfo {
  const { query, page: asked, diagnostics } = options;
  const answered = query !== undefined || diagnostics ? reader.queryOf(page) : undefined;
  assertQuery(query, answered, (text) => reader.namesQuery?.(page, text) === true);
  const number = asked !== undefined || diagnostics ? reader.pageOf(page) : undefined;
  checkPage(asked, number, (other) => reader.isOtherPage?.(page, other) === true);
  return withoutUndefined({ query: answered, page: number });
}

function checkPage(asked: number | undefined, answered: number | undefined, isOther: (asked: number) => boolean): void {
  if (asked === undefined) return;
  if (answered === undefined && isOther(asked)) throw new PageError('wrong_page', { reason: 'page', asked });
  if (answered !== undefined && answered !== asked)
    throw new PageError('wrong_page', { reason: 'page', asked, answered });
}

function numberRow<Row extends { position: number }>(
  { anchor, fields }: FoundRow<Row>,
  index: number,
): NumberedRow<Row> {
  return { anchor, fields, row: assignValues<object>({ position: index + 1 }, fields) as Row };
}

/**
 * The query that a page answers instead of the one that was asked, although its title and its search box repeat the
 * latter: all its links to more of the same search for it, and nothing above the first row says so. Undefined for any
 * other page.
 */
function rewrittenQuery(kind: PageKind, page: Page, asked: string, firstRow: Element | undefined): string | undefined {
  const queries = linkedQueries(kind.split('.', 1)[0] as Engine, page);
  const [other] = queries;
  if (other === undefined || queries.length < minLinks) return undefined;
  if (queries.some((query) => queriesEqual(query, asked) || !queriesEqual(query, other))) return undefined;
  return isShownAbove(page, other, firstRow?.order ?? page.elements.length) ? undefined : other;
}

/** A single link to another query may be a suggestion. */
const minLinks = 2;

/** Whether the query is visible on its own above the rows: as a link, highlighted, or in a line of its own. */
function isShownAbove({ elements }: Page, query: string, end: number): boolean {
  return elements.some((element) => {
    const isSmall = element.last - element.order <= maxInQuote && element.order < end;
    return isSmall && !invisibleNames.has(element.name) && isRendered(element) && queriesEqual(textOf(element), query);
  });
}

/** Maximum number of elements inside one that shows only a query. */
const maxInQuote = 20;

/** Elements whose text is not visible as part of the page. */
const invisibleNames = new Set(['title', 'textarea', 'option']);
