import { setMaxListeners } from 'node:events';
import { type AdapterChain, onlyStep } from './adapters/chain.js';
import type { AttemptEvent } from './attempt.js';
import { attemptAll } from './attempt-loop.js';
import { endOf, startDeadline } from './deadline.js';
import { createDocumentFetcher, type DocumentFetcherOptions, type FetchDocument } from './documents.js';
import { FetchError } from './errors.js';
import { memoryHealthStore } from './health/memory-store.js';
import type { HealthStore } from './health/store.js';
import { type BudgetPolicy, type BudgetState, budgetPolicy, createRetryBudget } from './policies/budget.js';
import { type CircuitPolicy, type CircuitState, circuitPolicy, createCircuit } from './policies/circuit.js';
import type { CoolDown } from './policies/cool-downs.js';
import { createSearchSession } from './search-session.js';
import type { ExitStatus } from './session-pool/engine-pool.js';
import type { Limits } from './session-pool/limits.js';
import { createSessionPool } from './session-pool/pool.js';
import { fixedProxies, type ProxySource } from './session-pool/source.js';
import {
  type Adapter,
  type Engine,
  engines,
  type Judge,
  type PageRequest,
  type ProxyServer,
  type RawPage,
  type SessionTraits,
} from './types.js';

/** How a fetcher works. */
export interface FetcherOptions {
  /** The way to get a page, or several of them, see `chainAdapter`. */
  adapter: Adapter | AdapterChain;
  /** The exits: a list as `readProxies` makes it, or a source that may change. @default a direct connection */
  proxies?: readonly ProxyServer[] | ProxySource;
  /**
   * How many attempts a fetch may make, at least 1. Where there are several, one more is made after an address of a gateway
   * that an engine turned away while it serves most of the others. @default 3
   */
  attempts?: number;
  /** Milliseconds that one attempt may take. @default 15000 */
  attemptTimeout?: number;
  /** Milliseconds that a search without a `deadline` may take. @default 30000 */
  timeout?: number;
  /** How much is asked of an engine at once. */
  limits?: Partial<Limits>;
  /** How many retries an engine may be sent; `false` for as many as `attempts` allows. */
  budget?: Partial<BudgetPolicy> | false;
  /** When an engine is left alone; `false` for never. */
  circuit?: Partial<CircuitPolicy> | false;
  /** How long a proxy cools down, by the state that an attempt ended in, above `coolDowns`. */
  coolDowns?: Readonly<Record<string, CoolDown>>;
  /** Where cool-downs, paces, circuits and budgets are remembered. @default the memory of this process */
  store?: HealthStore;
  /** Called after every attempt, for logs and metrics. What it throws becomes a warning of the process. */
  onAttempt?: (event: AttemptEvent) => void;
}

/** What goes with one search. */
export interface SearchOptions extends SessionTraits {
  /** Ends the search: it then throws a `FetchError` with code `aborted`. */
  signal?: AbortSignal;
  /** When to give up, in milliseconds since 1970. @default `timeout` from now */
  deadline?: number;
  /** Country to come from, ISO 3166-1 alpha-2 in lower case. @default that of the request */
  country?: string;
  /** Who searches, without blanks: callers are served in fair order; see also `Limits.caller` and `CircuitPolicy.callers`. */
  caller?: string;
  /** Names the search in `AttemptEvent`, for logs: the id of a request, for instance. */
  tag?: string;
}

/** A page that the judge holds usable. */
export interface Fetched<T> {
  page: RawPage;
  /** What the judge read. */
  value: T;
  /** How many attempts it took. */
  attempts: number;
}

/** Gets the pages of one search, one after the other, as one client: the session and its proxy stay the same. */
export interface Search {
  /**
   * Gets a page that the judge holds usable. Throws the judge's own error when no attempt gave one, and a `FetchError`
   * when there was no page to judge, or when the engine asks to wait longer than there is time for.
   */
  fetch<T>(request: PageRequest, judge: Judge<T>): Promise<Fetched<T>>;
  /** Gives the session back for other searches. It must be called, also after an error. */
  end(): void;
}

