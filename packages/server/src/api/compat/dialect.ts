import type { Places } from '@svc/fetchers';
import type { FastifyRequest } from 'fastify';
import type { CompatConfig, DialectName } from '../../config/compat.js';
import type { ApiError } from '../../errors/api-error.js';
import type { UrlRewriter } from '../../http/server.js';
import type { NativeApi } from '../native-api.js';
import type { DialectParams } from './params.js';

/** A request in a dialect, without its key. */
export interface DialectRequest {
  /** Query string and body together. */
  params: DialectParams;
  /** A body that is an array of requests; undefined otherwise. */
  list: readonly unknown[] | undefined;
  api: NativeApi;
  requestId: string;
  places: Places;
  /** Maximum number of found pages read for one search; 0 for none. */
  maxPages: number;
  /** Address of the dialect, for links: `https://search.example.com/compat/serpapi`. */
  base: string;
  /** Parameters of the route's path. */
  path: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An answer in a dialect. */
export interface DialectAnswer {
  /** @default 200 */
  status?: number;
  /** Sent as JSON unless it is a string. */
  body: unknown;
  /** @default none */
  headers?: Readonly<Record<string, string>>;
  /** @default JSON; plain text for a string */
  type?: string;
}

/** One path of a dialect. */
export interface DialectRoute {
  methods: readonly ('GET' | 'POST')[];
  /** Below `/compat/<name>`. */
  path: string;
  /** @throws {ApiError} which `error` of the dialect then formats */
  answer(request: DialectRequest): Promise<DialectAnswer>;
  /** Whether it needs no key and is limited to a small rate per address. @default false */
  isOpen?: boolean;
  /** Whether it starts no search, so that a GET route answers HEAD too. @default false */
  isFree?: boolean;
}

/** The API of another service, implemented on the native one. */
export interface Dialect {
  name: DialectName;
  /** Names of parameters that may hold the key. */
  keyParams: readonly string[];
  routes: readonly DialectRoute[];
  /** Formats an error as the dialect does, with extra members of ours. */
  error(error: ApiError): DialectAnswer;
}

/** Members of our errors that are added to foreign ones: clients ignore them, but people need them. */
export function extraErrorFields({ code, retryable }: ApiError): object {
  return { code, retryable };
}

/** Path prefix of a dialect. */
export function dialectPrefix(name: string): string {
  return `/compat/${name}`;
}

/**
 * The key of a foreign request: `x-api-key`, `Authorization: Bearer` or `Basic` (its password, or its user if the password is
 * empty), or a parameter of the dialect. Undefined if there is none.
 */
export function findRequestKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  records: readonly Readonly<Record<string, unknown>>[],
  { keyParams }: Pick<Dialect, 'keyParams'>,
): string | undefined {
  const header = headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return basicKey(value);
  const named = keyParams.flatMap((name) => records.map((record) => record[name]));
  return named.find((key): key is string => typeof key === 'string' && key !== '');
}

function basicKey(encoded: string): string | undefined {
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const key = rest.join(':') || user;
  return key === '' ? undefined : key;
}

/** A key in the path. Dialects that are not enabled count too, because their keys must not be logged either. */
const inPath = /^\/compat\/([a-z]{1,20})\/k\/([^/?#]+)/;

/**
 * Creates the function that rewrites URLs of dialects before anything reads them. The key in `/compat/<name>/k/<key>/…` moves
 * to a header, so that it never appears in a log, trace or error. A request to a host that is configured for a dialect gets its
 * prefix.
 */
export function createUrlRewriter({ compat, compatHosts }: CompatConfig): UrlRewriter {
  return (url, headers) => {
    const dialect = compatHosts.get((headers.host ?? '').toLowerCase().replace(/:\d+$/, ''));
    const address = dialect !== undefined && compat.includes(dialect) ? dialectPrefix(dialect) + url : url;
    const [match, name, key] = inPath.exec(address) ?? [];
    if (match === undefined || key === undefined) return address;
    headers['x-api-key'] ??= decoded(key);
    return `/compat/${name}${address.slice(match.length)}`;
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // invalid percent-encoding: refused as an unknown key
  }
}
