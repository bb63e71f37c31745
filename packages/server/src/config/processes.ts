import { parseUrl } from '@svc/fetchers';
import {
  choiceSetting,
  integerSetting,
  type Setting,
  type SettingMetadata,
  type Settings,
  textSetting,
} from './kinds.js';

/** How the service stops. */
export interface StoppingConfig {
  drainDelayMs: number;
  shutdownTimeoutMs: number;
}

export const stoppingSettings: Settings<StoppingConfig> = {
  drainDelayMs: integerSetting(
    {
      name: 'SVC_DRAIN_DELAY_MS',
      fallback: '0',
      description:
        'Time for which requests are still accepted after `/readyz` has turned 503, so that a load balancer notices.',
    },
    0,
    120_000,
  ),
  shutdownTimeoutMs: integerSetting(
    {
      name: 'SVC_SHUTDOWN_TIMEOUT_MS',
      fallback: '10000',
      description: 'Maximum time for searches in progress to end; after it, they are aborted.',
    },
    0,
    600_000,
  ),
};

/** How many processes answer requests on this machine. */
export interface WorkerProcessesConfig {
  workers: number;
}

export const workerProcessSettings: Settings<WorkerProcessesConfig> = {
  workers: integerSetting(
    {
      name: 'SVC_WORKERS',
      fallback: '1',
      description:
        'Number of processes on this machine that answer requests; more than one needs `SVC_REDIS_URL`, where they share all limits. A single process uses other cores through `SVC_READING_THREADS`.',
    },
    1,
    256,
  ),
};

/** The Redis in which several processes share their state. */
export interface RedisConfig {
  /** One address, or several separated by commas; '' for none. */
  redisUrl: string;
  redisMode: 'single' | 'cluster' | 'sentinel';
  /** Name of the primary at the Sentinels. */
  redisSentinel: string;
  redisPrefix: string;
  redisTimeoutMs: number;
}

export const redisSettings: Settings<RedisConfig> = {
  redisUrl: redisAddressesSetting({
    name: 'SVC_REDIS_URL',
    fallback: '',
    description:
      'Address of the Redis in which several processes share keys, limits, quotas, circuits, health of proxies and searches in progress, such as `redis://127.0.0.1:6379`; several, separated by commas, for nodes of a Cluster or Sentinels. If not set, nothing is shared.',
  }),
  redisMode: choiceSetting(
    {
      name: 'SVC_REDIS_MODE',
      fallback: 'single',
      description:
        'What runs at that address: `single`, one Redis; `cluster`, nodes of a Redis Cluster; `sentinel`, Sentinels, which name the primary.',
    },
    ['single', 'cluster', 'sentinel'],
  ),
  redisSentinel: textSetting({
    name: 'SVC_REDIS_SENTINEL',
    fallback: 'mymaster',
    description: 'Name of the primary at the Sentinels.',
  }),
  redisPrefix: textSetting({
    name: 'SVC_REDIS_PREFIX',
    fallback: 'svc',
    description: 'Prefix of all keys in Redis; services with the same prefix share their state.',
  }),
  redisTimeoutMs: integerSetting(
    {
      name: 'SVC_REDIS_TIMEOUT_MS',
      fallback: '250',
      description:
        'Maximum time to wait for a reply of Redis; after it, the service continues without Redis until it replies again.',
    },
    10,
    60_000,
  ),
};

/** Addresses separated by commas, which may hold credentials; '' for none. */
export function redisAddressesSetting(metadata: SettingMetadata): Setting<string> {
  const isAddress = (text: string) => ['redis:', 'rediss:'].includes(parseUrl(text.trim())?.protocol ?? '');
  return {
    ...metadata,
    must: 'an address with redis: or rediss:, or several separated by commas',
    secret: true,
    read: (text) => (text === '' || text.split(',').every(isAddress) ? text : undefined),
  };
}
