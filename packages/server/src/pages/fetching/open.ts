import {
  type Adapter,
  type AttemptEvent,
  createFetcher,
  createPageCleaner,
  FetchError,
  type Fetcher,
  type FetcherOptions,
  type HealthStore,
  importPlaces,
  includedPlaces,
  type Places,
  type ProxySource,
  proxiesFromFile,
} from '@svc/fetchers';
import { ConfigError } from '../../config/config.js';
import type { FetchingConfig } from '../../config/fetching.js';
import { hasEngineAdapter } from '../../config/fetching.js';
import type { SearchesConfig } from '../../config/searches.js';
import { codeOf } from '../../errors/reasons.js';
import type { Metrics } from '../../observe/metrics.js';
import type { Tracing } from '../../observe/tracing.js';
import { countUnrecognisedPages } from '../../observe/upstream.js';
import { type AdapterConfig, openAdapter, secretsIn } from './adapters.js';
import { captureUnreadablePages } from './keep.js';

/** What the fetcher needs. */
interface FetchingParts {
  metrics: Metrics;
  /** Adds every attempt to its trace. */
  tracing: Pick<Tracing, 'attempted'>;
  /** Fetches pages. @default the adapter of the configuration */
  adapter?: Adapter | undefined;
  /** Health of proxies and engines. @default in the memory of this process */
  health?: HealthStore | undefined;
  /** Called when a page could not be kept. The message names the folder, which contains the query. */
  onFault(error: unknown): void;
  /** Called with every attempt that ended without a usable page. */
  onFailedAttempt(event: AttemptEvent): void;
  /** Called when the file of proxies could not be reloaded. */
  onProxyFault(error: unknown): void;
}

/** Opens the fetcher of a configuration. Throws a `ConfigError` for a file or a package that cannot be used. */
export async function openFetcher(
  config: AdapterConfig & SearchesConfig,
  { metrics, tracing, adapter: given, health: store, onFault, onFailedAttempt, onProxyFault }: FetchingParts,
): Promise<Fetcher> {
  const { keepFolder, keepLimit } = config;
  const cleaner = keepFolder === '' ? undefined : createPageCleaner(secretsIn(config));
  const opened = given ?? (await openAdapter(config, onFault));
  const adapter = cleaner?.watch(opened) ?? opened;
  const onAttempt = (event: AttemptEvent) => {
    metrics.attempted(event);
    tracing.attempted(event);
    if (event.outcome !== 'usable') onFailedAttempt(event);
  };
  const proxies = config.proxiesFile === '' ? config.proxies : await openProxies(config, onProxyFault);
  const options = { ...policyOf(config), adapter, proxies, onAttempt, ...(store && { store }) };
  const fetcher = countUnrecognisedPages(createFetcher(options), metrics);
  if (cleaner === undefined) return fetcher;
  return captureUnreadablePages(fetcher, { folder: keepFolder, limit: keepLimit, cleaner, onFault });
}

async function openProxies(
  { proxiesFile }: FetchingConfig,
  onError: FetchingParts['onProxyFault'],
): Promise<ProxySource> {
  try {
    return await proxiesFromFile(proxiesFile, { onError });
  } catch (error) {
    // The message about an invalid line does not contain the line.
    const why = error instanceof FetchError ? error.message : codeOf(error);
    throw new ConfigError([`SVC_PROXIES_FILE must be a file with one proxy per line (${why})`]);
  }
}

/** Opens the list of places of a configuration. Rejects with a `ConfigError` for a file that is not such a list. */
export async function openPlaces({ placesFile }: FetchingConfig): Promise<Places> {
  if (placesFile === '') return includedPlaces();
  try {
    return await importPlaces(placesFile);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError([`SVC_PLACES_FILE must be the list of places that alpha publishes: ${error.message}`]);
  }
}

/**
 * Number of keys that must fail before the circuit of an engine opens for all keys. If only one key fails, for instance with
 * queries that the engine answers with captchas, the circuit only opens for that key.
 */
const circuitCallers = 2;

/** Maximum share of an engine's searches in progress for one key, so that slow searches of one key do not block others. */
const callerShare = 0.8;

/** Returns a fetcher as it is, or creates one for an adapter according to the configuration. */
export function toFetcher(config: FetchingConfig & SearchesConfig, given: Fetcher | Adapter): Fetcher {
  if (typeof given !== 'function') return given;
  return createFetcher({ ...policyOf(config), adapter: given, proxies: config.proxies });
}

/** The configuration of attempts, limits, retries and circuits. */
function policyOf(config: FetchingConfig & SearchesConfig): Omit<FetcherOptions, 'adapter' | 'proxies'> {
  const { attempts, attemptTimeoutMs, circuitFailures, circuitSeconds, retryPercent } = config;
  return {
    attempts,
    attemptTimeout: attemptTimeoutMs,
    limits: limitsOf(config),
    budget: retryPercent < 100 && { share: retryPercent / 100 },
    circuit: circuitFailures > 0 && { minimum: circuitFailures, open: circuitSeconds * 1000, callers: circuitCallers },
  };
}

/** Only engines themselves limit requests from our own address, not what answers in their place. */
function limitsOf(config: FetchingConfig & SearchesConfig): NonNullable<FetcherOptions['limits']> {
  const { adapter, gateway, maxSearches, proxySearches, queuedSearches, queueTimeoutMs } = config;
  const isEngine = hasEngineAdapter(adapter) && gateway === '';
  return {
    engine: maxSearches,
    caller: Math.max(1, Math.floor(maxSearches * callerShare)),
    ...(proxySearches > 0 && { proxy: proxySearches }),
    ...(!isEngine && { direct: maxSearches }),
    queue: queuedSearches,
    queueTimeout: queueTimeoutMs,
  };
}
