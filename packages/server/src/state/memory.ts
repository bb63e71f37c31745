import { memoryHealthStore } from '@svc/fetchers';
import type { LimitsConfig } from '../config/limits.js';
import type { CacheConfig } from '../config/searches.js';
import { memoryRateStore } from '../limits/rate-store.js';
import { createSlots } from '../limits/slots.js';
import type { KeptUsage } from '../limits/usage-file.js';
import { memoryUsageStore } from '../limits/usage-store.js';
import { type AnswerCache, memoryAnswerCache } from '../search/answer-cache.js';
import type { State } from './state.js';

/** State in the memory of this process. @param kept used quotas, when a file keeps them */
export function memoryState(config: CacheConfig & LimitsConfig, kept?: KeptUsage): State {
  const cache = memoryCache(config);
  return {
    rates: memoryRateStore(),
    usage: kept ?? memoryUsageStore(),
    slots: createSlots(config.keyQueuedSearches),
    health: memoryHealthStore(),
    cache,
    sent: cache,
    close: async () => kept?.close(),
  };
}

/** A cache of answers in the memory of this process; undefined when answers are not cached. */
export function memoryCache({ cache, cacheSeconds, cacheMegabytes }: CacheConfig): AnswerCache | undefined {
  return cache === 'off' ? undefined : memoryAnswerCache({ ttl: cacheSeconds, bytes: cacheMegabytes * 2 ** 20 });
}
