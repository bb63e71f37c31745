import { choiceSetting, integerSetting, type Setting, type Settings } from './kinds.js';

/** How searches are run. */
export interface SearchesConfig {
  searchTimeoutMs: number;
  attempts: number;
  attemptTimeoutMs: number;
  maxSearches: number;
  proxySearches: number;
  queuedSearches: number;
  queueTimeoutMs: number;
  retryPercent: number;
  circuitFailures: number;
  circuitSeconds: number;
}

export const searchSettings: Settings<SearchesConfig> = {
  searchTimeoutMs: integerSetting(
    {
      name: 'SVC_SEARCH_TIMEOUT_MS',
      fallback: '30000',
      description: 'Maximum time for answering a search, including all pages and all waiting.',
    },
    100,
    600_000,
  ),
  attempts: integerSetting(
    { name: 'SVC_ATTEMPTS', fallback: '3', description: 'Maximum number of attempts for a page.' },
    1,
    10,
  ),
  attemptTimeoutMs: integerSetting(
    {
      name: 'SVC_ATTEMPT_TIMEOUT_MS',
      fallback: '15000',
      description: 'Maximum time for one attempt; a browser on a slow machine needs more than the default.',
    },
    100,
    600_000,
  ),
  maxSearches: integerSetting(
    {
      name: 'SVC_MAX_SEARCHES',
      fallback: '50',
      description:
        'Maximum number of different searches in progress on one engine, of which one key may have four fifths; more wait in its queue.',
    },
    1,
    10_000,
  ),
  proxySearches: integerSetting(
    {
      name: 'SVC_PROXY_SEARCHES',
      fallback: '0',
      description:
        'Maximum number of searches in progress on one engine through one proxy, per process. 0 means 4, or fewer on an engine that tolerates fewer; through a gateway, `SVC_MAX_SEARCHES`.',
    },
    0,
    10_000,
  ),
  queuedSearches: integerSetting(
    {
      name: 'SVC_QUEUED_SEARCHES',
      fallback: '500',
      description: 'Maximum number of searches in the queue of one engine; more are answered with 503.',
    },
    0,
    100_000,
  ),
  queueTimeoutMs: integerSetting(
    {
      name: 'SVC_QUEUE_TIMEOUT_MS',
      fallback: '10000',
      description: 'Maximum time that a search waits in the queue; after it, the search is answered with 503.',
    },
    0,
    600_000,
  ),
  retryPercent: integerSetting(
    {
      name: 'SVC_RETRY_PERCENT',
      fallback: '10',
      description:
        'Maximum number of retries per engine within two minutes, in percent of the pages fetched, plus 10; 100 means no limit.',
    },
    0,
    100,
  ),
  circuitFailures: integerSetting(
    {
      name: 'SVC_CIRCUIT_FAILURES',
      fallback: '10',
      description:
        'Minimum number of attempts within a minute for the circuit of an engine to open, if at least half of them failed; 0 never opens it.',
    },
    0,
    10_000,
  ),
  circuitSeconds: integerSetting(
    {
      name: 'SVC_CIRCUIT_SECONDS',
      fallback: '30',
      description: 'How long a circuit stays open, in seconds; meanwhile searches are answered with 503.',
    },
    1,
    3_600,
  ),
};

/** How pages are parsed. */
export interface PageParsingConfig {
  /** Threads that parse pages; null for one less than the number of cores. */
  readingThreads: number | null;
}

/** Maximum number of threads of a process. */
const limit = 64;

const readingThreads: Setting<number | null> = {
  name: 'SVC_READING_THREADS',
  fallback: '',
  description:
    'Threads that parse pages in addition to the event loop: always large ones, others while pages wait. Default: one less than the number of cores, at least one. 0: all pages are parsed in the event loop.',
  must: `a whole number from 0 to ${limit}, or empty`,
  read(text) {
    if (text === '') return null;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number <= limit ? number : undefined;
  },
};

export const pageParsingSettings: Settings<PageParsingConfig> = { readingThreads };

/** Which answers are cached. */
export interface CacheConfig {
  cache: 'off' | 'memory' | 'redis';
  cacheSeconds: number;
  cacheMegabytes: number;
}

export const cacheSettings: Settings<CacheConfig> = {
  cache: choiceSetting(
    {
      name: 'SVC_CACHE',
      fallback: 'off',
      description: 'Where answers are cached: `off`, `memory`, or `redis`, shared by all machines that use it.',
    },
    ['off', 'memory', 'redis'],
  ),
  cacheSeconds: integerSetting(
    { name: 'SVC_CACHE_SECONDS', fallback: '3600', description: 'How long an answer is cached, in seconds.' },
    1,
    604_800,
  ),
  cacheMegabytes: integerSetting(
    { name: 'SVC_CACHE_MEGABYTES', fallback: '64', description: 'Maximum memory for cached answers, in MiB.' },
    1,
    1_000_000,
  ),
};
