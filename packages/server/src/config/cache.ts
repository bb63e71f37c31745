import { choiceSetting, type Settings, wholeSetting } from './kinds.js';

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
