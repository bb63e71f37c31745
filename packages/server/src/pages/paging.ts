import type { OrganicResult, Pagination } from '@svc/parsers';
import { isLast, isRepeated, mergePages, type PageOf, type RowsResult, type Window, windowOf } from './window.js';

/** Why no further page was got: the window is complete, or what its last page was. */
export type PageStop = 'complete' | 'last_page' | 'repeated_page';

/** At least one page. */
export type Pages<Result> = readonly [PageOf<Result>, ...PageOf<Result>[]];

/** Which pages of an engine answer a request, and how they become one answer. */
export interface Paging<Params, Result> {
  windowOf(params: Params): Window;
  /** Whether a page that was just read is one to end with. */
  stopAt(page: PageOf<Result>, earlier: readonly PageOf<Result>[]): Exclude<PageStop, 'complete'> | undefined;
  merge(pages: Pages<Result>, window: Window): Result;
  /** The answer beyond the engine's last page. */
  empty(window: Window): Result;
}

/** The pager of a page beyond the engine's last one. */
export function endOfPages({ number }: Window): Pagination {
  return { current: number, other_pages: [], has_next_page: false };
}

/** What an engine serves. */
export interface PagingOptions<Result> {
  /** Number of the last page that the engine serves. */
  lastPage: number;
  /** The answer beyond it. */
  empty(window: Window): Result;
}

/** `num` rows are gathered from consecutive pages of ten. */
export function gathered<Row extends OrganicResult, Result extends RowsResult<Row>>({
  lastPage,
  empty,
}: PagingOptions<Result>): Paging<{ page?: number; num?: number }, Result> {
  return {
    windowOf: (params) => windowOf(params, lastPage),
    stopAt(page, earlier) {
      if (earlier.length > 0 && isRepeated(page, earlier)) return 'repeated_page';
      return isLast(page) ? 'last_page' : undefined;
    },
    merge: (pages, window) => mergePages<Row, Result>(pages, window),
    empty,
  };
}

/** One page of the engine is the answer, as long as the engine makes it. */
export function single<Result>({
  lastPage,
  empty,
}: PagingOptions<Result>): Paging<{ query: string; page?: number }, Result> {
  return {
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
