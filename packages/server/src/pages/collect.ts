import type { Fetched, Judge, PageRequest, Places, RawPage } from '@svc/fetchers';
import type { Extra, ParseOptions } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import { type ErrorCode, errorKinds } from '../errors/kinds.js';
import { createParsingJudge } from './judge.js';
import {
  type Doubt,
  doubtOf,
  type EngineLocale,
  type LanguageAndCountry,
  requestedLocale,
  servedLocale,
} from './served-locale.js';
import type { PageResult, PageStopReason, Paging, RowSpan } from './window.js';

/** How the pages of one endpoint are requested and parsed. */
export interface PageSource<Params, Result> {
  /** How the engine is asked for a language and country, and how its pages show them. */
  locale: EngineLocale;
  paging: Paging<Params, Result>;
  /** The request for a page of the engine, by its number from 1. */
  request(params: Params, page: number, places: Places): PageRequest;
  /** The request that follows the pager of the last page; undefined if no further page is needed. @default none */
  follow?(params: Params, pages: readonly PageResult<Result>[], places: Places): Step | undefined;
  /** Which rows a page has. @default unknown */
  spanOf?(params: Params, step: Step, raw: RawPage): RowSpan | undefined;
  /** Parses a page. Rejects with a `PageError` if it cannot be parsed, and when the signal aborts. */
  read(page: ReceivedPage<Params>, signal: AbortSignal): Promise<Result>;
}

/** A page to request. */
interface Step {
  /** Number of the page, from 1. */
  number: number;
  /** Number of its first row, from 1, if a pager leads to it. */
  first?: number;
  request: PageRequest;
}

/** A page that was received, with what was requested. */
interface ReceivedPage<Params> extends Pick<Step, 'first'> {
  body: Uint8Array;
  options: ParseOptions;
  params: Params;
}

/** Fetches a page and judges it; provided by the caller of `collectPages`. */
export type GetPage = <Value>(request: PageRequest, judge: Judge<Value>) => Promise<Fetched<Value>>;

/** What a search needs. */
export interface CollectContext {
  getPage: GetPage;
  /** What the parser adds to its result. */
  extras: { readonly [Name in Extra]?: boolean };
  places: Places;
}

/**
 * Why no more pages were fetched: none were needed, the engine has no more or serves no more (`engine_limit`), or a page after
 * the first failed, with the reason from the table of errors.
 */
export type StopReason = PageStopReason | 'engine_limit' | 'deadline' | ErrorCode;

/** A page of the engine, parsed and as received. */
export interface CollectedPage<Result> extends PageResult<Result> {
  raw: RawPage;
  /** Address that was requested. */
  url: string;
  /** Number of attempts. */
  attempts: number;
  /** Language and country for which the engine says it answered. */
  served: LanguageAndCountry;
  /** How they contradict the request. */
  doubt: Doubt | undefined;
}

/** The pages of one answer. */
export interface CollectedPages<Result> {
  result: Result;
  pages: readonly CollectedPage<Result>[];
  stop: StopReason;
  /** Whether the list is complete, not cut short by an error. */
  isWhole: boolean;
  /** When the first page was requested and the last one parsed, in milliseconds since 1970. */
  times: { began: number; ended: number };
}

/**
 * Fetches the pages that answer a request one by one. Throws if the first page fails; if a later one fails, the list ends
 * there.
 */
export async function collectPages<Params extends { query: string }, Result>(
  source: PageSource<Params, Result>,
  params: Params,
  run: CollectContext,
): Promise<CollectedPages<Result>> {
  const window = source.paging.windowOf(params);
  const pages: CollectedPage<Result>[] = [];
  const began = Date.now();
  const finish = (end: Pick<CollectedPages<Result>, 'stop' | 'isWhole'>): CollectedPages<Result> => {
    const [first, ...rest] = pages;
    const result = first ? source.paging.merge([first, ...rest], window) : source.paging.empty(window);
    return { result, pages, times: { began, ended: Date.now() }, ...end };
  };
  const steps = [...window.pages];
  for (;;) {
    const step = nextStep(source, params, { steps, pages, places: run.places });
    if (step === undefined) break;
    const page = await pageOrError(source, params, { ...run, step });
    if (page instanceof ApiError) {
      const { keepsEarlierPages } = errorKinds[page.code];
      if (pages.length === 0 || !keepsEarlierPages) throw page;
      return finish({ stop: keepsEarlierPages === true ? page.code : keepsEarlierPages, isWhole: false });
    }
    const stop = source.paging.stopAt(page, pages);
    if (stop !== 'repeated_page') pages.push(page);
    if (stop !== undefined) return finish({ stop, isWhole: true });
  }
  return finish({ stop: window.limited ? 'engine_limit' : 'complete', isWhole: true });
}

/** The next page of the window or, after its last one, the page that its pager leads to. */
function nextStep<Params, Result>(
  { request, follow }: PageSource<Params, Result>,
  params: Params,
  { steps, pages, places }: { steps: number[]; pages: readonly PageResult<Result>[]; places: Places },
): Step | undefined {
  const number = steps.shift();
  if (number !== undefined) return { number, request: request(params, number, places) };
  return pages.length > 0 ? follow?.(params, pages, places) : undefined;
}

async function pageOrError<Params extends { query: string }, Result>(
  source: PageSource<Params, Result>,
  params: Params,
  { getPage, extras, step }: CollectContext & { step: Step },
): Promise<CollectedPage<Result> | ApiError> {
  const { number, request, first } = step;
  const options = { ...extras, query: params.query, page: number, truncated: true };
  const asked = requestedLocale(source.locale, request);
  const judge = createParsingJudge(
    async (page, { signal }) => {
      const { body, headers } = page;
      const contentType = headers['content-type'];
      const read = { ...options, ...(contentType !== undefined && { contentType }) };
      const result = await source.read({ body, options: read, params, ...(first !== undefined && { first }) }, signal);
      const served = servedLocale(source.locale, page);
      return { result, served, doubt: doubtOf(asked, served) };
    },
    ({ doubt }) => doubt,
  );
  try {
    const { page: raw, value, attempts } = await getPage(request, judge);
    const span = source.spanOf?.(params, step, raw);
    return { number, raw, url: request.url, attempts, ...value, ...(span && { span }) };
  } catch (error) {
    return toApiError(error);
  }
}
