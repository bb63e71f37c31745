import { type HealthStore, memoryHealthStore } from '@svc/fetchers';
import type { LimitsConfig } from '../config/limits.js';
import type { CacheConfig } from '../config/searches.js';
import { memoryUsageStore, type UsageStore } from '../limits/quotas.js';
import { memoryRateStore, type RateStore } from '../limits/rate-store.js';
import { type ConcurrencySlots, createConcurrencySlots } from '../limits/slots.js';
import type { FileUsageStore } from '../limits/usage-file.js';
import type { SearchLeaseStore } from '../search/across-processes.js';
import { type AnswerCache, memoryAnswerCache } from '../search/answer.js';

/**
 * State that requests share, each kind behind a port of its own: in the memory of one process, or in the Redis that several processes
 * share.
 */
export interface ServiceState {
  readonly rates: RateStore;
  readonly usage: UsageStore;
  /** The clock of quotas, in milliseconds since 1970, the same for all processes. @default that of the machine */
  readonly now?: () => number;
  readonly slots: ConcurrencySlots;
  /** Health of proxies and engines, circuits and retry budgets. */
  readonly health: HealthStore;
  /** Undefined when answers are not cached. */
  readonly cache?: AnswerCache | undefined;
  /** The same answers as sent, compressed: cheaper to make again than to fetch from another process. */
  readonly compressedCache?: AnswerCache | undefined;
  /** Undefined when no other process can have the same search in progress. */
  readonly leases?: SearchLeaseStore | undefined;
  /** Writes pending state and releases all resources. */
  close(): Promise<void>;
}

/** State in the memory of this process. @param kept used quotas, when a file keeps them */
export function memoryState(config: CacheConfig & LimitsConfig, kept?: FileUsageStore): ServiceState {
  const cache = answerCacheFromConfig(config);
  return {
    rates: memoryRateStore(),
    usage: kept ?? memoryUsageStore(),
    slots: createConcurrencySlots(config.keyQueuedSearches),
    health: memoryHealthStore(),
    cache,
    compressedCache: cache,
    close: async () => kept?.close(),
  };
}

/** A cache of answers in the memory of this process; undefined when answers are not cached. */
export function answerCacheFromConfig({ cache, cacheSeconds, cacheMegabytes }: CacheConfig): AnswerCache | undefined {
  return cache === 'off' ? undefined : memoryAnswerCache({ ttl: cacheSeconds, bytes: cacheMegabytes * 2 ** 20 });
}
