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
import { batchOf, termsOf } from './batch.js';
import { responseError } from './errors.js';
import { assertKnownOptions } from './known-options.js';
import {
  type BatchAnswer,
  type BatchLine,
  type Extra,
  type Operation,
  type OrUndefined,
  type PagedOperation,
  type PageExtra,
  type PageOf,
  type RequestOf,
  type ResponseOf,
  searchPaths,
} from './operations.js';
import { iteratePages } from './pages.js';
import { fetchWithRetries, type RetryPolicy, type SendRequest, transportError } from './retries.js';

/** Options of `createClient`. */
export interface ClientOptions extends OrUndefined<Partial<RetryPolicy>> {
  /** Address of the service, such as `https://search.example.com`. */
  baseUrl: string;
  /** Sent as `x-api-key`. Omit it if a proxy adds the key. */
  apiKey?: string | undefined;
  /** Additional headers for every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Function that sends requests. @default the global `fetch` */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** Options of a search. */
export interface SearchOptions extends CallOptions {
  /** Extras to include in the response. */
  include?: readonly Extra[] | undefined;
  /** Whether to bypass the cache of the service. @default false */
  fresh?: boolean | undefined;
  /** Number of found pages to read, if the service allows it; `extracted` has their main text. @default 0 */
  extract?: number | undefined;
  /** Maximum length of each text, in characters. @default 10000 */
  extractChars?: number | undefined;
  /** Format of the texts. @default 'markdown' */
  extractFormat?: 'markdown' | 'text' | undefined;
}

/** Options of `parse`. */
export interface ParseOptions extends CallOptions {
  /** The query of the page; a page with results for another query is rejected. */
  query?: string | undefined;
  /** Number of the page, from 1; another page is rejected. */
  page?: number | undefined;
  /** Content type of the page. @default 'text/html; charset=utf-8' */
  contentType?: string | undefined;
  include?: readonly PageExtra[] | undefined;
}

/** Parameters of a location lookup. */
export type LocationQuery = OrUndefined<NonNullable<operations['locations']['parameters']['query']>>;

/** A client of one service. Calls that fail reject with an `SvcError`. */
export interface SvcClient {
  /** Runs a search. */
  search<Name extends Operation>(
    operation: Name,
    request: RequestOf<Name>,
    options?: SearchOptions,
  ): Promise<ResponseOf<Name>>;
  /** Searches several engines at once and merges rows with the same target. If an engine fails, only its rows are missing. */
  searchAll(
    request: OrUndefined<SearchAllRequest>,
    options?: Omit<SearchOptions, 'include'>,
  ): Promise<SearchAllResponse>;
  /** Searches page by page, from the page in the request to the last one. Each page is requested on demand. */
  pages<Name extends PagedOperation>(
    operation: Name,
    request: RequestOf<Name>,
    options?: SearchOptions,
  ): AsyncGenerator<ResponseOf<Name>, void, void>;
  /** Parses a page that you have fetched. */
  parse<Name extends Operation>(
    operation: Name,
    page: string | Uint8Array<ArrayBuffer> | Blob,
    options?: ParseOptions,
  ): Promise<PageOf<Name>>;
  /**
   * Runs many searches over one connection and yields each result as it arrives. An async iterable is read only as fast
   * as the service accepts lines; this needs a `fetch` that can send streams (Node.js, edge runtimes). There is no deadline.
   */
  batch<Name extends Operation>(
    lines: Iterable<BatchLine<Name>> | AsyncIterable<BatchLine<Name>>,
    options?: SearchOptions,
  ): AsyncGenerator<BatchAnswer<Name>, void, void>;
  /** Finds places for `location`, best match first. */
  locations(query: LocationQuery, options?: CallOptions): Promise<LocationsResponse>;
  countries(options?: CallOptions): Promise<CountriesResponse>;
  languages(options?: CallOptions): Promise<LanguagesResponse>;
  /** Returns the limits of the key, its usage, and what is left. */
  account(options?: CallOptions): Promise<AccountResponse>;
  /**
   * Typed access to every path, with response headers: `http.GET('/livez')`. Retries like all calls. For `format=markdown`, which the
   * types do not have, set `parseAs: 'text'`.
   */
  readonly http: Client<paths, `application/${string}` | 'text/plain' | 'text/html'>;
}

/**
 * Creates a client. This opens no connection.
 *
 * @throws {TypeError} for an unknown or invalid option
 */
export function createClient(options: ClientOptions): SvcClient {
  assertKnownOptions('client', options);
  const { baseUrl, apiKey, headers = {}, attempts = 3, deadlineMs = 60_000 } = options;
  assertAddress(baseUrl);
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey)) throw new TypeError(invalidKey);
  if (!(attempts >= 1)) throw new TypeError('attempts must be a number of at least 1');
  if (!(deadlineMs >= 0)) throw new TypeError('deadlineMs must be a number of at least 0');
  const send: SendRequest = options.fetch ?? ((request, init) => globalThis.fetch(request, init));
  const sentHeaders = { ...headers, ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
  const sendRequest = (request: Request) => fetchWithRetries(send, request, { attempts, deadlineMs });
  const http: SvcClient['http'] = createFetchClient({
    baseUrl,
    headers: sentHeaders,
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: sendRequest,
  });

  const call = createCall(http, sendRequest);

  async function searchAt<T>(path: string, body: object, options: SearchOptions = {}): Promise<T> {
    assertKnownOptions('search', options);
    const { fresh = false, signal, ...terms } = options;
    const sent = { body, params: queryOf(termsOf(terms)), ...(signal && { signal }) };
    return call('POST', path, { ...sent, ...(fresh && { headers: { 'cache-control': 'no-cache' } }) });
  }

  const search: SvcClient['search'] = async (operation, request, options) => {
    assertOperation(operation);
    return searchAt(searchPaths[operation], request, options);
  };

  async function get<T>(path: string, options: CallOptions = {}, init: object = {}): Promise<T> {
    assertKnownOptions('call', options);
    return call('GET', path, { ...init, ...options });
  }

  return {
    http,
    search,
    searchAll: (request, options) => searchAt('/api/v1/search/all', request, options),
    pages: (operation, request, options) => iteratePages(request, (asked) => search(operation, asked, options)),
    async parse(operation, page, options = {}) {
      assertKnownOptions('parse', options);
      const { query, page: number, include, contentType = 'text/html; charset=utf-8', signal } = options;
      assertOperation(operation);
      return call('POST', `/api/v1/parse/${operation}`, {
        body: page,
        bodySerializer: (body: unknown) => body,
        headers: { 'content-type': contentType },
        params: queryOf({ query, page: number, include }),
        ...(signal && { signal }),
      });
    },
    batch: (lines, options = {}) => batchOf(lines, options, { baseUrl, headers: sentHeaders, attempts, send }),
    locations: (query, options) => get('/api/v1/locations', options, { params: { query } }),
    countries: (options) => get('/api/v1/countries', options),
    languages: (options) => get('/api/v1/languages', options),
    account: (options) => get('/api/v1/account', options),
  };
}

