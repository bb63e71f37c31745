import { ApiError } from '../errors/api-error.js';
import { watchKey } from '../limits/keys/admit.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Endpoint } from '../operations/endpoint.js';
import { type BatchLine, createLineReader, type FaultyLine } from './batch/batch-line.js';
import { jobsPath } from './batch/body-lines.js';
import { failedResult, type LineChargeRecord, type LineResult } from './batch/line-results.js';
import { type BatchCaller, createBatchCaller, type LineRunner } from './batch/run-line.js';
import { mapUnordered } from './batch/stream.js';
import type { Job, JobRef, NotificationAttempts } from './job.js';
import { HeldLeases, LeaseEndedError, type StopSignals } from './leases.js';
import { type JobLease, type JobStore, type LeasedLine, settlementBlock } from './store.js';

/** What running jobs needs. */
interface JobWorkerParts {
  store: JobStore;
  endpoints: readonly Endpoint[];
  lines: LineRunner;
  keys: Pick<KeyRing, 'check' | 'watch'>;
  /** Most bytes of answers that all jobs of a key may have. */
  maxBytes: number;
  /** Most pages that are read for one search; 0 for none. */
  maxPages: number;
  /** Refunds pages to the quotas of a key. */
  refundPages(owner: string, pages: number): Promise<void>;
  /** Notifies the owner that a job has ended. Also resolves when that fails for good or the signal aborts. */
  notify(job: Job, signal: AbortSignal, attempts: NotificationAttempts): Promise<void>;
}

/** The service stops: another process answers the line, or this one after a restart. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** A line and the lease of its block. */
interface LineOfBlock {
  readonly lease: JobLease;
  readonly line: LeasedLine;
}

/**
 * Creates the function that works on a job: it leases blocks, as other servers do, and answers their lines until no block is left.
 * Once the job has ended, one server notifies its owner and settles it.
 */
export function createJobWorker(given: JobWorkerParts): (ref: JobRef, stop: StopSignals) => Promise<void> {
  const parts = { ...given, kept: new StoredAnswerBytes(given.store) };
  return async (ref, stop) => {
    const leases = new HeldLeases(parts.store, stop);
    try {
      const first = await leases.acquire(ref);
      if (first?.block === settlementBlock) await settle(first, leases, parts);
      else if (first !== undefined) await answerLines(first, leases, parts);
    } catch (error) {
      if (!(leases.drainSignal.aborted || error instanceof LeaseEndedError || error instanceof Interrupted))
        throw error;
    } finally {
      await leases.close();
    }
  };
}

async function settle(
  lease: JobLease,
  leases: HeldLeases,
  { store, notify, refundPages }: JobWorkerParts,
): Promise<void> {
  const unanswered = await store.takeUnansweredCharges(lease); // first, because to notify its owner may take hours
  if (unanswered > 0) await refundPages(lease.job.owner, unanswered);
  const attempts: NotificationAttempts = {
    ready: () => leases.ready(), // after a halt, another server may have taken over
    // If it cannot be stored, only a server that takes over begins anew.
    onFailure: (failed) => store.recordFailedNotifications(lease, failed).catch(() => undefined),
  };
  if (lease.job.webhook !== null) await notify(lease.job, leases.drainSignal, attempts);
  if (!leases.drainSignal.aborted) await leases.release(lease, { isDone: true });
}

/** What answering lines needs. */
interface AnsweringParts extends JobWorkerParts {
  kept: StoredAnswerBytes;
}

/** Maximum delay of a timer in milliseconds; a longer one fires at once. A deadline is further away if the clock was set back. */
const maxTimer = 2 ** 31 - 1;

async function answerLines(first: JobLease, leases: HeldLeases, parts: AnsweringParts): Promise<void> {
  const { job } = first;
  const { id: batch, owner, credential, fresh, deadline } = job;
  const late = setTimeout(
    () => void parts.store.end(job, 'expired').catch(() => undefined), // away or full; a later lease ends it
    Math.min(maxTimer, Math.max(0, deadline - parts.store.now())),
  );
  const keyWatch = watchKey(parts.keys, { id: owner, credential, scope: 'search' });
  const caller = createBatchCaller({ keyWatch, batch, path: jobsPath, fresh, signal: leases.signal });
  const inProgress = new Set<Promise<unknown>>();
  try {
    const atOnce = parts.lines.currentMaxConcurrentLines(keyWatch);
    const answer = createAnswer(job, { caller, leases, parts });
    const counted = (line: LineOfBlock) => {
      const work = answer(line).finally(() => inProgress.delete(work));
      inProgress.add(work);
      return work;
    };
    for await (const _ of mapUnordered(leasedLines(first, leases), atOnce, counted));
  } finally {
    await Promise.allSettled(inProgress); // they need the leases until then
    clearTimeout(late);
    keyWatch.release();
  }
}

