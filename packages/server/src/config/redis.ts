import { parsedAddress } from '@svc/fetchers';
import { choiceSetting, type Setting, type Settings, textSetting, wholeSetting } from './kinds.js';

/** The Redis that several processes share their state through. */
export interface RedisConfig {
  /** One address, or several separated by commas; '' for none. */
  redisUrl: string;
  redisMode: 'single' | 'cluster' | 'sentinel';
  /** The name under which Sentinels know the primary. */
  redisSentinel: string;
  redisPrefix: string;
  redisTimeoutMs: number;
}

export const redis: Settings<RedisConfig> = {
  redisUrl: redisAddresses({
    name: 'SVC_REDIS_URL',
    fallback: '',
    description:
      'Address of the Redis that several processes share keys, limits, quotas, circuits, health of proxies and searches in progress through, such as `redis://127.0.0.1:6379`; several, separated by commas, for nodes of a Cluster or Sentinels; nothing is shared when not set.',
  }),
  redisMode: choiceSetting(
    {
      name: 'SVC_REDIS_MODE',
      fallback: 'single',
      description:
        'What answers there: `single`, one Redis; `cluster`, nodes of a Redis Cluster; `sentinel`, Sentinels, which know the primary.',
    },
    ['single', 'cluster', 'sentinel'],
  ),
  redisSentinel: textSetting({
    name: 'SVC_REDIS_SENTINEL',
    fallback: 'mymaster',
    description: 'Name under which the Sentinels know the primary.',
  }),
  redisPrefix: textSetting({
    name: 'SVC_REDIS_PREFIX',
    fallback: 'svc',
    description: 'What the names of all keys in Redis begin with; services of one prefix share their state.',
  }),
  redisTimeoutMs: wholeSetting(
    {
      name: 'SVC_REDIS_TIMEOUT_MS',
      fallback: '250',
      description:
        'Time that Redis may take for an answer; then the service goes on without it until it answers again.',
    },
    10,
    60_000,
  ),
};

/** Addresses separated by commas, which may hold credentials; '' for none. */
export function redisAddresses(facts: Pick<Setting<string>, 'name' | 'fallback' | 'description'>): Setting<string> {
  const isAddress = (text: string) => ['redis:', 'rediss:'].includes(parsedAddress(text.trim())?.protocol ?? '');
  return {
    ...facts,
    must: 'an address with redis:, rediss:, or several separated by commas',
    secret: true,
    read: (text) => (text === '' || text.split(',').every(isAddress) ? text : undefined),
  };
}
