import type { HealthStore } from '@svc/fetchers';
import type { LimitsConfig } from '../../config/limits.js';
import type { CacheConfig } from '../../config/searches.js';
import type { UsageStore } from '../../limits/quotas.js';
import type { RateStore } from '../../limits/rate-store.js';
import type { SearchLeaseStore } from '../../search/across-processes.js';
import type { AnswerCache } from '../../search/answer.js';
import { answerCacheFromConfig, type ServiceState } from '../state.js';
import type { RedisConnection } from './connection.js';
import { withFallback } from './fallback.js';
import { redisHealthStore } from './health-store.js';
import { redisRateStore } from './rate-store.js';
import { redisAnswerCache, redisSearchLeases } from './searches.js';
import { redisConcurrencySlots } from './slots.js';
import { redisUsageStore } from './usage-store.js';

/**
 * State in Redis. While Redis is away:
 *
 * | port         | holds                                                                    | once it is back              |
 * | ------------ | ------------------------------------------------------------------------ | ---------------------------- |
 * | rates        | each process draws its share of the rate from the bucket it last knew    | what was taken is owed (¹)   |
 * | usage        | each process counts on, taking it that the others count as much          | what was counted is added    |
 * | slots        | each process has its share of the slots, at least one                    | held slots are registered    |
 * | health       | what was last seen cooling, own failures, own circuits and retry budgets | own cool-downs are reported  |
 * | cache        | nothing is found and nothing kept                                        | -                            |
 * | leases       | each process searches by itself                                          | -                            |
 *
 * ¹ Each process draws only its share for one more second, until the others are back too.
 */
export function redisState(connection: RedisConnection, config: CacheConfig & LimitsConfig): ServiceState {
  const local = answerCacheFromConfig(config);
  const cached = () => withFallback<AnswerCache>(connection, redisAnswerCache(connection, config.cacheSeconds));
  return {
    rates: withFallback<RateStore>(connection, redisRateStore(connection)),
    now: () => connection.now(),
    usage: withFallback<UsageStore>(connection, redisUsageStore(connection)),
    slots: redisConcurrencySlots(connection, { maxQueuedPerKey: config.keyQueuedSearches }),
    health: withFallback<HealthStore>(connection, redisHealthStore(connection)),
    leases: withFallback<SearchLeaseStore>(connection, redisSearchLeases(connection)),
    cache: config.cache === 'redis' ? cached() : local,
    compressedCache: local,
    close: () => connection.close(),
  };
}
