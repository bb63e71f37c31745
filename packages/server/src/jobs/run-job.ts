import { setMaxListeners } from 'node:events';
import { ApiError } from '../errors/api-error.js';
import { holdKey } from '../limits/keys/authority.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Endpoint } from '../operations/endpoint.js';
import { jobsPath } from './batch/batch-limits.js';
import { type BatchLine, createLineReader, type FaultyLine } from './batch/batch-line.js';
import { linesOf } from './batch/body-lines.js';
import { failedResult, type LineResult } from './batch/line-result.js';
import { type LineCaller, type LineRunner, lineCaller } from './batch/run-line.js';
import { unordered } from './batch/unordered.js';
import type { Job, JobEnd } from './job.js';
import type { Claim } from './store.js';

/** What jobs are run with. */
export interface JobParts {
  endpoints: readonly Endpoint[];
  lines: LineRunner;
  keys: Pick<KeyRing, 'check' | 'watch'>;
  /** How many bytes of answers of all jobs of a key are kept. */
  mostBytes: number;
  /** How many bytes a key's jobs hold. */
  bytesOf(owner: string): Promise<number>;
  /** Tells that a job has ended, or gives up. Resolves also when the signal aborts. */
  tell(job: Job, signal: AbortSignal): Promise<void>;
}

/** Answers from one look at how much a key holds to the next. */
const between = 50;

/** The service stops: the line is for another process, or for this one when it is started again. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Makes the function that runs a job to its end, from wherever it was left. */
export function createJobRunner(parts: JobParts): (claim: Claim) => Promise<void> {
  return async (claim) => {
    setMaxListeners(0, claim.signal);
    if (!claim.hasEnded()) {
      const end = claim.isCancelled() ? 'cancelled' : await runLines(claim, parts);
      if (end === undefined) return;
      await claim.end(end);
    }
    if (claim.job.webhook !== null) await parts.tell(claim.job, claim.takenBack);
    if (!claim.takenBack.aborted) await claim.settle();
  };
}

/** How the job ended; undefined where it was taken back. */
async function runLines(claim: Claim, parts: JobParts): Promise<JobEnd | undefined> {
  const late = AbortSignal.timeout(Math.max(0, claim.job.deadline - Date.now()));
  const signal = AbortSignal.any([claim.signal, late]);
  const { id: batch, owner, credential, fresh } = claim.job;
  const authority = holdKey(parts.keys, { id: owner, credential, scope: 'search' });
  const caller = lineCaller({ authority, batch, path: jobsPath, fresh, signal });
  try {
    const atOnce = parts.lines.mostNow(authority);
    const answer = createAnswer(claim, caller, parts);
    for await (const _ of unordered(unanswered(claim, parts), atOnce, answer));
    return 'completed';
  } catch (error) {
    if (claim.isCancelled()) return 'cancelled';
    if (late.aborted && !claim.signal.aborted) return 'expired';
    if (claim.signal.aborted || error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    authority.release();
  }
}

/** The lines of a job that have no answer yet. The others are read too: no two lines have the same id. */
async function* unanswered(claim: Claim, { endpoints }: JobParts): AsyncGenerator<BatchLine | FaultyLine> {
  const readLine = createLineReader(endpoints, claim.job.include);
  for await (const line of linesOf(claim.body())) {
    const read = readLine(line);
    if (!claim.isAnswered(read.number)) yield read;
  }
}

/** Answers a line and records it. */
function createAnswer(
  claim: Claim,
  caller: LineCaller,
  { lines, bytesOf, mostBytes }: JobParts,
): (line: BatchLine | FaultyLine) => Promise<LineResult> {
  let answers = 0;
  let held = 0;

  const answered = async (line: BatchLine | FaultyLine): Promise<LineResult> => {
    if (answers % between === 0) held = await bytesOf(claim.job.owner);
    answers += 1;
    if (held <= mostBytes) return lines.run(line, caller);
    const detail = `The batches of the key hold ${Math.floor(mostBytes / 1e6)} MB of answers, as much as they may.`;
    const error = new ApiError('payload_too_large', `${detail} Delete one and send this line again.`);
    return failedResult({ number: line.number, id: line.id, batch: caller.batch }, caller.path, error);
  };

  return async (line) => {
    const result = await answered(line);
    if (result.code === 'shutting_down') throw new Interrupted('The service is shutting down');
    held += result.bytes.length;
    await claim.record(result);
    return result;
  };
}
