import type { AdapterChain } from './adapters/chain.js';
import type { AttemptEvent } from './attempt-event.js';
import type { Some } from './defaults.js';
import type { HealthStore } from './health/store.js';
import type { RetryBudgetPolicy } from './policies/budget.js';
import type { CircuitPolicy } from './policies/circuit-policy.js';
import type { CoolDown } from './policies/cool-downs.js';
import type { ConcurrencyLimits } from './session-pool/limits.js';
import type { ProxySource } from './session-pool/proxies.js';
import type { Adapter, ProxyServer, SessionTraits } from './types.js';

/** Options of `createFetcher`. */
export interface FetcherOptions {
  /** How to fetch a page: an adapter, or several combined by `chainAdapter`. */
  adapter: Adapter | AdapterChain;
  /** The proxies: a list from `parseProxies`, or a source that may change. @default a direct connection */
  proxies?: readonly ProxyServer[] | ProxySource | undefined;
  /**
   * Attempts per fetch, at least 1. If more than 1, one additional attempt is allowed after an engine refused an address of a
   * gateway while it serves enough others. @default 3
   */
  attempts?: number | undefined;
  /** Milliseconds per attempt. @default 15000 */
  attemptTimeout?: number | undefined;
  /** Milliseconds for a search without a `deadline`. @default 30000 */
  timeout?: number | undefined;
  /** Limits of concurrency and of the queue. */
  limits?: Some<ConcurrencyLimits> | undefined;
  /** How many retries may be sent to an engine; `false` for no limit other than `attempts`. */
  budget?: Some<RetryBudgetPolicy> | false | undefined;
  /** When the circuit of an engine opens; `false` for never. */
  circuit?: Some<CircuitPolicy> | false | undefined;
  /** How long a proxy cools down, by the state of the failed attempt. Overrides `coolDowns`. */
  coolDowns?: Readonly<Record<string, CoolDown>> | undefined;
  /** Where cool-downs, paces, circuits and budgets are kept. @default the memory of this process */
  store?: HealthStore | undefined;
  /** Called after every attempt, for logs and metrics. An error that it throws becomes a process warning. */
  onAttempt?: ((event: AttemptEvent) => void) | undefined;
}

/** Options of one search. */
export interface SearchOptions extends SessionTraits {
  /** Aborts the search, which then throws a `FetchError` with code `aborted`. */
  signal?: AbortSignal | undefined;
  /**
   * When to give up, in milliseconds since 1970. Converted to the monotonic clock when the search begins, so later changes of the
   * system time do not affect it. @default `timeout` from now
   */
  deadline?: number | undefined;
  /** Preferred country of the exit, ISO 3166-1 alpha-2 in lower case. @default `country` of the request */
  country?: string | undefined;
  /** Who searches, without spaces. Callers are served fairly; see also `ConcurrencyLimits.caller` and `CircuitPolicy.callers`. */
  caller?: string | undefined;
  /** Identifies the search in `AttemptEvent`, for example a request id. */
  tag?: string | undefined;
}
