import type { JobLine } from './blocks.js';
import type { Job, JobEnd, JobOrder, JobRef } from './job.js';
import type { StoreFault } from './store-fault.js';

/** Milliseconds for which a lease lasts unless it is renewed. */
export const leaseTime = 15_000;

/**
 * The right to work on a part of a job, of one server at a time. A lease expires by itself; whoever leases the part then has a
 * greater epoch, and nothing is recorded any more under the smaller one.
 */
export interface JobLease {
  readonly job: Job;
  /** Place of the block of lines, from 0; `endBlock` for what is left to do once the job has ended. */
  readonly block: number;
  /** Fencing token: greater than that of every earlier lease of the job. */
  readonly epoch: number;
  /** The lines of the block without an answer. */
  readonly lines: readonly LeasedLine[];
}

/** A line to answer. */
export interface LeasedLine extends JobLine {
  /** Pages that were paid for it by a server that lost it; 0 for none. */
  readonly paid: number;
}

/** The part of a job that is left once it has ended: its owner is notified, and it is settled. */
export const endBlock = -1;

/** An answer to be recorded. */
export interface LineAnswer {
  /** Of the line, see `JobLine`. */
  readonly index: number;
  readonly isFound: boolean;
  readonly bytes: Buffer;
}

/**
 * `recorded`: it counts, now or since an earlier attempt. `lost`: another server has the block, or may have it. `closed`: the
 * job has ended. `ended`: recorded, and the last of the job.
 */
export type RecordOutcome = 'recorded' | 'ended' | 'lost' | 'closed';

/**
 * Keeps jobs and hands out their lines in blocks. The state of a job goes from `running` to one of its ends and never back:
 * every answer is recorded together with a check of that state and of the epoch of its lease, so that each line has one answer.
 */
export interface JobStore {
  /** Keeps the body of a job that is about to be added, in blocks. Not added within an hour, it is dropped. */
  receive(ref: JobRef, blocks: AsyncIterable<Buffer>): Promise<void>;
  /** Adds a job whose body was received. It survives any crash from then on. */
  add(order: JobOrder): Promise<void>;
  get(ref: JobRef): Promise<Job | undefined>;
  /** The job of this id, whatever its key. */
  find(id: string): Promise<JobRef | undefined>;
  /** The jobs of a key, the newest first. */
  list(owner: string): Promise<Job[]>;
  /** Ids of the keys that have jobs. */
  owners(): Promise<string[]>;
  /** Answers in the order in which they were recorded, as bytes: from one to before another, counted from 0. */
  results(ref: JobRef, from: number, to: number): AsyncIterable<Uint8Array>;
  /** Ends a job that runs; no effect on others. Its answers stay. */
  end(ref: JobRef, end: JobEnd): Promise<void>;
  /** Forgets a job and its body and answers. */
  remove(ref: JobRef): Promise<void>;
  /** Jobs of which something is left to do. Also drops what was kept long enough. */
  open(): Promise<readonly JobRef[]>;
  /** Leases a part of a job that nobody works on; undefined where there is none now. */
  lease(ref: JobRef): Promise<JobLease | undefined>;
  /** Renews leases of one job: `held`, or why no further work may begin under them. */
  renew(leases: readonly JobLease[]): Promise<'held' | 'lost' | 'closed'>;
  record(lease: JobLease, answer: LineAnswer): Promise<RecordOutcome>;
  /** Notes that pages were paid for a line which is about to be searched: who leases it after a crash need not pay again. */
  pay(lease: JobLease, index: number, pages: number): Promise<'held' | 'lost' | 'closed'>;
  /** Drops that note; whether it was there and the lease is held, so that the pages may be given back. */
  unpay(lease: JobLease, index: number): Promise<boolean>;
  /**
   * Gives a lease up.
   *
   * @param isDone whether nothing of its part is left; then it is not leased again
   * @returns pages to give back, once the end of a job is done: those paid for lines that have no answer
   */
  release(lease: JobLease, how: { isDone: boolean }): Promise<number>;
  /** Why the store keeps nothing at the moment. */
  fault(): StoreFault | undefined;
  /** Whether the store keeps something again, which is tried out. */
  probe(): Promise<boolean>;
  /** Frees what is held open. */
  close(): Promise<void>;
}