/** How one engine fares. */
export interface EngineStatus {
  engine: Engine;
  circuit: CircuitState;
  /** Searches under way. */
  active: number;
  /** Searches that wait for a session. */
  waiting: number;
  /**
   * Milliseconds until the engine may be asked again; 0 when it may be now. It may not while its circuit is open, while every
   * exit rests, and while it asks the only address to wait.
   */
  unavailableFor: number;
  /** Retries within the running window; left out where there is no budget. */
  retries?: BudgetState;
}

/** How everything fares. Holds ids of proxies, never addresses. */
export interface FetcherStatus {
  engines: readonly EngineStatus[];
  /** Every exit, for each engine that was asked. */
  exits: readonly ExitStatus[];
}

/** Gets pages. */
export interface Fetcher {
  /** Begins a search of several pages. */
  search(options?: SearchOptions): Search;
  /**
   * Begins to read what the store knows of an engine, for a search that begins within a second: it then need not wait for the
   * store once more.
   */
  foresee(engine: Engine, caller?: string): void;
  /** A search of one page. Throws as `Search.fetch` does. */
  fetch<T>(request: PageRequest, judge: Judge<T>, options?: SearchOptions): Promise<Fetched<T>>;
  status(): Promise<FetcherStatus>;
  /** Creates a function that gets documents of any site, such as the pages found, through the same proxies. */
  documents(options: Omit<DocumentFetcherOptions, 'proxies'>): FetchDocument;
  /** Ends every fetch under way with a `FetchError` of code `closed`, and frees what sessions, adapters and store hold. */
  close(): Promise<void>;
}

/** Makes a fetcher: session, adapter, judge, and again where that may help. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { timeout = 30_000, store = memoryHealthStore(), ...rest } = options;
  const settings = settingsOf(rest, store);
  const { pool, chain, circuit, budget, proxies } = settings;
  const closing = new AbortController();
  // Every fetch under way listens to it, as many as there are.
  setMaxListeners(0, closing.signal);

  function search({ signal, deadline = Date.now() + timeout, ...traits }: SearchOptions = {}): Search {
    const session = createSearchSession(pool, traits);
    // From here on by a clock that nobody sets: a search that is open must not end because that of the machine jumps.
    const end = performance.now() + deadline - Date.now();
    return {
      async fetch<T>(request: PageRequest, judge: Judge<T>) {
        const limit = startDeadline(Math.max(0, end - performance.now()), signal, closing.signal);
        try {
          return await endOf(attemptAll(settings, { request, judge, deadline: limit, session }), limit);
        } finally {
          limit.stop();
        }
      },
      end: () => session.end(),
    };
  }

  return {
    search,
    foresee(engine, caller) {
      circuit?.foresee(engine, caller);
      pool.foresee(engine);
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
      const states = engines.map(async (engine): Promise<EngineStatus> => {
        const retries = await budget?.state(engine);
        const { state, openFor } = (await circuit?.state(engine)) ?? { state: 'closed', openFor: 0 };
        const { restingFor, ...load } = pool.load(engine);
        const unavailableFor = Math.max(openFor, restingFor);
        return { engine, circuit: state, ...load, unavailableFor, ...(retries && { retries }) };
      });
      return { engines: await Promise.all(states), exits: await pool.status() };
    },
    documents(documentOptions) {
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

/** Closes one after the other, also those behind one that fails: what it throws first is thrown when all are closed. */
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
  const chain = typeof adapter === 'function' ? onlyStep(adapter) : adapter;
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
    budget: budget === false ? undefined : createRetryBudget(store, { ...budgetPolicy, ...budget }),
    circuit: circuit === false ? undefined : createCircuit(store, { ...circuitPolicy, ...circuit }),
    store,
    attempts,
    attemptTimeout,
    onAttempt,
  };
}

/** A list without any proxy means that none is wanted; a source without any, that there is none at the moment. */
function sourceOf(proxies: readonly ProxyServer[] | ProxySource = []): ProxySource | undefined {
  if ('current' in proxies) return proxies;
  return proxies.length > 0 ? fixedProxies(proxies) : undefined;
}
