import type { Places } from '@svc/fetchers';
import type { DialectName } from '../../config/compat.js';
import type { ApiError } from '../../errors/api-error.js';
import type { NativeApi } from '../native-api.js';
import type { Params } from './params.js';

/** A request in a dialect, without its key. */
export interface ForeignRequest {
  /** Query string and body together. */
  params: Params;
  /** A body that is an array of requests; undefined otherwise. */
  list: readonly unknown[] | undefined;
  api: NativeApi;
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
export interface ForeignAnswer {
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
  answer(request: ForeignRequest): Promise<ForeignAnswer>;
  /** Whether it needs no key and is limited to a small rate per address. @default false */
  isOpen?: boolean;
}

/** The API of another service, implemented on the native one. */
export interface Dialect {
  name: DialectName;
  /** Names of parameters that may hold the key. */
  keyParams: readonly string[];
  routes: readonly DialectRoute[];
  /** Formats an error as the dialect does, with extra members of ours. */
  error(error: ApiError): ForeignAnswer;
}

/** Members of our errors that are added to foreign ones: clients ignore them, but people need them. */
export function ownMembers({ code, retryable }: ApiError): object {
  return { code, retryable };
}
