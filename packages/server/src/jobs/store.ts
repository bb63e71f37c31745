import type { LineResult } from './batch/line-result.js';
import type { Job, JobEnd, JobOrder, JobRef } from './job.js';

/**
 * Keeps jobs and hands them out to be run: each to one process at a time, and again to another where that one dies. A job
 * may be run more than once, but each of its lines has one answer: the first that was recorded.
 */
export interface JobStore {
  /** Keeps the body of a job that is about to be added. Not added within an hour, it is dropped. */
  receive(ref: JobRef, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** Adds a job whose body was received. It survives any crash from then on. */
  add(order: JobOrder): Promise<void>;
  get(ref: JobRef): Promise<Job | undefined>;
  /** Whether some key has a job of this id. */
  isThere(id: string): Promise<boolean>;
  /** The jobs of a key, the newest first. */
  list(owner: string): Promise<Job[]>;
  /** Answers in the order in which they were recorded, as bytes: from one to before another, counted from 0. */
  results(ref: JobRef, from: number, to: number): AsyncIterable<Uint8Array>;
  /** Ends a job that runs, within a second also in another process. Its answers stay. */
  cancel(ref: JobRef): Promise<void>;
  /** Forgets a job and its body and answers. */
  remove(ref: JobRef): Promise<void>;
  /** Begins to hand out jobs. What is handed out is to settle them; one that rejects is handed out again later. */
  work(run: (claim: Claim) => Promise<void>): void;
  /** Takes back what is handed out, and frees everything. */
  close(): Promise<void>;
}

/** A job that is handed out to this process. */
export interface Claim {
  readonly job: Job;
  /** Aborted when the job is no longer this process's to run: because it was cancelled, or is taken back. */
  readonly signal: AbortSignal;
  /** Aborted when the job is taken back only: whoever cancels may still be told that it has ended. */
  readonly takenBack: AbortSignal;
  /** Whether it was cancelled. */
  isCancelled(): boolean;
  /** Whether its end is noted. */
  hasEnded(): boolean;
  /** The body as it was received. */
  body(): AsyncIterable<Uint8Array>;
  /** Whether a line is answered, by its number. */
  isAnswered(line: number): boolean;
  /** Records an answer; it survives any crash once this resolves. A second one for the same line is dropped. */
  record(result: LineResult): Promise<void>;
  /** Notes that the job has ended; `job` then says so. */
  end(state: JobEnd): Promise<void>;
  /** Notes that nothing is left to do, so that it is not handed out again. */
  settle(): Promise<void>;
}
