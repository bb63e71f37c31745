import type { CacheConfig } from '../../config/cache.js';
import type { LimitsConfig } from '../../config/limits.js';
import type { SearchesConfig } from '../../config/searches.js';
import { memoryCache } from '../memory.js';
import type { State } from '../state.js';
import { redisAnswerCache } from './answer-cache.js';
import type { RedisConnection } from './connection.js';
import { redisHealthStore } from './health-store.js';
import { redisRateStore } from './rate-store.js';
import { redisSearchLeases } from './search-leases.js';
import { redisSlots } from './slots.js';
import { redisUsageStore } from './usage-store.js';

/** State in Redis. What holds while it is away, each store says of itself. */
export function redisState(connection: RedisConnection, config: CacheConfig & LimitsConfig & SearchesConfig): State {
  const sent = memoryCache(config);
  return {
    rates: redisRateStore(connection),
    usage: redisUsageStore(connection),
    slots: redisSlots(connection, { queue: config.keyQueuedSearches }),
    health: redisHealthStore(connection),
    cache: config.cache === 'redis' ? redisAnswerCache(connection, config.cacheSeconds) : sent,
    sent,
    leases: redisSearchLeases(connection),
    close: () => connection.close(),
  };
}
