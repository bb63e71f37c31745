import type { OrganicResult, PageElement, Pagination } from '@svc/parsers';
import { isLast, isRepeated, mergePages, type PageOf, type RowsResult, type Window, windowOf } from './window.js';

/** Why no further page was fetched. */
export type PageStop = 'complete' | 'last_page' | 'repeated_page';

/** One or more pages. */
export type Pages<Result> = readonly [PageOf<Result>, ...PageOf<Result>[]];

/** Which pages of an engine answer a request, and how they are merged. */
export interface Paging<Params, Result> {
  /** Number of the last page that the engine serves. */
  readonly lastPage: number;
  windowOf(params: Params): Window;
  /** Why the list ends with a page that was just parsed; undefined if it does not. */
  stopAt(page: PageOf<Result>, earlier: readonly PageOf<Result>[]): Exclude<PageStop, 'complete'> | undefined;
  merge(pages: Pages<Result>, window: Window): Result;
  /** The answer beyond the engine's last page. */
  empty(window: Window): Result;
}

/** The pager of a page after the last one of the engine. */
export function endOfPages({ number }: Window): Pagination {
  return { current: number, other_pages: [], has_next_page: false };
}

/** Limits of an engine. */
interface PagingOptions<Result> {
  /** Number of the last page that the engine serves. */
  lastPage: number;
  /** The answer beyond it. */
  empty(window: Window): Result;
}

/** Gathers `num` rows from consecutive pages of ten. */
export function gathered<Row extends OrganicResult, Result extends RowsResult<Row>>({
  lastPage,
  empty,
}: PagingOptions<Result>): Paging<{ page?: number; num?: number }, Result> {
  return {
    lastPage,
    windowOf: (params) => windowOf(params, lastPage),
    stopAt(page, earlier) {
      if (earlier.length > 0 && isRepeated(page, earlier)) return 'repeated_page';
      return isLast(page) ? 'last_page' : undefined;
    },
    merge: (pages, window) => mergePages<Row, Result>(pages, window),
    empty,
  };
}

/** Answers with one page of the engine, whatever its length. */
export function single<Result>({
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
export function joinedElements<Result extends WithElements>(
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
