import { setMaxListeners } from 'node:events';
import type { AttemptEvent } from './attempt.js';
import { attemptAll } from './attempts.js';
import { type BudgetPolicy, type BudgetState, budgetPolicy, createRetryBudget } from './budget.js';
import { type AdapterChain, onlyStep } from './chain.js';
import { type CircuitPolicy, type CircuitState, circuitPolicy, createCircuit } from './circuit.js';
import { FetchError } from './errors.js';
import { memoryHealthStore } from './health/memory-store.js';
import type { HealthStore, Penalty } from './health/store.js';
import { endOf, startLimit } from './limit.js';
import type { Limits } from './sessions/limits.js';
import { createSessionPool } from './sessions/pool.js';
import type { ExitStatus } from './sessions/room.js';
import { fixedProxies, type ProxySource } from './sessions/source.js';
import { createVisit } from './sessions/visit.js';
import type { Adapter, Engine, Judge, PageRequest, ProxyServer, RawPage, SessionTraits } from './types.js';

/** How a fetcher works. */
export interface FetcherOptions {
  /** The way to get a page, or several of them, see `chainAdapter`. */
  adapter: Adapter | AdapterChain;
  /** Ways out: a list as `readProxies` makes it, or a source that may change. @default a direct connection */
  proxies?: readonly ProxyServer[] | ProxySource;
  /** How many attempts a fetch may make, at least 1. @default 3 */
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
  /**
   * Milliseconds after which an attempt gets a second one beside it, with another session, if the budget allows it: about the
   * time in which 95 of 100 attempts end. It costs up to twice the requests. @default none does
   */
  hedgeAfter?: number;
  /** How long a proxy cools down, by the state that an attempt ended in, above `coolDowns`. */
  coolDowns?: Readonly<Record<string, Penalty>>;
  /** Where cool-downs, circuits and budgets are remembered. @default the memory of this process */
  store?: HealthStore;
  /** Told of every attempt, for logs and metrics. It must not throw. */
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
  /** Who searches, without blanks: callers take turns in a queue; see also `Limits.caller` and `CircuitPolicy.callers`. */
  caller?: string;
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
  /** Searches that wait for their turn. */
  waiting: number;
  /** Retries within the running window; left out where there is no budget. */
  retries?: BudgetState;
}

/** How everything fares. Holds ids of proxies, never addresses. */
export interface FetcherStatus {
  engines: readonly EngineStatus[];
  /** Every way out that was used, for each engine. */
  exits: readonly ExitStatus[];
}

/** Gets pages. */
export interface Fetcher {
  /** Begins a search of several pages. */
  search(options?: SearchOptions): Search;
  /** A search of one page. Throws as `Search.fetch` does. */
  fetch<T>(request: PageRequest, judge: Judge<T>, options?: SearchOptions): Promise<Fetched<T>>;
  status(): Promise<FetcherStatus>;
  /** Ends every fetch under way with a `FetchError` of code `closed`, and frees what sessions, adapters and store hold. */
  close(): Promise<void>;
}

const engines: readonly Engine[] = ['alpha', 'beta', 'gamma'];

/** Makes a fetcher: session, adapter, judge, and again where that may help. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { timeout = 30_000, store = memoryHealthStore(), ...rest } = options;
  const settings = settingsOf(rest, store);
  const { pool, chain, circuit, budget } = settings;
  const closing = new AbortController();
  // Every fetch under way listens to it, as many as there are.
  setMaxListeners(0, closing.signal);

  function search({ signal, deadline = Date.now() + timeout, ...traits }: SearchOptions = {}): Search {
    const visit = createVisit(pool, traits);
    return {
      async fetch<T>(request: PageRequest, judge: Judge<T>) {
        const limit = startLimit(Math.max(0, deadline - Date.now()), signal, closing.signal);
        try {
          return await endOf(attemptAll(settings, { request, judge, limit, visit }), limit);
        } finally {
          limit.stop();
        }
      },
      end: () => visit.end(),
    };
  }

  return {
    search,
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
        const state = (await circuit?.state(engine)) ?? 'closed';
        return { engine, circuit: state, ...pool.load(engine), ...(retries && { retries }) };
      });
      return { engines: await Promise.all(states), exits: await pool.status() };
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
  return {
    chain: typeof adapter === 'function' ? onlyStep(adapter) : adapter,
    pool: createSessionPool({
      store,
      ...(proxies && { proxies }),
      ...(limits && { limits }),
      ...(coolDowns && { coolDowns }),
    }),
    budget: budget === false ? undefined : createRetryBudget(store, { ...budgetPolicy, ...budget }),
    circuit: circuit === false ? undefined : createCircuit(store, { ...circuitPolicy, ...circuit }),
    store,
    attempts,
    attemptTimeout,
    hedgeAfter: options.hedgeAfter,
    onAttempt,
  };
}

/** A list without any proxy means that none is wanted; a source without any, that there is none at the moment. */
function sourceOf(proxies: readonly ProxyServer[] | ProxySource = []): ProxySource | undefined {
  if ('current' in proxies) return proxies;
  return proxies.length > 0 ? fixedProxies(proxies) : undefined;
}
