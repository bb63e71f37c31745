import { singleStepChain } from './adapters/chain.js';
import { attemptUntilUsable } from './attempt-loop.js';
import { type Deadline, startDeadline, withDeadline } from './deadline.js';
import { withDefaults } from './defaults.js';
import { createDocumentFetcher, type DocumentFetcherOptions, type FetchDocument } from './documents.js';
import { type Engine, engines } from './engines.js';
import { FetchError } from './errors.js';
import { assertFetcherOptions, searchOptionNames } from './fetcher-options.js';
import { createHaltWatch } from './halts.js';
import { memoryHealthStore } from './health/memory-store.js';
import type { HealthStore } from './health/store.js';
import { assertKnownOptions } from './known-options.js';
import type { FetcherOptions, SearchOptions } from './options.js';
import { createRetryBudget, defaultRetryBudgetPolicy, type RetryBudgetState } from './policies/budget.js';
import { type CircuitState, createCircuit } from './policies/circuit.js';
import { defaultCircuitPolicy } from './policies/circuit-policy.js';
import { assertRequestAndJudge } from './send.js';
import type { ProxyExitStatus } from './session-pool/exit.js';
import { createSessionPool, type SessionPool } from './session-pool/pool.js';
import { fixedProxies, type ProxySource } from './session-pool/proxies.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { Judge, PageRequest, ProxyServer, RawPage, SessionTraits } from './types.js';

/** A page that the judge accepted. */
export interface Fetched<T> {
  page: RawPage;
  /** The judge's `value`. */
  value: T;
  /** Number of attempts made. */
  attempts: number;
}

/** Fetches the pages of one search, one after another, as one client: session and proxy stay the same unless an attempt fails. */
export interface Search {
  /**
   * Fetches a page that the judge accepts. If no attempt does, throws the error of the last verdict, or a `FetchError` if there was
   * no page to judge or the engine's `Retry-After` exceeds the remaining time.
   */
  fetch<T>(request: PageRequest, judge: Judge<T>): Promise<Fetched<T>>;
  /** Returns the session for reuse. Must be called, also after an error. */
  end(): void;
}

/** The state of one engine. */
export interface EngineStatus {
  engine: Engine;
  circuit: CircuitState;
  /** Callers whose own circuit is open, see `CircuitPolicy.callers`, as far as this process has seen. */
  openCallers: number;
  /** Searches in progress. */
  active: number;
  /** Searches waiting for a session. */
  waiting: number;
  /**
   * Milliseconds until requests may be sent again; 0 if they may be sent now. None are sent while the circuit is open, while every
   * exit cools down, and during a `Retry-After` for the only address.
   */
  unavailableFor: number;
  /** Retries within the current window; left out without a budget. */
  retries?: RetryBudgetState;
}

/** The state of a fetcher. Contains ids of proxies, never addresses. */
export interface FetcherStatus {
  engines: readonly EngineStatus[];
  /** Every exit, for each engine used so far. */
  exits: readonly ProxyExitStatus[];
}

/** Fetches pages. */
export interface Fetcher {
  /** Starts a search of several pages. */
  search(options?: SearchOptions): Search;
  /**
   * Starts reading the state of an engine from the store, for a search that starts within a second. That search then has less to
   * wait for.
   */
  prefetchHealth(engine: Engine, caller?: string): void;
  /** Searches one page. Throws like `Search.fetch`. */
  fetch<T>(request: PageRequest, judge: Judge<T>, options?: SearchOptions): Promise<Fetched<T>>;
  status(): Promise<FetcherStatus>;
  /** Creates a function that fetches documents of any site, such as the pages found, through the same proxies. */
  createDocumentFetcher(options: Omit<DocumentFetcherOptions, 'proxies'>): FetchDocument;
  /** Ends every fetch in progress with a `FetchError` of code `closed`, and closes sessions, adapters and the store. */
  close(): Promise<void>;
}

