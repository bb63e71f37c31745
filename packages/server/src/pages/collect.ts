import type { Fetched, Judge, PageRequest, Places, RawPage } from '@svc/fetchers';
import type { Extra, ParseOptions } from '@svc/parsers';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import { type ErrorCode, errorKinds } from '../errors/kinds.js';
import { judgeBy } from './judge.js';
import type { PageStop, Paging } from './paging.js';
import { askedLocale, type Doubt, doubtOf, type Locale, servedLocale } from './served-locale.js';
import type { PageOf, Span } from './window.js';

/** How the pages of one endpoint are asked for and read. */
export interface Source<Params, Result> {
  paging: Paging<Params, Result>;
  /** The request for one page of the engine, counted from 1. */
  request(params: Params, page: number, places: Places): PageRequest;
  /** The request that follows the pager of the last page; undefined where no further page is needed. @default none is */
  follow?(params: Params, pages: readonly PageOf<Result>[], places: Places): Step | undefined;
  /** Which rows a page holds. @default it is not known */
  spanOf?(params: Params, step: Step, raw: RawPage): Span | undefined;
  /** Reads a page. Rejects with a `PageError` where it cannot be read, and when the signal aborts. */
  read(page: ReceivedPage<Params>, signal: AbortSignal): Promise<Result>;
}

/** A page to be asked for. */
interface Step {
  /** Number of the page, from 1. */
  number: number;
  /** Place of its first row, from 1, where a pager leads to it. */
  first?: number;
  request: PageRequest;
}

/** A page that came, with what was asked. */
interface ReceivedPage<Params> extends Pick<Step, 'first'> {
  body: Uint8Array;
  options: ParseOptions;
  params: Params;
}

/** Fetches a page and judges it; supplied by the caller of `collect`. */
export type GetPage = <Value>(request: PageRequest, judge: Judge<Value>) => Promise<Fetched<Value>>;

/** What a search is run with. */
export interface Run {
  getPage: GetPage;
  /** What the parser is to add to its result; passed on whole. */
  extras: { readonly [Name in Extra]?: boolean };
  places: Places;
}

/**
 * Why no more pages were got: there was no need, the engine has no more or serves no more (`engine_limit`), or a page after
 * the first could not be got, with the reason that the table of errors has for it.
 */
export type Stop = PageStop | 'engine_limit' | 'deadline' | ErrorCode;

/** A page of the engine, read and as it came. */
export interface CollectedPage<Result> extends PageOf<Result> {
  raw: RawPage;
  /** The engine's address that was asked. */
  url: string;
  /** How many attempts it took. */
  attempts: number;
  /** The language and the country that the engine says it answered for. */
  served: Locale;
  /** What contradicts the request in them. */
  doubt: Doubt | undefined;
}

/** The pages of one answer. */
export interface Collected<Result> {
  result: Result;
  pages: readonly CollectedPage<Result>[];
  stop: Stop;
  /** Whether the list ended where it should, not by an error. */
  isWhole: boolean;
  /** When the first page was asked for and when the last was read, in milliseconds since 1970. */
  times: { began: number; ended: number };
}

/**
 * Gets the pages that answer a request, one after the other. Throws when not even the first can be had; a later one
 * that cannot ends the list.
 */
export async function collect<Params extends { query: string }, Result>(
  source: Source<Params, Result>,
  params: Params,
  run: Run,
): Promise<Collected<Result>> {
  const window = source.paging.windowOf(params);
  const pages: CollectedPage<Result>[] = [];
  const began = Date.now();
  const finish = (end: Pick<Collected<Result>, 'stop' | 'isWhole'>): Collected<Result> => {
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
      const { endsList } = errorKinds[page.code];
      if (pages.length === 0 || !endsList) throw page;
      return finish({ stop: endsList === true ? page.code : endsList, isWhole: false });
    }
    const stop = source.paging.stopAt(page, pages);
    if (stop !== 'repeated_page') pages.push(page);
    if (stop !== undefined) return finish({ stop, isWhole: true });
  }
  return finish({ stop: window.limited ? 'engine_limit' : 'complete', isWhole: true });
}

/** The next page of the window or, behind its last one, the one that its pager leads to. */
function nextStep<Params, Result>(
  { request, follow }: Source<Params, Result>,
  params: Params,
  { steps, pages, places }: { steps: number[]; pages: readonly PageOf<Result>[]; places: Places },
): Step | undefined {
  const number = steps.shift();
  if (number !== undefined) return { number, request: request(params, number, places) };
  return pages.length > 0 ? follow?.(params, pages, places) : undefined;
}

async function pageOrError<Params extends { query: string }, Result>(
  source: Source<Params, Result>,
  params: Params,
  { getPage, extras, step }: Run & { step: Step },
): Promise<CollectedPage<Result> | ApiError> {
  const { number, request, first } = step;
  const options = { ...extras, query: params.query, page: number, truncated: true };
  const asked = askedLocale(request);
  const judge = judgeBy(
    async (page, { signal }) => {
      const { body, headers } = page;
      const contentType = headers['content-type'];
      const read = { ...options, ...(contentType !== undefined && { contentType }) };
      const result = await source.read({ body, options: read, params, ...(first !== undefined && { first }) }, signal);
      const served = servedLocale(request.engine, page);
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
