import type { RawPage } from '@svc/fetchers';
import type { BetaSearchResult, OrganicResult, Pagination } from '@svc/parsers';
import {
  dedupeAcrossPages,
  isRepeatedPage,
  mergePagesWithElements,
  type PageResult,
  type Paging,
  type RowSpan,
  type RowWindow,
} from './window.js';

/** Maximum number of pages requested after the first. */
const maxFurtherPages = 5;

/** Rows of a page if nothing says how many it has. */
const usualSize = 10;

/** The row that a link leads to. */
const firstParameter = /[?&;]first=(\d{1,6})(?!\d)/g;

/** Maximum length of the address before that parameter, and maximum number of such links, because pages may be hostile. */
const maxAddressLength = 1_000;
const maxLinks = 1_000;

/** Which rows a page has: from the requested one to the start of the nearest later page in its pager. */
export function readRowSpanFromPager({ body }: Pick<RawPage, 'body'>, first: number): RowSpan {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const later = rowsLinked(text).filter((row) => row > first);
  return { first, next: later.length > 0 ? Math.min(...later) : undefined };
}

/** First rows of the result pages that links lead to. */
function rowsLinked(text: string): number[] {
  const rows: number[] = [];
  let links = 0;
  for (const { index, 1: row } of text.matchAll(firstParameter)) {
    links += 1;
    if (links > maxLinks) break;
    const before = text.slice(Math.max(0, index - maxAddressLength), index + 1);
    const start = Math.max(...[...'"\'<> \n'].map((sign) => before.lastIndexOf(sign)));
    if (before.includes('/search?', start)) rows.push(Number(row));
  }
  return rows;
}

/** Number, from 1, of the first row of the next page; undefined if the window needs no further page. */
export function findNextFirstRow(
  pages: readonly PageResult<BetaSearchResult>[],
  num: number,
  page: number,
): number | undefined {
  const { first, next } = pages.at(-1)?.span ?? {};
  if (first === undefined || next === undefined || pages.length > maxFurtherPages) return undefined;
  return next <= page * num ? next : undefined;
}

/** A window of `num` rows. If the engine serves fewer, further pages are gathered by following its pager. */
export function createBetaPaging(options: {
  lastPage: number;
  empty(window: RowWindow): BetaSearchResult;
}): Paging<{ page?: number; num?: number }, BetaSearchResult> {
  return {
    lastPage: options.lastPage,
    windowOf({ page = 1, num }) {
      const number = Math.max(1, page);
      const limited = number > options.lastPage;
      return { number, size: num ?? usualSize, pages: limited ? [] : [number], limited };
    },
    stopAt(page, earlier) {
      if (earlier.length > 0 && isRepeatedPage(page, earlier)) return 'repeated_page';
      return page.span !== undefined && page.span.next === undefined ? 'last_page' : undefined;
    },
    merge: (pages, window) => mergePagesWithElements(pages, (joined) => mergeSpans(joined, window)),
    empty: options.empty,
  };
}

/** Merges the pages of a window to one answer. Without `num` the answer is the only page. */
function mergeSpans(
  pages: readonly [PageResult<BetaSearchResult>, ...PageResult<BetaSearchResult>[]],
  window: RowWindow,
): BetaSearchResult {
  const [{ result, span }] = pages;
  if (span === undefined) return result;
  const rows = pages.map((page) => rowsBefore(page, window.number * window.size));
  const organic_results = dedupeAcrossPages(rows).map((row, index) => ({ ...row, position: index + 1 }));
  return { ...result, organic_results, pagination: windowsOf(pages, window) };
}

/** The rows of a page up to a row number. Rows beyond the span of the page count as its last row. */
function rowsBefore({ result, span }: PageResult<BetaSearchResult>, end: number): OrganicResult[] {
  const { first = 1, next = Number.POSITIVE_INFINITY } = span ?? {};
  return result.organic_results.filter((_, index) => Math.min(first + index, next - 1) <= end);
}

/** Converts the pagers of all pages from page numbers of the engine to window numbers. */
function windowsOf(
  pages: readonly [PageResult<BetaSearchResult>, ...PageResult<BetaSearchResult>[]],
  { number, size }: RowWindow,
): Pagination {
  const [{ span }] = pages;
  const perPage = span?.next === undefined ? usualSize : span.next - span.first;
  const has_next_page = pages.at(-1)?.result.pagination.has_next_page ?? false;
  const reached = pages.flatMap(({ result: { pagination } }) => [pagination.current, ...pagination.other_pages]);
  const windows = new Set(reached.map((page) => Math.floor(((page - 1) * perPage) / size) + 1));
  if (has_next_page) windows.add(number + 1);
  windows.delete(number);
  const other_pages = [...windows].sort((a, b) => a - b);
  return { ...(has_next_page && { next: number + 1 }), current: number, other_pages, has_next_page };
}
