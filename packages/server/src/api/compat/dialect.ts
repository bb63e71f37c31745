import type { Places } from '@svc/fetchers';
import type { DialectName } from '../../config/compat.js';
import type { ApiError } from '../../errors/api-error.js';
import type { NativeApi } from '../native-api.js';
import type { Params } from './params.js';

/** A request in a dialect, freed from where it carries its key. */
export interface ForeignRequest {
  /** Query string and body as one. */
  params: Params;
  /** A body that is an array of requests; undefined otherwise. */
  list: readonly unknown[] | undefined;
  api: NativeApi;
  places: Places;
  /** How many of the pages found may be read for one search; 0 for none. */
  mostPages: number;
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
  /** Sent as JSON, unless it is text. */
  body: unknown;
  /** @default none */
  headers?: Readonly<Record<string, string>>;
  /** @default JSON, for text plain text */
  type?: string;
}

/** One path of a dialect. */
export interface DialectRoute {
  methods: readonly ('GET' | 'POST')[];
  /** Below `/compat/<name>`. */
  path: string;
  /** @throws {ApiError} which the dialect's `error` then words */
  answer(request: ForeignRequest): Promise<ForeignAnswer>;
  /** Whether it is answered without a key, at a small rate per address. @default false */
  isOpen?: boolean;
}

/** The API of another service, as a table over the native one. */
export interface Dialect {
  name: DialectName;
  /** Names of parameters that may hold the key. */
  keyParams: readonly string[];
  routes: readonly DialectRoute[];
  /** An error in the dialect's form. Any extra members are ours. */
  error(error: ApiError): ForeignAnswer;
}

/** Members of our own errors that ride along in a foreign one: its clients ignore them, and people need them. */
export function ownMembers({ code, retryable }: ApiError): object {
  return { code, retryable };
}
