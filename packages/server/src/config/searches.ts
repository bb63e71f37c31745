import { choiceSetting, type Setting, type Settings, wholeSetting } from './kinds.js';

/** How searches are run. */
export interface SearchesConfig {
  searchTimeoutMs: number;
  attempts: number;
  maxSearches: number;
  proxySearches: number;
  queuedSearches: number;
  queueTimeoutMs: number;
  retryPercent: number;
  circuitFailures: number;
  circuitSeconds: number;
}

export const searches: Settings<SearchesConfig> = {
  searchTimeoutMs: wholeSetting(
    {
      name: 'SVC_SEARCH_TIMEOUT_MS',
      fallback: '30000',
      description: 'Time in which a search is answered, all pages and all waiting together.',
    },
    100,
    600_000,
  ),
  attempts: wholeSetting(
    { name: 'SVC_ATTEMPTS', fallback: '3', description: 'Greatest number of attempts for a page.' },
    1,
    10,
  ),
  maxSearches: wholeSetting(
    {
      name: 'SVC_MAX_SEARCHES',
      fallback: '50',
      description:
        'Greatest number of different searches in progress on one engine, four fifths of them of one key; more wait in its queue.',
    },
    1,
    10_000,
  ),
  proxySearches: wholeSetting(
    {
      name: 'SVC_PROXY_SEARCHES',
      fallback: '0',
      description:
        'Greatest number of these through one proxy, for each process: several multiply it; 0 means 4, on gamma 1, and through a gateway as many as on the engine.',
    },
    0,
    10_000,
  ),
  queuedSearches: wholeSetting(
    {
      name: 'SVC_QUEUED_SEARCHES',
      fallback: '500',
      description: 'Greatest number of searches in the queue of one engine; more are answered with 503.',
    },
    0,
    100_000,
  ),
  queueTimeoutMs: wholeSetting(
    {
      name: 'SVC_QUEUE_TIMEOUT_MS',
      fallback: '10000',
      description: 'Time that a search may wait in the queue; then it is answered with 503.',
    },
    0,
    600_000,
  ),
  retryPercent: wholeSetting(
    {
      name: 'SVC_RETRY_PERCENT',
      fallback: '10',
      description: 'Retries per engine, in percent of the pages fetched, plus 10 in two minutes; 100 means no budget.',
    },
    0,
    100,
  ),
  circuitFailures: wholeSetting(
    {
      name: 'SVC_CIRCUIT_FAILURES',
      fallback: '10',
      description: 'Least number of attempts in a minute, half of them failed, that open a circuit; 0 never opens it.',
    },
    0,
    10_000,
  ),
  circuitSeconds: wholeSetting(
    {
      name: 'SVC_CIRCUIT_SECONDS',
      fallback: '30',
      description: 'How long an open circuit stays open; searches are answered with 503 meanwhile.',
    },
    1,
    3_600,
  ),
};

/** How pages are read. */
export interface ReadingConfig {
  /** Threads that read pages; null for one less than the cores. */
  readingThreads: number | null;
}

/** Most threads that a process may have. */
const limit = 64;

const readingThreads: Setting<number | null> = {
  name: 'SVC_READING_THREADS',
  fallback: '',
  description:
    'Threads that read pages beside the event loop: large ones always, ordinary ones while others wait. Empty: one less than the cores, at least one. 0: everything is read in the event loop.',
  must: `a whole number from 0 to ${limit}, or empty`,
  read(text) {
    if (text === '') return null;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number <= limit ? number : undefined;
  },
};

export const reading: Settings<ReadingConfig> = { readingThreads };

/** Which answers are kept. */
export interface CacheConfig {
  cache: 'off' | 'memory' | 'redis';
  cacheSeconds: number;
  cacheMegabytes: number;
}

export const cache: Settings<CacheConfig> = {
  cache: choiceSetting(
    {
      name: 'SVC_CACHE',
      fallback: 'off',
      description: 'Where answers are cached: `off`, `memory`, or `redis` for all machines that share it.',
    },
    ['off', 'memory', 'redis'],
  ),
  cacheSeconds: wholeSetting(
    { name: 'SVC_CACHE_SECONDS', fallback: '3600', description: 'How long an answer is cached.' },
    1,
    604_800,
  ),
  cacheMegabytes: wholeSetting(
    { name: 'SVC_CACHE_MEGABYTES', fallback: '64', description: 'Memory that cached answers may take, in MiB.' },
    1,
    1_000_000,
  ),
};
