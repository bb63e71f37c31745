import { alphaPageSize as pageSize } from '@svc/fetchers';
import type { OrganicResult, Pagination } from '@svc/parsers';

/** The rows that a request asks for, counted over all pages of the engine, and the pages that have them. */
export interface Window {
  /** Requested number of the window, from 1. */
  number: number;
  /** Rows per window. */
  size: number;
  /** Numbers of the engine's pages that have its rows, ascending; none if the engine does not serve them. */
  pages: readonly number[];
  /** Whether the engine does not serve all of it. */
  limited: boolean;
}

/** The result of one page of the engine. */
export interface PageOf<Result> {
  /** Number of the page, from 1. */
  number: number;
  result: Result;
  /** Which rows it has, if the addresses of the engine show that. */
  span?: Span;
}

/** Which rows a page has, counted from 1 over all pages. */
export interface Span {
  first: number;
  /** The first row of the next page; undefined if there is none. */
  next: number | undefined;
}

/** An answer with rows. */
export interface RowsResult<Row extends OrganicResult> {
  organic_results: Row[];
  pagination?: Pagination;
}

/**
 * The window that `page` and `num` ask for: `num` rows, 10 by default, `page` counts windows of that size.
 *
 * @param lastPage number of the last page that the engine serves
 */
export function windowOf({ page = 1, num = pageSize }: { page?: number; num?: number }, lastPage: number): Window {
  const number = Math.max(1, page);
  const first = Math.floor(((number - 1) * num) / pageSize) + 1;
  const wanted = Math.ceil((number * num) / pageSize);
  const last = Math.min(wanted, lastPage);
  const pages = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return { number, size: num, pages, limited: wanted > lastPage };
}

/**
 * Merges the pages of a window: the rows in the window without targets of earlier pages, numbered from 1. Everything but rows
 * comes from the first page.
 */
export function mergePages<Row extends OrganicResult, Result extends RowsResult<Row>>(
  pages: readonly [PageOf<Result>, ...PageOf<Result>[]],
  window: Window,
): Result {
  const rows = distinctRows(pages.map((page) => rowsInWindow<Row>(page, window)));
  const organic_results = rows.slice(0, window.size).map((row, index) => ({ ...row, position: index + 1 }));
  const pager = pagerOf(pages, window);
  return { ...pages[0].result, organic_results, ...(pager && { pagination: pager }) };
}

/** Whether all targets of a page are on earlier pages: the engine serves the same page again. */
export function isRepeated<Row extends OrganicResult>(
  page: PageOf<RowsResult<Row>>,
  earlier: readonly PageOf<RowsResult<Row>>[],
): boolean {
  const known = new Set(earlier.flatMap(({ result }) => result.organic_results.map(targetOf)));
  return page.result.organic_results.every((row) => known.has(targetOf(row)));
}

/** Whether a page is the last one: by its pager or, if it has none, because it is less than half full. */
export function isLast({ result }: PageOf<RowsResult<OrganicResult>>): boolean {
  return result.pagination ? !result.pagination.has_next_page : result.organic_results.length < pageSize / 2;
}

/** Number of rows of a page before the window. */
export function rowsBefore({ number }: PageOf<unknown>, window: Window): number {
  return Math.max(0, startOn(number, window));
}

/** The rows of a page in the window. Rows beyond the tenth count as the tenth. */
function rowsInWindow<Row extends OrganicResult>(page: PageOf<RowsResult<Row>>, window: Window): Row[] {
  const end = startOn(page.number, window) + window.size;
  return page.result.organic_results.slice(rowsBefore(page, window), end < pageSize ? end : undefined);
}

/** Index of the first row of the window on a page; negative if it is on an earlier page. */
function startOn(page: number, { number, size }: Window): number {
  return (number - 1) * size - (page - 1) * pageSize;
}

/** The rows without targets of earlier pages. Duplicates on one page stay. */
export function distinctRows<Row extends OrganicResult>(pages: readonly (readonly Row[])[]): Row[] {
  const seen = new Set<string>();
  return pages.flatMap((rows) => {
    const fresh = rows.filter((row) => !seen.has(targetOf(row)));
    for (const row of rows) seen.add(targetOf(row));
    return fresh;
  });
}

/** The target of a row, without a final slash and a text fragment (`#:~:text=`). */
function targetOf({ link }: OrganicResult): string {
  return link.replace(/#:~:.*$/s, '').replace(/\/$/, '');
}

/** The pager of the last page with window numbers. A window that is one page keeps the pager of the page. */
function pagerOf(
  pages: readonly [PageOf<RowsResult<OrganicResult>>, ...PageOf<RowsResult<OrganicResult>>[]],
  window: Window,
): Pagination | undefined {
  const pagers = pages.map(({ result }) => result.pagination).filter((pager) => pager !== undefined);
  const shown = pagers.at(-1);
  if (shown === undefined || window.size === pageSize) return shown;
  const { number, size } = window;
  const has_next_page = shown.has_next_page || hasRowsAfter(pages[pages.length - 1] ?? pages[0], window);
  const reached = pagers.flatMap(({ current, other_pages }) => [current, ...other_pages]);
  const windows = new Set(reached.map((page) => Math.floor(((page - 1) * pageSize) / size) + 1));
  if (has_next_page) windows.add(number + 1);
  windows.delete(number);
  const other_pages = [...windows].sort((a, b) => a - b);
  return { ...(has_next_page && { next: number + 1 }), current: number, other_pages, has_next_page };
}

function hasRowsAfter({ number, result }: PageOf<RowsResult<OrganicResult>>, window: Window): boolean {
  const end = startOn(number, window) + window.size;
  return end < pageSize && result.organic_results.length > end;
}
