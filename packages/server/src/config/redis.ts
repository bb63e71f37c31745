import { addressSetting, type Settings, textSetting, wholeSetting } from './kinds.js';

/** The Redis that several machines share their state through. */
export interface RedisConfig {
  redisUrl: string;
  redisPrefix: string;
  redisTimeoutMs: number;
}

export const redis: Settings<RedisConfig> = {
  redisUrl: addressSetting(
    {
      name: 'SVC_REDIS_URL',
      fallback: '',
      description:
        'Address of the Redis that several machines share keys, limits, quotas, circuits, health of proxies and searches in progress through, such as `redis://127.0.0.1:6379`; nothing is shared when not set.',
    },
    ['redis:', 'rediss:'],
  ),
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
