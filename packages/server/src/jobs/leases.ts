import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LineChargeRecord } from './batch/line-results.js';
import type { JobRef } from './job.js';
import {
  type JobLease,
  type JobStore,
  jobLeaseTime,
  type LeasedLine,
  type LineAnswer,
  type RecordAnswerOutcome,
} from './store.js';

/** No further line of the job may begin in this process. */
export class LeaseEndedError extends Error {
  override readonly name = 'LeaseEnded';
  /** Whether the job has ended; otherwise another server may have the lease. */
  readonly isClosed: boolean;

  constructor(isClosed: boolean) {
    super(isClosed ? 'The job has ended' : 'The lease of the job was lost');
    this.isClosed = isClosed;
  }
}

/** Milliseconds between two renewals, and until a server notices that a job was ended elsewhere. */
const renewal = 400;

/** A renewal that is this many milliseconds late means that the process or its machine was halted. */
const halt = 3_000;

/** Milliseconds between two attempts while nothing can be stored. */
const retry = 1_000;

/** Signals that stop work: no line begins once `drain` aborts, and lines in progress are given up once `abort` aborts. */
export interface StopSignals {
  readonly drain: AbortSignal;
  readonly abort: AbortSignal;
}

/** The leases of one job that this process holds. */
export class HeldLeases {
  /** Aborted when answers in progress no longer count: the job has ended, a lease was lost, or the service must stop now. */
  readonly signal: AbortSignal;
  /** Aborted when no further line may begin: as `signal`, and as soon as the service stops. */
  readonly drainSignal: AbortSignal;
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
    this.signal = AbortSignal.any([stop.abort, this.#ended.signal]);
    this.drainSignal = AbortSignal.any([stop.drain, this.signal]);
    for (const signal of [this.signal, this.drainSignal]) setMaxListeners(0, signal); // every line in progress listens
  }

  /** Leases another part of the job; undefined when there is none at the moment. */
  async acquire(ref: JobRef): Promise<JobLease | undefined> {
    const asked = this.#now();
    const lease = await this.#store.lease(ref);
    if (lease === undefined) return undefined;
    this.#held.add(lease);
    this.#validUntil = Math.min(this.#validUntil, asked + jobLeaseTime);
    this.#timer ??= this.#keepRenewing();
    return lease;
  }

  /** Whether the process was halted after a time of `performance.now()`: a timeout is not the engine's fault then. */
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
   * Resolves when a search may begin: the leases are certain to be held, and its answer can be stored. Throws a `LeaseEndedError`, or
   * why the service stops.
   */
  async ready(): Promise<void> {
    for (;;) {
      this.drainSignal.throwIfAborted();
      if (this.#store.fault() === undefined || (await this.#store.probe())) {
        if (this.#now() < this.#validUntil) return;
        await this.#renew();
        this.drainSignal.throwIfAborted();
        if (this.#now() < this.#validUntil) return;
      }
      await sleep(retry, undefined, { signal: this.drainSignal });
    }
  }

  /**
   * Records an answer. Retries while nothing can be stored, because the answer was paid for. Rejects when the lease is lost, the
   * job has ended or the service stops.
   */
  async record(lease: JobLease, answer: LineAnswer): Promise<RecordAnswerOutcome> {
    for (;;) {
      try {
        return await this.#store.record(lease, answer);
      } catch (error) {
        if (this.#store.fault() === undefined) throw error;
      }
      await sleep(retry, undefined, { signal: this.drainSignal });
    }
  }

  /** Begins no further line and gives up those in progress, which the next holder of the lease answers. */
  end({ isClosed }: { isClosed: boolean }): void {
    this.#ended.abort(new LeaseEndedError(isClosed));
  }

  /** The payment of a line, noted in the store, so that it is paid once however many servers lease it. */
  paymentOf(lease: JobLease, { index, paid }: Pick<LeasedLine, 'index' | 'paid'>): LineChargeRecord {
    let pages = paid;
    return {
      paid: () => pages,
      record: async (paying) => {
        const state = await this.#store.recordCharge(lease, index, paying);
        if (state === 'held') {
          pages = paying;
          return true;
        }
        this.end({ isClosed: state === 'closed' });
        return false;
      },
      drop: async () => {
        // A record that stays is used by the next attempt, or refunded when the job ends.
        const isDropped = await this.#store.dropCharge(lease, index).catch(() => false);
        if (isDropped) pages = 0;
        return isDropped;
      },
    };
  }

  /** See `JobStore.release`. */
  async release(lease: JobLease, how: { isDone: boolean }): Promise<void> {
    this.#held.delete(lease);
    await this.#store.release(lease, how);
  }

  /** Gives up all remaining leases. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const left = [...this.#held];
    // A lease that cannot be given up expires.
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
    if (state === 'held') this.#validUntil = asked + jobLeaseTime;
    else if (leases.every((lease) => this.#held.has(lease))) this.end({ isClosed: state === 'closed' });
  }
}
