import {
  type Adapter,
  type AttemptEvent,
  createFetcher,
  FetchError,
  type Fetcher,
  type FetcherOptions,
  type HealthStore,
  importPlaces,
  includedPlaces,
  type Places,
  type ProxySource,
  proxyFile,
} from '@svc/fetchers';
import { ConfigError } from '../../config/config.js';
import type { FetchingConfig } from '../../config/fetching.js';
import type { SearchesConfig } from '../../config/searches.js';
import { asksEngines } from '../../config/ways.js';
import { codeOf } from '../../errors/reasons.js';
import type { Metrics } from '../../observe/metrics.js';
import type { Tracing } from '../../observe/tracing.js';
import { watchPages } from '../../observe/watch.js';
import { type AdapterConfig, openAdapter } from './adapters.js';
import { keepUnreadable } from './keep.js';

/** What pages are fetched with. */
interface FetchingParts {
  metrics: Metrics;
  /** Receives every attempt for the trace that it belongs to. */
  tracing: Pick<Tracing, 'attempted'>;
  /** The way to get a page. @default the one that the configuration names */
  adapter?: Adapter | undefined;
  /** How proxies and engines fare. @default the memory of this process */
  health?: HealthStore | undefined;
  /** Receives every page that could not be kept. Its message names the folder, which says the query. */
  onFault(error: unknown): void;
  /** Receives every attempt that ended without a page that can be used. */
  onFailedAttempt(event: AttemptEvent): void;
  /** Receives every failure to read the file of proxies again. */
  onProxyFault(error: unknown): void;
}

/** Opens the fetcher that a configuration names. Throws a `ConfigError` for a file or a package that cannot be used. */
export async function openFetcher(
  config: AdapterConfig & SearchesConfig,
  { metrics, tracing, adapter: given, health: store, onFault, onFailedAttempt, onProxyFault }: FetchingParts,
): Promise<Fetcher> {
  const adapter = given ?? (await openAdapter(config, onFault));
  const { keepFolder, keepLimit } = config;
  const onAttempt = (event: AttemptEvent) => {
    metrics.attempted(event);
    tracing.attempted(event);
    if (event.outcome !== 'usable') onFailedAttempt(event);
  };
  const proxies = config.proxiesFile === '' ? config.proxies : await openProxies(config, onProxyFault);
  const options = { ...policyOf(config), adapter, proxies, onAttempt, ...(store && { store }) };
  const fetcher = watchPages(createFetcher(options), metrics);
  return keepFolder === '' ? fetcher : keepUnreadable(fetcher, { folder: keepFolder, limit: keepLimit, onFault });
}

async function openProxies(
  { proxiesFile }: FetchingConfig,
  onError: FetchingParts['onProxyFault'],
): Promise<ProxySource> {
  try {
    return await proxyFile(proxiesFile, { onError });
  } catch (error) {
    // What is wrong with a line is said without its text.
    const why = error instanceof FetchError ? error.message : codeOf(error);
    throw new ConfigError([`SVC_PROXIES_FILE must be a file with a proxy on each line (${why})`]);
  }
}

/** Opens the list of places that a configuration names. Rejects with a `ConfigError` for a file that is no such list. */
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
 * How many keys must fail before the circuit of an engine opens for all. One that fails alone, by queries that the engine
 * answers with captchas, finds it open alone.
 */
const circuitCallers = 2;

/** The share of an engine's searches that one key may have in progress: slow ones of one key must leave room for others. */
const callerShare = 0.8;

/** A fetcher as it is, or one that asks by an adapter as the configuration says. */
export function fetcherOf(config: FetchingConfig & SearchesConfig, given: Fetcher | Adapter): Fetcher {
  if (typeof given !== 'function') return given;
  return createFetcher({ ...policyOf(config), adapter: given, proxies: config.proxies });
}

/** What the configuration says of attempts, limits, retries and circuits. */
function policyOf(config: FetchingConfig & SearchesConfig): Omit<FetcherOptions, 'adapter' | 'proxies'> {
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
