import { assertKnownOptions, type OptionNames } from './known-options.js';
import type { FetcherOptions, SearchOptions } from './options.js';
import type { RetryBudgetPolicy } from './policies/budget.js';
import type { CircuitPolicy } from './policies/circuit-policy.js';
import type { ConcurrencyLimits } from './session-pool/limits.js';

const known: OptionNames<FetcherOptions> = {
  ...{ adapter: true, proxies: true, attempts: true, attemptTimeout: true, timeout: true, limits: true },
  ...{ budget: true, circuit: true, coolDowns: true, store: true, onAttempt: true },
};

const limitNames: OptionNames<ConcurrencyLimits> = {
  ...{ engine: true, proxy: true, gateway: true, direct: true, caller: true, queue: true, queueTimeout: true },
};
const budgetNames: OptionNames<RetryBudgetPolicy> = { share: true, minimum: true, window: true };
const circuitNames: OptionNames<CircuitPolicy> = {
  ...{ share: true, minimum: true, window: true, open: true, longest: true, callers: true },
};

/** The options of one search. */
export const searchOptionNames: OptionNames<SearchOptions> = {
  ...{ signal: true, deadline: true, country: true, caller: true, tag: true },
  ...{ device: true, locale: true, place: true },
};

/** Throws a `TypeError` for an unknown option, and for an adapter or proxies that would only fail with the first fetch. */
export function assertFetcherOptions(options: FetcherOptions): void {
  assertKnownOptions(options, known);
  const { adapter, proxies = [], limits = {}, budget, circuit } = options;
  assertKnownOptions(limits, limitNames);
  assertKnownOptions(budget || {}, budgetNames);
  assertKnownOptions(circuit || {}, circuitNames);
  if (typeof adapter !== 'function' && !Array.isArray(adapter?.steps))
    throw new TypeError('adapter must be an adapter, such as httpAdapter(), or a chain of adapters');
  if (Array.isArray(proxies) ? !proxies.every(isProxy) : !(typeof proxies === 'object' && 'current' in proxies))
    throw new TypeError('proxies must be a list from parseProxies(), or a source of proxies');
}

function isProxy(proxy: unknown): boolean {
  return typeof proxy === 'object' && proxy !== null && 'url' in proxy && proxy.url instanceof URL;
}
