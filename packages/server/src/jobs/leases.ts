import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LinePayment } from './batch/line-payment.js';
import type { JobRef } from './job.js';
import {
  type JobLease,
  type JobStore,
  type LeasedLine,
  type LineAnswer,
  leaseTime,
  type RecordOutcome,
} from './store.js';

/** No further line of the job may begin here. */
export class LeaseEnded extends Error {
  override readonly name = 'LeaseEnded';
  /** Whether the job has ended; else another server may have the lease. */
  readonly isClosed: boolean;

  constructor(isClosed: boolean) {
    super(isClosed ? 'The job has ended' : 'The lease of the job was lost');
    this.isClosed = isClosed;
  }
}

/** Milliseconds from one renewal to the next: within this time a server notices that a job has ended elsewhere. */
const renewal = 400;

/** A renewal that comes so many milliseconds late says that the process, or its machine, was halted. */
const halt = 3_000;

/** Milliseconds from one attempt to the next while the store keeps nothing. */
const retry = 1_000;

/** How work is stopped: no further line begins once `begin` aborts, and what is in progress is given up with `finish`. */
export interface StopSignals {
  readonly begin: AbortSignal;
  readonly finish: AbortSignal;
}

/** The leases of one job that this process holds. */
export class HeldLeases {
  /** Aborted where answers in progress would not count: the job has ended, a lease was lost, or time is up for the service. */
  readonly signal: AbortSignal;
  /** Aborted where no further line may begin: then too, and when the service stops. */
  readonly beginning: AbortSignal;
  readonly #store: JobStore;
  readonly #held = new Set<JobLease>();
  readonly #ended = new AbortController();
  readonly #now: () => number;
  #validUntil = Number.POSITIVE_INFINITY;
  #haltedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  /** @param now the clock, in milliseconds. @default performance.now */
  constructor(store: JobStore, stop: StopSignals, { now = () => performance.now() }: { now?: () => number } = {}) {
    [this.#store, this.#now] = [store, now];
    this.signal = AbortSignal.any([stop.finish, this.#ended.signal]);
    this.beginning = AbortSignal.any([stop.begin, this.signal]);
    for (const signal of [this.signal, this.beginning]) setMaxListeners(0, signal); // every line in progress listens
  }

  /** Leases a further part of the job; undefined where there is none now. */
  async acquire(ref: JobRef): Promise<JobLease | undefined> {
    const asked = this.#now();
    const lease = await this.#store.lease(ref);
    if (lease === undefined) return undefined;
    this.#held.add(lease);
    this.#validUntil = Math.min(this.#validUntil, asked + leaseTime);
    this.#timer ??= this.#keepRenewing();
    return lease;
  }

  /** Whether the process was halted after a time of `performance.now()`: what timed out then says nothing of an engine. */
  wasHaltedSince(time: number): boolean {
    return this.#haltedAt > time;
  }

  #keepRenewing(): NodeJS.Timeout {
    let last = this.#now();
    return setInterval(() => {
      const now = this.#now();
      if (now - last > renewal + halt) this.#haltedAt = now;
      last = now;
      void this.#renew().catch(() => undefined);
    }, renewal);
  }

  /**
   * Resolves when a search may begin: the leases are held, for sure and not only as far as is known, and the store keeps its
   * answer. Throws a `LeaseEnded`, or why the service stops.
   */
  async ready(): Promise<void> {
    for (;;) {
      this.beginning.throwIfAborted();
      if (this.#store.fault() === undefined || (await this.#store.probe())) {
        if (this.#now() < this.#validUntil) return;
        await this.#renew();
        this.beginning.throwIfAborted();
        if (this.#now() < this.#validUntil) return;
      }
      await sleep(retry, undefined, { signal: this.beginning });
    }
  }

  /**
   * Records an answer, again and again while the store keeps nothing: it was paid for. Rejects when the lease is lost meanwhile,
   * the job has ended, or the service stops.
   */
  async record(lease: JobLease, answer: LineAnswer): Promise<RecordOutcome> {
    for (;;) {
      try {
        return await this.#store.record(lease, answer);
      } catch (error) {
        if (this.#store.fault() === undefined) throw error;
      }
      await sleep(retry, undefined, { signal: this.beginning });
    }
  }

  /** Begins no further line and gives up those in progress: whoever has the lease now answers them. */
  end({ isClosed }: { isClosed: boolean }): void {
    this.#ended.abort(new LeaseEnded(isClosed));
  }

  /** How what is paid for a line is noted: it is paid once, however many servers have it. */
  paymentOf(lease: JobLease, { index, paid }: Pick<LeasedLine, 'index' | 'paid'>): LinePayment {
    let pages = paid;
    return {
      paid: () => pages,
      note: async (paying) => {
        const state = await this.#store.pay(lease, index, paying);
        if (state === 'held') {
          pages = paying;
          return true;
        }
        this.end({ isClosed: state === 'closed' });
        return false;
      },
      drop: async () => {
        // What cannot be dropped is for the next attempt, or given back with the end of the job.
        const isDropped = await this.#store.unpay(lease, index).catch(() => false);
        if (isDropped) pages = 0;
        return isDropped;
      },
    };
  }

  /** @returns pages to give back, see `JobStore.release` */
  async release(lease: JobLease, how: { isDone: boolean }): Promise<number> {
    this.#held.delete(lease);
    return this.#store.release(lease, how);
  }

  /** Gives up all leases that are left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const left = [...this.#held];
    // One that cannot be given up expires.
    await Promise.all(left.map((lease) => this.release(lease, { isDone: false }).catch(() => undefined)));
  }

  /** Renews all leases; one renewal at a time. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewNow(): Promise<void> {
    const leases = [...this.#held];
    if (leases.length === 0 || this.#ended.signal.aborted) return;
    const asked = this.#now();
    const state = await this.#store.renew(leases);
    if (state === 'held') this.#validUntil = asked + leaseTime;
    else if (leases.every((lease) => this.#held.has(lease))) this.end({ isClosed: state === 'closed' });
  }
}
