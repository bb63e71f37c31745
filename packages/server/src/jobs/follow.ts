import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobRef } from './job.js';
import type { JobStore } from './store.js';

/** Milliseconds between two looks for new answers. */
const looking = 200;

/** Which answers are followed, and until when. */
export interface Following {
  ref: JobRef;
  /** Number of answers that the caller has. */
  from: number;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
  /** Whether the service stops; the caller then asks again with its cursor. */
  isOver(): boolean;
}

/** The answers of a job as they are recorded, until it has ended and all of them are given. */
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