/**
 * Creates a fetcher. Each attempt takes a session, calls the adapter and the judge; failed attempts are retried if useful.
 *
 * @throws {TypeError} for an unknown or invalid option
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  assertFetcherOptions(options);
  const { timeout = 30_000, store = memoryHealthStore(), ...rest } = options;
  const settings = settingsOf(rest, store);
  const { pool, chain, circuit, proxies } = settings;
  const closing = new AbortController();

  function search(searchOptions: SearchOptions = {}): Search {
    assertKnownOptions(searchOptions, searchOptionNames);
    const { signal, deadline = Date.now() + timeout, ...traits } = searchOptions;
    const session = createSearchSession(pool, traits);
    // Monotonic from here on: a change of the system time must not end an open search.
    const end = performance.now() + deadline - Date.now();
    return {
      async fetch<T>(request: PageRequest, judge: Judge<T>) {
        assertRequestAndJudge(request, judge);
        const limit = startDeadline(Math.max(0, end - performance.now()), signal, closing.signal);
        try {
          return await withDeadline(attemptUntilUsable(settings, { request, judge, deadline: limit, session }), limit);
        } finally {
          limit.stop();
        }
      },
      end: () => session.end(),
    };
  }

  return {
    search,
    prefetchHealth(engine, caller) {
      circuit?.prefetchHealth(engine, caller);
      pool.prefetchHealth(engine);
    },
    async fetch(request, judge, searchOptions) {
      const one = search(searchOptions);
      try {
        return await one.fetch(request, judge);
      } finally {
        one.end();
      }
    },
    async status() {
      const states = await Promise.all(engines.map((engine) => statusOf(engine, settings)));
      return { engines: states, exits: await pool.status() };
    },
    createDocumentFetcher(documentOptions) {
      const fetchDocument = createDocumentFetcher({ ...documentOptions, proxies });
      return (url, asked) => fetchDocument(url, { ...asked, signal: AbortSignal.any([asked.signal, closing.signal]) });
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new FetchError('closed', 'The fetcher is closed'));
      await closeAll([pool, ...chain.steps.map(({ adapter }) => adapter), store]);
    },
  };
}

async function statusOf(
  engine: Engine,
  { pool, circuit, budget }: ReturnType<typeof settingsOf>,
): Promise<EngineStatus> {
  const retries = await budget?.state(engine);
  const { state, openFor, openCallers } = (await circuit?.state(engine)) ?? closedCircuit;
  const { coolingFor, ...load } = pool.occupancy(engine);
  const unavailableFor = Math.max(openFor, coolingFor);
  return { engine, circuit: state, openCallers, ...load, unavailableFor, ...(retries && { retries }) };
}

const closedCircuit = { state: 'closed', openFor: 0, openCallers: 0 } as const;

/** Closes all in order, even if one fails. The first error is thrown after all are closed. */
async function closeAll(things: readonly { close?(): Promise<void> | void }[]): Promise<void> {
  const faults: unknown[] = [];
  for (const thing of things) {
    try {
      await thing.close?.();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

function settingsOf(options: Omit<FetcherOptions, 'timeout' | 'store'>, store: HealthStore) {
  const { adapter, attempts = 3, attemptTimeout = 15_000, onAttempt, limits, coolDowns, budget, circuit } = options;
  if (!Number.isInteger(attempts) || attempts < 1) throw new TypeError('attempts must be an integer of at least 1');
  const proxies = sourceOf(options.proxies);
  const chain = typeof adapter === 'function' ? singleStepChain(adapter) : adapter;
  return {
    chain,
    proxies,
    pool: createSessionPool({
      store,
      supportsProfile: (profile) => chain.steps.every((step) => step.adapter.supportsProfile?.(profile) ?? true),
      ...(proxies && { proxies }),
      ...(limits && { limits }),
      ...(coolDowns && { coolDowns }),
    }),
    budget: budget === false ? undefined : createRetryBudget(store, withDefaults(defaultRetryBudgetPolicy, budget)),
    circuit: circuit === false ? undefined : createCircuit(store, withDefaults(defaultCircuitPolicy, circuit)),
    store,
    attempts,
    attemptTimeout,
    halts: createHaltWatch(),
    onAttempt,
  };
}

/** An empty list means a direct connection; an empty source means that there is currently no proxy. */
function sourceOf(proxies: readonly ProxyServer[] | ProxySource = []): ProxySource | undefined {
  if ('current' in proxies) return proxies;
  return proxies.length > 0 ? fixedProxies(proxies) : undefined;
}

/** What determines the session of a search. */
interface SearchTraits extends SessionTraits {
  /** Preferred country of the exit. @default `country` of the request */
  country?: string | undefined;
  /** Who searches, for the fair queue and for circuits per caller. */
  caller?: string | undefined;
  /** Identifies the search in events. */
  tag?: string | undefined;
}

/** The session of one search on one engine. It stays the same from page to page unless it is given up. */
export interface SearchSession {
  readonly caller: string | undefined;
  readonly tag: string | undefined;
  /** The session of the search; a new one if it has none, or one for another engine or kind of exit. */
  checkOut(request: PageRequest, need: { isDirect: boolean; deadline: Deadline }): Promise<CheckedOutSession>;
  /** Ends the session. The next one uses another exit if there is one. */
  giveUp(): void;
  /** Adds the previous page, if any, as `Referer`. */
  withReferer(request: PageRequest): PageRequest;
  /** Records a fetched page, for the `Referer` of the next. */
  recordPage(page: RawPage): void;
  /** Returns the session for reuse. */
  end(): void;
}

/** Creates the session of a search. Nothing is checked out yet. */
function createSearchSession(pool: SessionPool, traits: SearchTraits): SearchSession {
  const { country, caller, tag, ...sessionTraits } = traits;
  /** The checked-out session, and whether it is for a step without a proxy. */
  let held: { session: CheckedOutSession; isDirect: boolean } | undefined;
  let before: CheckedOutSession | undefined;
  let referer: string | undefined;

  function release(fate?: 'end'): CheckedOutSession | undefined {
    const session = held?.session;
    held = undefined;
    session?.release(fate);
    return session;
  }

  return {
    caller,
    tag,
    async checkOut(request, { isDirect, deadline }) {
      if (held?.isDirect === isDirect && held.session.session.engine === request.engine) return held.session;
      release();
      const needs = { ...sessionTraits, engine: request.engine, isDirect, country: country ?? request.country, caller };
      const session = await pool.checkOut({ ...needs, replaces: before }, deadline);
      held = { session, isDirect };
      return session;
    },
    giveUp() {
      before = release('end') ?? before;
      referer = undefined; // a new client has no previous page
    },
    withReferer(request) {
      if (referer === undefined || request.page <= 1 || request.headers.referer !== undefined) return request;
      return { ...request, headers: { ...request.headers, referer } };
    },
    recordPage: ({ url }) => {
      referer = url;
    },
    end: () => void release(),
  };
}
