import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobRef } from './job.js';
import type { JobStore } from './store.js';

/** Milliseconds from one look for new answers to the next. */
const looking = 200;

/** What is followed, and for how long. */
export interface Following {
  ref: JobRef;
  /** How many answers are known. */
  from: number;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
  /** Whether the service stops: the caller then asks again with the cursor that it has. */
  isOver(): boolean;
}

/** The answers of a job from one on, as they come, until it has ended and all are given. */
export async function* followResults(
  store: Pick<JobStore, 'get' | 'results'>,
  { ref, from, signal, isOver }: Following,
): AsyncGenerator<Uint8Array> {
  for (let next = from; ; ) {
    const job: Job | undefined = await store.get(ref);
    if (job === undefined) return; // removed meanwhile
    if (job.answered > next) {
      yield* store.results(ref, next, job.answered);
      next = job.answered;
    } else if (job.endedAt !== null || isOver()) return;
    else await sleep(looking, undefined, { signal });
  }
}
