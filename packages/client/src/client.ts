import createFetchClient, { type Client } from 'openapi-fetch';
import type {
  AccountResponse,
  CountriesResponse,
  LanguagesResponse,
  LocationsResponse,
  operations,
  paths,
  SearchAllRequest,
  SearchAllResponse,
} from './api.js';
import { errorOf, SvcError } from './errors.js';
import { bodyOfLines, readLines } from './lines.js';
import {
  type BatchAnswer,
  type BatchLine,
  type Extra,
  type Operation,
  type PagedOperation,
  type PageExtra,
  type PageOf,
  type RequestOf,
  type ResponseOf,
  searchPaths,
} from './operations.js';
import { pagesOf } from './pages.js';
import { deadlineError, fetchWithRetries, type RetryPolicy } from './retries.js';

/** How a client is made. */
export interface ClientOptions extends Partial<RetryPolicy> {
  /** Address of the service, such as `https://search.example.com`. */
  baseUrl: string;
  /** Sent as `x-api-key`. Leave it out where something on the way adds it. */
  apiKey?: string;
  /** Further headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** What requests are sent with. @default the `fetch` of the platform */
  fetch?: (request: Request) => Promise<Response>;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** What a search takes beside its body. */
export interface SearchOptions extends CallOptions {
  /** Extras to add to the answer. */
  include?: readonly Extra[];
  /** Whether the cache of the service is bypassed. @default false */
  fresh?: boolean;
  /** How many of the pages found are read, where the service does so: `extracted` has their main text. @default none */
  extract?: number;
  /** Greatest length of such a text. @default 10000 characters */
  extractChars?: number;
  /** Form of such a text. @default markdown */
  extractFormat?: 'markdown' | 'text';
}

/** What comes with a page that the caller has fetched. */
export interface ParseOptions extends CallOptions {
  /** What was searched for: a page that answers another query is refused. */
  query?: string;
  /** Number of the page, from 1: another page is refused. */
  page?: number;
  /** The type that the page came with. @default text/html in UTF-8 */
  contentType?: string;
  include?: readonly PageExtra[];
}

/** What places are looked up by. */
export type LocationQuery = NonNullable<operations['locations']['parameters']['query']>;

/** A client of one service. Every call rejects with an `SvcError`. */
export interface SvcClient {
  /** Searches. */
  search<Name extends Operation>(
    operation: Name,
    request: RequestOf<Name>,
    options?: SearchOptions,
  ): Promise<ResponseOf<Name>>;
  /** Searches several engines at once; the rows are joined by target. One engine that fails costs its own rows only. */
  searchAll(request: SearchAllRequest, options?: Omit<SearchOptions, 'include'>): Promise<SearchAllResponse>;
  /** Searches page by page, from the one that the request names to the last one; each page is asked for when wanted. */
  pages<Name extends PagedOperation>(
    operation: Name,
    request: RequestOf<Name>,
    options?: SearchOptions,
  ): AsyncGenerator<ResponseOf<Name>, void, void>;
  /** Reads a page that you have fetched. */
  parse<Name extends Operation>(
    operation: Name,
    page: string | Uint8Array<ArrayBuffer> | Blob,
    options?: ParseOptions,
  ): Promise<PageOf<Name>>;
  /**
   * Makes many searches over one connection and yields each answer as it is there. An async iterable is read no faster
   * than the service takes its lines, where `fetch` can send streams (Node, edge runtimes). It has no deadline.
   */
  batch(
    lines: Iterable<BatchLine> | AsyncIterable<BatchLine>,
    options?: SearchOptions,
  ): AsyncGenerator<BatchAnswer, void, void>;
  /** Places that `location` understands, best match first. */
  locations(query: LocationQuery, options?: CallOptions): Promise<LocationsResponse>;
  countries(options?: CallOptions): Promise<CountriesResponse>;
  languages(options?: CallOptions): Promise<LanguagesResponse>;
  /** What the key may do, has used and has left. */
  account(options?: CallOptions): Promise<AccountResponse>;
  /** Every path of the service by itself, with its headers: `http.GET('/livez')`. Retries as all calls do. */
  readonly http: Client<paths>;
}

/** Makes a client. It opens no connection by itself. */
export function createClient({ baseUrl, apiKey, headers = {}, ...options }: ClientOptions): SvcClient {
  const { attempts = 3, deadlineMs = 60_000 } = options;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const sentHeaders = { ...headers, ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
  const http = createFetchClient<paths>({
    baseUrl,
    headers: sentHeaders,
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: (request) => fetchWithRetries(send, request, { attempts, deadlineMs }),
  });

  const search: SvcClient['search'] = (operation, request, { fresh = false, signal, ...terms } = {}) =>
    dataOf(
      (http.POST as Send)(searchPaths[operation], {
        body: request,
        params: queryOf(termsOf(terms)),
        ...(fresh && { headers: { 'cache-control': 'no-cache' } }),
        ...(signal && { signal }),
      }),
    );

  const searchAll: SvcClient['searchAll'] = (request, { fresh = false, signal, ...terms } = {}) =>
    dataOf(
      (http.POST as Send)('/api/v1/search/all', {
        body: request,
        params: queryOf(termsOf(terms)),
        ...(fresh && { headers: { 'cache-control': 'no-cache' } }),
        ...(signal && { signal }),
      }),
    );

  const get = <T>(path: string, options: object = {}): Promise<T> => dataOf((http.GET as Send)(path, { ...options }));

  return {
    http,
    search,
    searchAll,
    pages: (operation, request, options) => pagesOf(request, (asked) => search(operation, asked, options)),
    parse: (operation, page, { query, page: number, include, contentType = 'text/html; charset=utf-8', signal } = {}) =>
      dataOf(
        (http.POST as Send)(`/api/v1/parse/${operation}`, {
          body: page,
          bodySerializer: (body) => body,
          headers: { 'content-type': contentType },
          params: queryOf({ query, page: number, include }),
          ...(signal && { signal }),
        }),
      ),
    batch: (lines, options = {}) => batchOf(lines, options, { baseUrl, headers: sentHeaders, attempts, send }),
    locations: (query, options) => get('/api/v1/locations', { params: { query }, ...options }),
    countries: (options) => get('/api/v1/countries', options),
    languages: (options) => get('/api/v1/languages', options),
    account: (options) => get('/api/v1/account', options),
  };
}

/** How requests of a batch are sent. */
interface BatchSending {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Of lines that can be sent again. */
  attempts: number;
  send: (request: Request) => Promise<Response>;
}

async function* batchOf(
  lines: Iterable<BatchLine> | AsyncIterable<BatchLine>,
  { signal, ...terms }: SearchOptions,
  { baseUrl, headers, attempts, send }: BatchSending,
): AsyncGenerator<BatchAnswer, void, void> {
  const body = bodyOfLines(lines);
  const given = Object.entries(termsOf(terms)).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${value}`).join('&');
  const request = new Request(`${baseUrl.replace(/\/$/, '')}/api/v1/batch${query && `?${query}`}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body,
    ...(signal && { signal }),
    ...(typeof body !== 'string' && { duplex: 'half' }),
  } as RequestInit);
  // A stream can be sent but once.
  const policy = { attempts: typeof body === 'string' ? attempts : 1, deadlineMs: 0 };
  const response = await fetchWithRetries(send, request, policy);
  if (!response.ok || response.body === null) throw errorOf(response, await response.json().catch(() => undefined));
  yield* wholeAnswers(readLines<BatchAnswer>(response.body), signal);
}

