import type { ProxyServer } from '@svc/fetchers';
import type { ApiKey } from '../keys/api-key.js';
import {
  choiceSetting,
  keysSetting,
  originSetting,
  proxiesSetting,
  type Setting,
  switchSetting,
  textSetting,
  wholeSetting,
} from './kinds.js';

/** Everything that can be set, checked. Times are as the variables name them. */
export interface Config {
  host: string;
  port: number;
  adapter: 'replay' | 'http';
  replayFolder: string;
  gateway: string;
  proxies: ProxyServer[];
  keepFolder: string;
  keepLimit: number;
  placesFile: string;
  apiKeys: ApiKey[];
  disabledApiKeys: ApiKey[];
  rateLimit: number;
  rateWindowSeconds: number;
  searchTimeoutMs: number;
  attempts: number;
  maxSearches: number;
  circuitFailures: number;
  circuitSeconds: number;
  cache: 'off' | 'memory';
  cacheSeconds: number;
  cacheEntries: number;
  drainDelayMs: number;
  shutdownTimeoutMs: number;
  logLevel: LogLevel;
  logQueries: boolean;
}

/** How much is logged. */
type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** The one table of settings: read, checked and documented from here. */
export const settings: { readonly [Key in keyof Config]: Setting<Config[Key]> } = {
  host: textSetting({ name: 'SVC_HOST', fallback: '127.0.0.1', description: 'Address to listen on.' }),
  port: wholeSetting(
    { name: 'SVC_PORT', fallback: '8080', description: 'Port to listen on; 0 takes a free one.' },
    0,
    65_535,
  ),
  adapter: choiceSetting(
    {
      name: 'SVC_ADAPTER',
      fallback: 'replay',
      description: 'How pages are got: `replay` answers from captured pages, `http` fetches from the engines.',
    },
    ['replay', 'http'],
  ),
  replayFolder: textSetting({
    name: 'SVC_REPLAY_FOLDER',
    fallback: 'fixtures/pages',
    description: 'Folder of the captured pages, from the working directory.',
  }),
  gateway: originSetting({
    name: 'SVC_GATEWAY',
    fallback: '',
    description:
      "Origin that `http` asks in the engines' stead, for `/<host of the engine>/…`: a simulator, an unblocking service.",
  }),
  proxies: proxiesSetting({
    name: 'SVC_PROXIES',
    fallback: '',
    description: 'Comma-separated addresses of proxies to fetch through; none means directly.',
  }),
  keepFolder: textSetting({
    name: 'SVC_KEEP_FOLDER',
    fallback: '',
    description: 'Folder to keep pages in that could not be read; none is kept when not set.',
  }),
  keepLimit: wholeSetting(
    {
      name: 'SVC_KEEP_LIMIT',
      fallback: '100',
      description: 'How many pages may be in that folder; beyond that none is added.',
    },
    1,
    100_000,
  ),
  placesFile: textSetting({
    name: 'SVC_PLACES_FILE',
    fallback: '',
    description: 'CSV file with the list of places that alpha publishes; the included list when not set.',
  }),
  apiKeys: keysSetting(
    {
      name: 'SVC_API_KEYS',
      fallback: '',
      description: 'Comma-separated keys that may be used, plain or as `id:sha256`. Needed, but `svc start` makes one.',
    },
    { disabled: false },
  ),
  disabledApiKeys: keysSetting(
    {
      name: 'SVC_DISABLED_API_KEYS',
      fallback: '',
      description: 'Keys that are known but switched off, in the same form; they are answered with 403.',
    },
    { disabled: true },
  ),
  rateLimit: wholeSetting(
    { name: 'SVC_RATE_LIMIT', fallback: '100', description: 'Searches that a key may make in a window.' },
    1,
    1_000_000,
  ),
  rateWindowSeconds: wholeSetting(
    { name: 'SVC_RATE_WINDOW_SECONDS', fallback: '60', description: 'Length of that window.' },
    1,
    86_400,
  ),
  searchTimeoutMs: wholeSetting(
    {
      name: 'SVC_SEARCH_TIMEOUT_MS',
      fallback: '30000',
      description: 'Time that a search may take, all pages together.',
    },
    100,
    600_000,
  ),
  attempts: wholeSetting(
    { name: 'SVC_ATTEMPTS', fallback: '3', description: 'How many times a page is asked for before giving up.' },
    1,
    10,
  ),
  maxSearches: wholeSetting(
    {
      name: 'SVC_MAX_SEARCHES',
      fallback: '50',
      description: 'Different searches under way at once; more are answered with 503.',
    },
    1,
    10_000,
  ),
  circuitFailures: wholeSetting(
    {
      name: 'SVC_CIRCUIT_FAILURES',
      fallback: '20',
      description: 'Pages of an operation that may fail in a row before its engine is given a rest; 0 for no rest.',
    },
    0,
    10_000,
  ),
  circuitSeconds: wholeSetting(
    {
      name: 'SVC_CIRCUIT_SECONDS',
      fallback: '30',
      description: 'Length of that rest; searches are answered with 503.',
    },
    1,
    3_600,
  ),
  cache: choiceSetting(
    { name: 'SVC_CACHE', fallback: 'off', description: 'Where answers are kept to be given again.' },
    ['off', 'memory'],
  ),
  cacheSeconds: wholeSetting(
    { name: 'SVC_CACHE_SECONDS', fallback: '3600', description: 'How long an answer is kept.' },
    1,
    604_800,
  ),
  cacheEntries: wholeSetting(
    { name: 'SVC_CACHE_ENTRIES', fallback: '1000', description: 'How many answers are kept.' },
    1,
    1_000_000,
  ),
  drainDelayMs: wholeSetting(
    {
      name: 'SVC_DRAIN_DELAY_MS',
      fallback: '0',
      description: 'Time between `/readyz` turning 503 and the last request taken, for a load balancer to notice.',
    },
    0,
    120_000,
  ),
  shutdownTimeoutMs: wholeSetting(
    { name: 'SVC_SHUTDOWN_TIMEOUT_MS', fallback: '10000', description: 'Time that searches under way may still take.' },
    0,
    600_000,
  ),
  logLevel: choiceSetting({ name: 'SVC_LOG_LEVEL', fallback: 'info', description: 'How much is logged.' }, [
    'silent',
    'error',
    'warn',
    'info',
    'debug',
  ]),
  logQueries: switchSetting({
    name: 'SVC_LOG_QUERIES',
    fallback: 'false',
    description: 'Whether the text of queries is logged.',
  }),
};
