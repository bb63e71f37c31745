import { alphaPageSize as pageSize } from '@svc/fetchers';
import type { OrganicResult, PageElement, Pagination } from '@svc/parsers';

/** The rows that a request asks for, counted over all pages of the engine, and the pages that have them. */
export interface RowWindow {
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
export interface PageResult<Result> {
  /** Number of the page, from 1. */
  number: number;
  result: Result;
  /** Which rows it has, if the addresses of the engine show that. */
  span?: RowSpan;
}

/** Which rows a page has, counted from 1 over all pages. */
export interface RowSpan {
  first: number;
  /** The first row of the next page; undefined if there is none. */
  next: number | undefined;
}

/** An answer with rows. */
interface RowsResult<Row extends OrganicResult> {
  organic_results: Row[];
  pagination?: Pagination;
}

/**
 * The window that `page` and `num` ask for: `num` rows, 10 by default, `page` counts windows of that size.
 *
 * @param lastPage number of the last page that the engine serves
 */
function windowOf({ page = 1, num = pageSize }: { page?: number; num?: number }, lastPage: number): RowWindow {
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
function mergePages<Row extends OrganicResult, Result extends RowsResult<Row>>(
  pages: readonly [PageResult<Result>, ...PageResult<Result>[]],
  window: RowWindow,
): Result {
  const rows = dedupeAcrossPages(pages.map((page) => rowsInWindow<Row>(page, window)));
  const organic_results = rows.slice(0, window.size).map((row, index) => ({ ...row, position: index + 1 }));
  const pager = pagerOf(pages, window);
  return { ...pages[0].result, organic_results, ...(pager && { pagination: pager }) };
}

/** Whether all targets of a page are on earlier pages: the engine serves the same page again. */
export function isRepeatedPage<Row extends OrganicResult>(
  page: PageResult<RowsResult<Row>>,
  earlier: readonly PageResult<RowsResult<Row>>[],
): boolean {
  const known = new Set(earlier.flatMap(({ result }) => result.organic_results.map(targetOf)));
  return page.result.organic_results.every((row) => known.has(targetOf(row)));
}

/** Whether a page is the last one: by its pager or, if it has none, because it is less than half full. */
function isLast({ result }: PageResult<RowsResult<OrganicResult>>): boolean {
  return result.pagination ? !result.pagination.has_next_page : result.organic_results.length < pageSize / 2;
}

/** Number of rows of a page before the window. */
export function countRowsBefore({ number }: PageResult<unknown>, window: RowWindow): number {
  return Math.max(0, startOn(number, window));
}

/** The rows of a page in the window. Rows beyond the tenth count as the tenth. */
function rowsInWindow<Row extends OrganicResult>(page: PageResult<RowsResult<Row>>, window: RowWindow): Row[] {
  const end = startOn(page.number, window) + window.size;
  return page.result.organic_results.slice(countRowsBefore(page, window), end < pageSize ? end : undefined);
}

/** Index of the first row of the window on a page; negative if it is on an earlier page. */
function startOn(page: number, { number, size }: RowWindow): number {
  return (number - 1) * size - (page - 1) * pageSize;
}

/** The rows without targets of earlier pages. Duplicates on one page stay. */
export function dedupeAcrossPages<Row extends OrganicResult>(pages: readonly (readonly Row[])[]): Row[] {
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
  pages: readonly [PageResult<RowsResult<OrganicResult>>, ...PageResult<RowsResult<OrganicResult>>[]],
  window: RowWindow,
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

function hasRowsAfter({ number, result }: PageResult<RowsResult<OrganicResult>>, window: RowWindow): boolean {
  const end = startOn(number, window) + window.size;
  return end < pageSize && result.organic_results.length > end;
}

/** Why no further page was fetched. */
export type PageStopReason = 'complete' | 'last_page' | 'repeated_page';

/** One or more pages. */
type Pages<Result> = readonly [PageResult<Result>, ...PageResult<Result>[]];

/** Which pages of an engine answer a request, and how they are merged. */
export interface Paging<Params, Result> {
  /** Number of the last page that the engine serves. */
  readonly lastPage: number;
  windowOf(params: Params): RowWindow;
  /** Why the list ends with a page that was just parsed; undefined if it does not. */
  stopAt(
    page: PageResult<Result>,
    earlier: readonly PageResult<Result>[],
  ): Exclude<PageStopReason, 'complete'> | undefined;
  merge(pages: Pages<Result>, window: RowWindow): Result;
  /** The answer beyond the engine's last page. */
  empty(window: RowWindow): Result;
}

/** The pager of a page after the last one of the engine. */
export function paginationPastEnd({ number }: RowWindow): Pagination {
  return { current: number, other_pages: [], has_next_page: false };
}

/** Limits of an engine. */
interface PagingOptions<Result> {
  /** Number of the last page that the engine serves. */
  lastPage: number;
  /** The answer beyond it. */
  empty(window: RowWindow): Result;
}

/** Gathers `num` rows from consecutive pages of ten. */
export function createMultiPagePaging<Row extends OrganicResult, Result extends RowsResult<Row>>({
  lastPage,
  empty,
}: PagingOptions<Result>): Paging<{ page?: number; num?: number }, Result> {
  return {
    lastPage,
    windowOf: (params) => windowOf(params, lastPage),
    stopAt(page, earlier) {
      if (earlier.length > 0 && isRepeatedPage(page, earlier)) return 'repeated_page';
      return isLast(page) ? 'last_page' : undefined;
    },
    merge: (pages, window) => mergePages<Row, Result>(pages, window),
    empty,
  };
}

/** Answers with one page of the engine, whatever its length. */
export function createSinglePagePaging<Result>({
  lastPage,
  empty,
}: PagingOptions<Result>): Paging<{ query: string; page?: number }, Result> {
  return {
    lastPage,
    windowOf({ page = 1 }) {
      const number = Math.max(1, page);
      const limited = number > lastPage;
      return { number, size: Number.POSITIVE_INFINITY, pages: limited ? [] : [number], limited };
    },
    stopAt: () => undefined,
    merge: ([page]) => page.result,
    empty,
  };
}

/** A result that may list the elements of its page. */
interface WithElements {
  organic_results: OrganicResult[];
  elements?: PageElement[];
}

/**
 * Merges several pages with the elements of all of them, page after page. A row refers to its element; the element of a row
 * that is not in the answer has no position.
 */
export function mergePagesWithElements<Result extends WithElements>(
  pages: Pages<Result>,
  merge: (pages: Pages<Result>) => Result,
): Result {
  if (pages.every(({ result }) => result.elements === undefined)) return merge(pages);
  let before = 0;
  const moved = pages.map((page) => {
    const shifted = { ...page, result: shiftedBy(page.result, before) };
    before += page.result.elements?.length ?? 0;
    return shifted;
  }) as unknown as Pages<Result>; // the number of pages stays the same
  const merged = merge(moved);
  const positions = new Map(merged.organic_results.map(({ element, position }) => [element, position]));
  const all = moved.flatMap(({ result }) => result.elements ?? []);
  return { ...merged, elements: renumbered(all, positions) };
}

function shiftedBy<Result extends WithElements>(result: Result, by: number): Result {
  if (by === 0) return result;
  const rows = result.organic_results.map((row) =>
    row.element === undefined ? row : { ...row, element: row.element + by },
  );
  const elements = result.elements?.map((element) => ({ ...element, rank: element.rank + by }));
  return { ...result, organic_results: rows, ...(elements && { elements }) };
}

function renumbered(
  elements: readonly PageElement[],
  positions: ReadonlyMap<number | undefined, number>,
): PageElement[] {
  const counts = new Map<string, number>();
  return elements.map(({ position: _, ...element }) => {
    const rank_in_type = (counts.get(element.type) ?? 0) + 1;
    counts.set(element.type, rank_in_type);
    const position = positions.get(element.rank);
    return { ...element, rank_in_type, ...(position !== undefined && { position }) };
  });
}