/** The types of a path follow from its name: here it is any of several. */
type Send = (
  path: string,
  init: { body?: unknown; bodySerializer?: (body: unknown) => unknown; [option: string]: unknown },
  // biome-ignore lint/suspicious/noExplicitAny: what a call resolves to is named by its caller
) => Promise<{ data?: any; error?: unknown; response: Response }>;

/** What is asked beside the body, as the query string has it. */
function termsOf({ include, extract, extractChars, extractFormat }: SearchOptions): object {
  return { include, extract, extract_chars: extractChars, extract_format: extractFormat };
}

/** The parameters that are given. */
function queryOf(query: object): object {
  return { query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) };
}

/** What an answer holds, or its error. */
async function dataOf<T>(sending: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  try {
    const { data, error, response } = await sending;
    if (!response.ok || data === undefined) throw errorOf(response, error);
    return data;
  } catch (error) {
    throw transportError(error);
  }
}

/** Lines as they come, and an error where they break off. */
async function* wholeAnswers<T>(
  lines: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  try {
    yield* lines;
  } catch (error) {
    throw signal?.aborted ? signal.reason : transportError(error);
  }
}

/** An error in reading an answer as the one that callers know. That of the caller's own signal is passed on. */
function transportError(error: unknown): unknown {
  if (error instanceof SvcError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') return deadlineError(error);
  if (error instanceof SyntaxError) {
    return new SvcError('invalid_answer', 'The answer is not valid JSON.', { cause: error });
  }
  if (error instanceof TypeError) return new SvcError('network_error', 'The answer broke off.', { cause: error });
  return error;
}
