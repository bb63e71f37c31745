import type { FetcherOptions } from '@svc/fetchers';
import type { FetchingConfig } from '../config/fetching.js';
import type { SearchesConfig } from '../config/searches.js';
import { asksEngines } from '../config/ways.js';

/** What the configuration says of attempts, limits, retries and circuits. */
export function policyOf(config: FetchingConfig & SearchesConfig): Omit<FetcherOptions, 'adapter' | 'proxies'> {
  const { attempts, circuitFailures, circuitSeconds, retryPercent } = config;
  return {
    attempts,
    limits: limitsOf(config),
    budget: retryPercent < 100 && { share: retryPercent / 100 },
    circuit: circuitFailures > 0 && { minimum: circuitFailures, open: circuitSeconds * 1000 },
  };
}

/** An engine itself is asked sparingly from our one address; what answers instead of it need not be. */
function limitsOf(config: FetchingConfig & SearchesConfig): NonNullable<FetcherOptions['limits']> {
  const { adapter, gateway, maxSearches, proxySearches, queuedSearches, queueTimeoutMs } = config;
  const isEngine = asksEngines(adapter) && gateway === '';
  return {
    engine: maxSearches,
    ...(proxySearches > 0 && { proxy: proxySearches }),
    ...(!isEngine && { direct: maxSearches }),
    queue: queuedSearches,
    queueTimeout: queueTimeoutMs,
  };
}
