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

/** Throws a `TypeError` for an unknown option, and for a value with which every fetch would fail or a policy would have no effect. */
export function assertFetcherOptions(options: FetcherOptions): void {
  assertKnownOptions(options, known);
  const { adapter, proxies = [], limits = {}, budget, circuit, timeout, attemptTimeout } = options;
  assertKnownOptions(limits, limitNames);
  assertKnownOptions(budget || {}, budgetNames);
  assertKnownOptions(circuit || {}, circuitNames);
  for (const [name, value] of Object.entries({ timeout, attemptTimeout }))
    if (value !== undefined && !(isNumber(value) && value > 0)) throw new TypeError(`${name} must be a number above 0`);
  for (const [name, value] of [budget, circuit].flatMap((policy) => Object.entries(policy || {})))
    if (value !== undefined && !(isNumber(value) && value >= 0))
      throw new TypeError(`${name} must be a number of at least 0`);
  if (typeof adapter !== 'function' && !Array.isArray(adapter?.steps))
    throw new TypeError('adapter must be an adapter, such as httpAdapter(), or a chain of adapters');
  if (Array.isArray(proxies) ? !proxies.every(isProxy) : !(typeof proxies === 'object' && 'current' in proxies))
    throw new TypeError('proxies must be a list from parseProxies(), or a source of proxies');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isProxy(proxy: unknown): boolean {
  return typeof proxy === 'object' && proxy !== null && 'url' in proxy && proxy.url instanceof URL;
}