/** The lines of one block after another. */
async function* leasedLines(first: JobLease, leases: HeldLeases): AsyncGenerator<LineOfBlock> {
  for (let lease: JobLease | undefined = first; lease !== undefined; lease = await leases.acquire(lease.job)) {
    if (lease.block === settlementBlock) return; // the dispatcher's next look settles it
    if (lease.lines.length === 0) await leases.release(lease, { isDone: true });
    for (const line of lease.lines) yield { lease, line };
  }
}

/** Answers a line and records it. */
function createAnswer(
  job: Job,
  { caller, leases, parts }: { caller: BatchCaller; leases: HeldLeases; parts: AnsweringParts },
): (leased: LineOfBlock) => Promise<LineResult> {
  const repeated = new Set(job.repeated);
  const readLine = createLineReader(parts.endpoints, job, parts.maxPages, ({ number }) => repeated.has(number));
  const answered = limitBytes(job.owner, caller, parts);
  const left = new Map<JobLease, number>();

  return async ({ lease, line }) => {
    const [read, payment] = [readLine(line), leases.paymentOf(lease, line)];
    let result: LineResult;
    let began: number;
    do {
      await leases.ready();
      began = performance.now();
      result = await answered(read, payment);
    } while (result.status >= 500 && leases.wasHaltedSince(began));
    if (result.code === 'shutting_down') throw new Interrupted('The service is shutting down');
    const { index } = line;
    const isSuccess = result.status === 200;
    const outcome = await leases.record(lease, { index, isSuccess, bytes: result.bytes });
    if (outcome === 'lost' || outcome === 'closed') {
      leases.end({ isClosed: outcome === 'closed' });
      throw new LeaseEndedError(outcome === 'closed');
    }
    const rest = (left.get(lease) ?? lease.lines.length) - 1;
    left.set(lease, rest);
    if (rest === 0) await leases.release(lease, { isDone: true });
    return result;
  };
}

/** Milliseconds for which a count is used: its cost must not grow with the lines that are answered. */
const lookTime = 10_000;

/** What is known about one key. */
interface Look {
  readonly at: number;
  readonly found: Promise<number>;
  /** Bytes that this process has added since. */
  added: number;
}

/** Bytes of answers of all jobs of each key: counted from time to time, plus what this process has added since. */
export class StoredAnswerBytes {
  readonly #store: Pick<JobStore, 'list'>;
  readonly #now: () => number;
  readonly #looks = new Map<string, Look>(); // as many as keys have had jobs

  /** @param now the clock, in milliseconds. @default performance.now */
  constructor(store: Pick<JobStore, 'list'>, now: () => number = () => performance.now()) {
    [this.#store, this.#now] = [store, now];
  }

  async totalOf(owner: string): Promise<number> {
    const known = this.#looks.get(owner);
    const look = known !== undefined && this.#now() < known.at + lookTime ? known : this.#look(owner);
    return (await look.found) + look.added;
  }

  /** Adds an answer. */
  add(owner: string, bytes: number): void {
    const look = this.#looks.get(owner);
    if (look !== undefined) look.added += bytes;
  }

  #look(owner: string): Look {
    const look = { at: this.#now(), found: this.#count(owner), added: 0 };
    this.#looks.set(owner, look);
    look.found.catch(() => this.#looks.delete(owner)); // counted again for the next line
    return look;
  }

  async #count(owner: string): Promise<number> {
    return (await this.#store.list(owner)).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** What limiting the answers of a key needs. */
interface LimitParts {
  lines: Pick<LineRunner, 'run'>;
  kept: StoredAnswerBytes;
  /** Maximum bytes of answers that all jobs of a key may have. */
  maxBytes: number;
}

/** Answers lines; with an error once the key has as many bytes of answers as it may. */
function limitBytes(
  owner: string,
  caller: BatchCaller,
  { lines, kept, maxBytes }: LimitParts,
): (line: BatchLine | FaultyLine, payment: LineChargeRecord) => Promise<LineResult> {
  return async (line, payment) => {
    if ((await kept.totalOf(owner)) <= maxBytes) {
      const result = await lines.run(line, caller, payment);
      kept.add(owner, result.bytes.length);
      return result;
    }
    const detail = `The stored results of the key have reached their limit of ${Math.floor(maxBytes / 1e6)} MB.`;
    const error = new ApiError('payload_too_large', `${detail} Delete a batch and send this line again.`);
    return failedResult({ number: line.number, id: line.id, batch: caller.batch }, caller.path, error);
  };
}
