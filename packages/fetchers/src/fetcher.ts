import { setMaxListeners } from 'node:events';
import { type AttemptEvent, attemptAll } from './attempts.js';
import { FetchError } from './errors.js';
import { startLimit } from './limit.js';
import { createSessionPool, type SessionPool } from './sessions/pool.js';
import type { Adapter, Judge, PageRequest, ProxyServer, RawPage } from './types.js';

/** How a fetcher works. */
export interface FetcherOptions {
  /** The way to get a page. */
  adapter: Adapter;
  /** Ways out, used in turn; see `readProxies`. Not together with `sessions`. @default a direct connection */
  proxies?: readonly ProxyServer[];
  /** Who hands out sessions. @default a pool over `proxies` */
  sessions?: SessionPool;
  /** How many attempts a fetch may make, at least 1. @default 3 */
  attempts?: number;
  /** Milliseconds that one attempt may take. @default 15000 */
  attemptTimeout?: number;
  /** Milliseconds that a fetch without a `deadline` may take. @default 30000 */
  timeout?: number;
  /** Told of every attempt, for logs and metrics. It must not throw. */
  onAttempt?: (event: AttemptEvent) => void;
}

/** What goes with one fetch. */
export interface FetchOptions {
  /** Ends the fetch: it then throws a `FetchError` with code `aborted`. */
  signal?: AbortSignal;
  /** When to give up, in milliseconds since 1970. @default `timeout` from now */
  deadline?: number;
}

/** A page that the judge holds usable. */
export interface Fetched<T> {
  page: RawPage;
  /** What the judge read. */
  value: T;
  /** How many attempts it took. */
  attempts: number;
}

/** Gets pages. */
export interface Fetcher {
  /**
   * Gets a page that the judge holds usable. Throws the judge's own error when no attempt gave one, and a `FetchError`
   * when there was no page to judge, or when the engine asks to wait longer than there is time for.
   */
  fetch<T>(request: PageRequest, judge: Judge<T>, options?: FetchOptions): Promise<Fetched<T>>;
  /** Ends every fetch under way with a `FetchError` of code `closed`, and frees what the adapter holds. */
  close(): Promise<void>;
}

/** Makes a fetcher: session, adapter, judge, and again where that may help. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { adapter, timeout = 30_000, attempts = 3, attemptTimeout = 15_000, onAttempt } = options;
  if (!Number.isInteger(attempts) || attempts < 1) throw new TypeError('attempts must be an integer of at least 1');
  const sessions = options.sessions ?? createSessionPool(options.proxies);
  const settings = { adapter, sessions, attempts, attemptTimeout, onAttempt };
  const closing = new AbortController();
  // Every fetch under way listens to it, as many as there are.
  setMaxListeners(0, closing.signal);

  return {
    async fetch<T>(request: PageRequest, judge: Judge<T>, { signal, deadline }: FetchOptions = {}) {
      const time = deadline === undefined ? timeout : Math.max(0, deadline - Date.now());
      const limit = startLimit(time, signal, closing.signal);
      try {
        return await attemptAll(settings, { request, judge, limit });
      } finally {
        limit.stop();
      }
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new FetchError('closed', 'The fetcher is closed'));
      await adapter.close?.();
    },
  };
}
