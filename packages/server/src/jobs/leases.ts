import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobRef } from './job.js';
import { type JobLease, type JobStore, type LineAnswer, leaseTime, type RecordOutcome } from './store.js';

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

/** Milliseconds from one attempt to the next while the store keeps nothing. */
const retry = 1_000;

/** How work is stopped: no further line begins once `begin` aborts, and what is in progress is given up with `finish`. */
export interface StopSignals {
  readonly begin: AbortSignal;
  readonly finish: AbortSignal;
}

/** The leases of one job that this process holds. */
export class HeldLeases {
  /** Aborted where nobody wants the answers that are in progress: the job has ended, or time is up for the service. */
  readonly signal: AbortSignal;
  /** Aborted where no further line may begin: then too, when a lease was lost, and when the service stops. */
  readonly beginning: AbortSignal;
  readonly #store: JobStore;
  readonly #held = new Set<JobLease>();
  readonly #closed = new AbortController();
  readonly #lost = new AbortController();
  readonly #time: number;
  #validUntil = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  /** @param time milliseconds that a lease lasts */
  constructor(store: JobStore, stop: StopSignals, time: number = leaseTime) {
    [this.#store, this.#time] = [store, time];
    this.signal = AbortSignal.any([stop.finish, this.#closed.signal]);
    this.beginning = AbortSignal.any([stop.begin, this.signal, this.#lost.signal]);
    for (const signal of [this.signal, this.beginning]) setMaxListeners(0, signal); // every line in progress listens
  }

  /** Leases a further part of the job; undefined where there is none now. */
  async acquire(ref: JobRef): Promise<JobLease | undefined> {
    const asked = performance.now();
    const lease = await this.#store.lease(ref);
    if (lease === undefined) return undefined;
    this.#held.add(lease);
    this.#validUntil = Math.min(this.#validUntil, asked + this.#time);
    this.#timer ??= setInterval(() => void this.#renew().catch(() => undefined), renewal);
    return lease;
  }

  /**
   * Resolves when a search may begin: the leases are held, for sure and not only as far as is known, and the store keeps its
   * answer. Throws a `LeaseEnded`, or why the service stops.
   */
  async ready(): Promise<void> {
    for (;;) {
      this.beginning.throwIfAborted();
      if (this.#store.fault() === undefined || (await this.#store.probe())) {
        if (performance.now() < this.#validUntil) return;
        await this.#renew();
        this.beginning.throwIfAborted();
        if (performance.now() < this.#validUntil) return;
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

  /** Begins no further line; those in progress are given up where the job has ended, and else may end: they are refunded. */
  end({ isClosed }: { isClosed: boolean }): void {
    (isClosed ? this.#closed : this.#lost).abort(new LeaseEnded(isClosed));
  }

  async release(lease: JobLease, how: { isDone: boolean }): Promise<void> {
    this.#held.delete(lease);
    await this.#store.release(lease, how);
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
    if (leases.length === 0 || this.#closed.signal.aborted || this.#lost.signal.aborted) return;
    const asked = performance.now();
    const state = await this.#store.renew(leases);
    if (state === 'held') this.#validUntil = asked + this.#time;
    else if (leases.every((lease) => this.#held.has(lease))) this.end({ isClosed: state === 'closed' });
  }
}