/** Calls a path and resolves to the body of its response. */
type Call = <T>(method: 'GET' | 'POST', path: string, init: object) => Promise<T>;

function createCall(http: SvcClient['http'], sendRequest: (request: Request) => Promise<Response>): Call {
  return async (method, path, init) => {
    let isSent = false;
    const fetch = (request: Request) => {
      isSent = true;
      return sendRequest(request);
    };
    try {
      const { data, error, response } = await (http[method] as Send)(path, { ...init, fetch });
      if (!response.ok || data === undefined) throw responseError(response, error);
      return data;
    } catch (error) {
      throw isSent ? transportError(error) : error; // before, the caller's input was invalid
    }
  };
}

/** Does not show the key, as the error of `Headers` would. */
const invalidKey = 'apiKey must be a string of printable ASCII characters without spaces';

/** Without this check, an invalid address would look like a failed request. In browsers it may be relative. */
function assertAddress(baseUrl: unknown): void {
  const base = (globalThis as { location?: { href: string } }).location?.href;
  try {
    if (typeof baseUrl === 'string' && /^https?:$/.test(new URL(baseUrl, base).protocol)) return;
  } catch {
    // It is not an address.
  }
  throw new TypeError(`baseUrl must be an address such as https://search.example.com, not ${JSON.stringify(baseUrl)}`);
}

/** Throws a `TypeError` for an unknown operation, which types exclude. */
function assertOperation(operation: Operation): void {
  if (Object.hasOwn(searchPaths, operation)) return;
  throw new TypeError(`Unknown operation "${operation}"; the operations are ${Object.keys(searchPaths).join(', ')}`);
}

/** A request to one of several paths, whose types cannot be inferred from the path. */
type Send = (
  path: string,
  init: object,
  // biome-ignore lint/suspicious/noExplicitAny: the caller names the type of the result
) => Promise<{ data?: any; error?: unknown; response: Response }>;

/** The query parameters that are defined. */
function queryOf(query: object): object {
  return { query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) };
}
