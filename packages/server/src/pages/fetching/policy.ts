import type { FetcherOptions } from '@svc/fetchers';
import type { FetchingConfig } from '../../config/fetching.js';
import type { SearchesConfig } from '../../config/searches.js';
import { asksEngines } from '../../config/ways.js';

/**
 * How many keys must fail before the circuit of an engine opens for all. One that fails alone, by queries that the engine
 * answers with captchas, finds it open alone.
 */
const circuitCallers = 2;

/** The share of an engine's searches that one key may have in progress: slow ones of one key must leave room for others. */
const callerShare = 0.8;

/** What the configuration says of attempts, limits, retries and circuits. */
export function policyOf(config: FetchingConfig & SearchesConfig): Omit<FetcherOptions, 'adapter' | 'proxies'> {
  const { attempts, circuitFailures, circuitSeconds, retryPercent } = config;
  return {
    attempts,
    limits: limitsOf(config),
    budget: retryPercent < 100 && { share: retryPercent / 100 },
    circuit: circuitFailures > 0 && { minimum: circuitFailures, open: circuitSeconds * 1000, callers: circuitCallers },
  };
}

/** An engine itself is asked sparingly from our one address; what answers instead of it need not be. */
function limitsOf(config: FetchingConfig & SearchesConfig): NonNullable<FetcherOptions['limits']> {
  const { adapter, gateway, maxSearches, proxySearches, queuedSearches, queueTimeoutMs } = config;
  const isEngine = asksEngines(adapter) && gateway === '';
  return {
    engine: maxSearches,
    caller: Math.max(1, Math.floor(maxSearches * callerShare)),
    ...(proxySearches > 0 && { proxy: proxySearches }),
    ...(!isEngine && { direct: maxSearches }),
    queue: queuedSearches,
    queueTimeout: queueTimeoutMs,
  };
}
