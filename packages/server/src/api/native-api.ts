import type { Operation } from '@svc/parsers';
import type { FastifyInstance } from 'fastify';
import { ApiError, type Fault } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/kinds.js';
import { injectWithSignal } from '../http/connections.js';
import { type ExtractRequest, toQueryString } from '../operations/extract.js';
import { endpointPaths } from '../operations/index.js';

/** A search of the native API. */
export interface NativeSearch {
  operation: Operation;
  body: Readonly<Record<string, unknown>>;
  /** Names for `?include=`. @default none */
  include?: readonly string[];
  /** Which found pages are read. @default none */
  extract?: ExtractRequest | undefined;
  /** Whether the cache is bypassed. @default false */
  fresh?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the native API, whose fields its own tests check
export type NativeJson = any;

/** The answer of a native request. */
export interface NativeAnswer {
  body: NativeJson;
  headers: Readonly<Record<string, string>>;
}

/** Sends native requests with the key of a foreign request, so that they are admitted, charged, limited and logged alike. */
export interface NativeApi {
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** @throws {ApiError} as the native API answers */
  search(search: NativeSearch, signal?: AbortSignal): Promise<NativeAnswer>;
  /** @throws {ApiError} as the native API answers */
  get(path: string): Promise<NativeAnswer>;
}

/** What every native request has in common. */
interface NativeCaller {
  /** Undefined for no key, which the native API refuses. */
  key: string | undefined;
  requestId: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** Headers of native answers that are passed on. */
const passedOn = /^(?:x-)?ratelimit|^retry-after$|^x-cache$|^x-location$|^www-authenticate$/;

/** Creates the native API for one foreign request. */
export function nativeApi(app: FastifyInstance, { key, requestId, signal: left }: NativeCaller): NativeApi {
  const own = { 'x-request-id': requestId, ...(key !== undefined && { 'x-api-key': key }) };

  async function send(
    request: { method: 'GET' | 'POST'; url: string; payload?: object; headers?: Record<string, string> },
    signal: AbortSignal,
  ): Promise<NativeAnswer> {
    const { headers: more, ...rest } = request;
    const response = await injectWithSignal(signal, async () => app.inject({ ...rest, headers: { ...own, ...more } }));
    const headers = Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        passedOn.test(name) && value !== undefined ? [[name, String(value)]] : [],
      ),
    );
    const body: unknown = response.json();
    if (response.statusCode !== 200) throw errorOf(body as NativeProblem, headers);
    return { body, headers };
  }

  return {
    signal: left,
    search: ({ operation, body, include = [], extract, fresh = false }, signal = left) =>
      send(
        {
          method: 'POST',
          url: endpointPaths[operation] + toQueryString({ include, extract }),
          payload: body,
          headers: fresh ? { 'cache-control': 'no-cache' } : {},
        },
        signal,
      ),
    get: (url) => send({ method: 'GET', url }, left),
  };
}

interface NativeProblem {
  code: ErrorCode;
  detail: string;
  retryable: boolean;
  errors?: Fault[];
}

function errorOf({ code, detail, retryable, errors = [] }: NativeProblem, headers: Record<string, string>): ApiError {
  return new ApiError(code, detail, { faults: errors, headers, retryable });
}
