import { ApiError } from '../errors/api-error.js';
import type { FailedNotifications, Job, JobEnd, JobLine, JobRef, JobSpec } from './job.js';

/** Milliseconds that a lease lasts unless it is renewed. */
export const jobLeaseTime = 15_000;

/**
 * The exclusive right of one server to work on a part of a job. A lease expires by itself; the next lease of that part has a
 * greater epoch, and nothing more can be recorded under the smaller one.
 */
export interface JobLease {
  readonly job: Job;
  /** Index of the block of lines, from 0; `settlementBlock` for the work that remains once the job has ended. */
  readonly block: number;
  /** Fencing token: greater than that of every earlier lease of the job. */
  readonly epoch: number;
  /** The unanswered lines of the block. */
  readonly lines: readonly LeasedLine[];
}

/** A line to answer. */
export interface LeasedLine extends JobLine {
  /** Pages that an earlier holder of the lease has paid for it. */
  readonly paid: number;
}

/** The work that remains once a job has ended: to notify its owner and settle it. */
export const settlementBlock = -1;

/** An answer to record. */
export interface LineAnswer {
  /** Index of the line, see `JobLine`. */
  readonly index: number;
  readonly isSuccess: boolean;
  readonly bytes: Buffer;
}

/**
 * `recorded`: the answer counts, now or since an earlier attempt. `ended`: it counts and was the last one of the job. `lost`: another
 * server has the block, or may have it. `closed`: the job has ended.
 */
export type RecordAnswerOutcome = 'recorded' | 'ended' | 'lost' | 'closed';

/**
 * Stores jobs and leases their lines in blocks. A job goes from `running` to one of its ends and never back: each answer is recorded
 * in one step with a check of that state and of the epoch of its lease, so that each line has exactly one answer.
 */
export interface JobStore {
  /** Milliseconds since 1970 by the clock that all servers share: deadlines are times of this clock. */
  now(): number;
  /** Stores the body of a job, in blocks. It is dropped unless the job is added within an hour. */
  receive(ref: JobRef, blocks: AsyncIterable<Buffer>): Promise<void>;
  /** Adds a job whose body was received. From then on it survives any crash. */
  add(spec: JobSpec): Promise<void>;
  get(ref: JobRef): Promise<Job | undefined>;
  /** The job with this id, whichever key owns it. */
  find(id: string): Promise<JobRef | undefined>;
  /** The jobs of a key, newest first. */
  list(owner: string): Promise<Job[]>;
  /** Ids of the keys that have jobs. */
  owners(): Promise<string[]>;
  /** Answers number `from` to `to - 1`, counted from 0 in the order of recording, as bytes. */
  results(ref: JobRef, from: number, to: number): AsyncIterable<Uint8Array>;
  /** Ends a running job, which keeps its answers. Any other job stays as it is. */
  end(ref: JobRef, end: JobEnd): Promise<void>;
  /**
   * Deletes a job with its body and answers.
   *
   * @returns pages to refund, as for `takeUnansweredCharges`, unless the end of the job was finished
   */
  remove(ref: JobRef): Promise<number>;
  /** Jobs with work left. Also deletes jobs that were kept long enough. */
  listUnfinished(): Promise<readonly JobRef[]>;
  /** Leases a part of a job that nobody works on; undefined when there is none at the moment. */
  lease(ref: JobRef): Promise<JobLease | undefined>;
  /** Renews leases of one job. Resolves to `held`, or to why no further work may begin under them. */
  renew(leases: readonly JobLease[]): Promise<'held' | 'lost' | 'closed'>;
  record(lease: JobLease, answer: LineAnswer): Promise<RecordAnswerOutcome>;
  /** Records that pages were paid for a line before its search: after a crash, the next holder of the lease need not pay again. */
  recordCharge(lease: JobLease, index: number, pages: number): Promise<'held' | 'lost' | 'closed'>;
  /** Drops that record. Resolves to whether the lease is held and there was a record, so that the pages may be refunded. */
  dropCharge(lease: JobLease, index: number): Promise<boolean>;
  /**
   * Drops the records of pages that were paid for lines without an answer of an ended job, so that these may be refunded.
   *
   * @returns how many pages; 0 when the lease of its end is lost
   */
  takeUnansweredCharges(lease: JobLease): Promise<number>;
  /** Records failed attempts to notify the owner of an ended job, unless the lease of its end is lost. */
  recordFailedNotifications(lease: JobLease, failed: FailedNotifications): Promise<void>;
  /** Gives up a lease. @param isDone whether its part is finished; it is not leased again then */
  release(lease: JobLease, how: { isDone: boolean }): Promise<void>;
  /** Why nothing can be stored at the moment. */
  fault(): JobStoreFault | undefined;
  /** Tries whether something can be stored again. */
  probe(): Promise<boolean>;
  /** Releases all resources. */
  close(): Promise<void>;
}

/** Why a store of jobs cannot store anything at the moment. */
export type JobStoreFault = 'disk_full' | 'out_of_memory' | 'away';

const details: Readonly<Record<JobStoreFault, string>> = {
  disk_full: 'Batches cannot be stored: the disk is full.',
  out_of_memory: 'Batches cannot be stored: the memory of Redis is full.',
  away: 'The stored batches cannot be reached.',
};

/** The error for callers in the meantime. @param cause the error of the store, unless the fault was known before */
export function jobStoreFaultError(fault: JobStoreFault, cause?: unknown): ApiError {
  const retryAfter = fault === 'away' ? 1 : 10;
  return new ApiError('overloaded', details[fault], { retryAfter, ...(cause !== undefined && { cause }) });
}
