import type { HealthStore } from '@svc/fetchers';
import type { RateStore } from '../limits/rate-store.js';
import type { Slots } from '../limits/slots.js';
import type { UsageStore } from '../limits/usage-store.js';
import type { AnswerCache } from '../search/answer-cache.js';
import type { SearchLeaseStore } from '../search/search-leases.js';

/**
 * State that requests share, each kind behind a port of its own: in the memory of one process, or in the Redis that several processes
 * share.
 */
export interface State {
  readonly rates: RateStore;
  readonly usage: UsageStore;
  /** The clock of quotas, in milliseconds since 1970, the same for all processes. @default that of the machine */
  readonly now?: () => number;
  readonly slots: Slots;
  /** Health of proxies and engines, circuits and retry budgets. */
  readonly health: HealthStore;
  /** Undefined when answers are not cached. */
  readonly cache?: AnswerCache | undefined;
  /** The same answers as sent, compressed: cheaper to make again than to fetch from another process. */
  readonly sent?: AnswerCache | undefined;
  /** Undefined when no other process can have the same search in progress. */
  readonly leases?: SearchLeaseStore | undefined;
  /** Writes pending state and releases all resources. */
  close(): Promise<void>;
}
