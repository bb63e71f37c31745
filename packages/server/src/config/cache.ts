import { choiceSetting, type Settings, wholeSetting } from './kinds.js';

/** Which answers are kept. */
export interface CacheConfig {
  cache: 'off' | 'memory';
  cacheSeconds: number;
  cacheEntries: number;
}

export const cache: Settings<CacheConfig> = {
  cache: choiceSetting({ name: 'SVC_CACHE', fallback: 'off', description: 'Where answers are cached.' }, [
    'off',
    'memory',
  ]),
  cacheSeconds: wholeSetting(
    { name: 'SVC_CACHE_SECONDS', fallback: '3600', description: 'How long an answer is cached.' },
    1,
    604_800,
  ),
  cacheEntries: wholeSetting(
    { name: 'SVC_CACHE_ENTRIES', fallback: '1000', description: 'Greatest number of cached answers.' },
    1,
    1_000_000,
  ),
};
