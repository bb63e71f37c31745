import type { HealthStore } from '@svc/fetchers';
import type { RateStore } from '../limits/rate-store.js';
import type { Slots } from '../limits/slots.js';
import type { UsageStore } from '../limits/usage-store.js';
import type { AnswerCache } from '../search/answer-cache.js';
import type { SearchLeaseStore } from '../search/search-leases.js';

/**
 * What requests leave behind for other requests, each kind behind a port of its own: in the memory of one process, or in the
 * Redis that several processes share.
 */
export interface State {
  readonly rates: RateStore;
  readonly usage: UsageStore;
  readonly slots: Slots;
  /** How proxies and engines fare, circuits and retry budgets. */
  readonly health: HealthStore;
  /** Undefined where answers are not cached. */
  readonly cache?: AnswerCache | undefined;
  /** The same answers as they were sent, compressed: cheaper to make again than to fetch from another process. */
  readonly sent?: AnswerCache | undefined;
  /** Undefined where no other process could have the same search in progress. */
  readonly leases?: SearchLeaseStore | undefined;
  /** Writes what is to be kept, and frees what is held open. */
  close(): Promise<void>;
}
