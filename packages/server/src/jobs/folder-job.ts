import { type FileHandle, open, rmdir, stat } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import { codeOf } from '../errors/reasons.js';
import { writeFileAtomically } from '../files/small-files.js';
import type { JobAnswerReader, KeptJobAnswers } from './folder-answers.js';
import {
  type JobClaimFile,
  type JobEndFile,
  type JobFilePaths,
  type JobRecordPosition,
  modifiedTime,
  readJobRecordAt,
  readJobRecords,
  readJsonRecord,
  undefinedIfMissing,
} from './folder-files.js';
import type { FailedNotifications, Job, JobEnd } from './job.js';
import { jobLinesInBlock, linesPerBlock } from './job.js';
import { DamagedJobError, packJobRecord, packJsonJobRecord, unpackJobRecord } from './records.js';
import { type JobLease, type LineAnswer, type RecordAnswerOutcome, settlementBlock } from './store.js';

/** Milliseconds after which a lock is stale, since its process died or was halted; and between two renewals. */
const [staleLock, lockRenewal] = [10_000, 3_000];

/** What a claim needs. */
interface ClaimedJob {
  readonly files: JobFilePaths;
  readonly reader: JobAnswerReader;
  /** Reads the job with its counts, which takes longer the more answers it has. */
  read(): Promise<Job | undefined>;
}

/** Position of a block of lines in the body. */
type BlockPlace = Pick<JobRecordPosition, 'start' | 'end'>;

/**
 * A job in a folder that this process has claimed. Only the claimer records answers, in a file of its own epoch. When this process
 * is halted and another one claims the job, that one closes the file at its present length: nothing that is appended later counts.
 */
export class FolderJob {
  readonly #claimed: ClaimedJob;
  readonly #claim: JobClaimFile;
  readonly #mark: string;
  readonly #file: FileHandle;
  readonly #unlock: () => Promise<void>;
  readonly #answered: Set<number>;
  readonly #paid: Map<number, number>;
  readonly #leased = new Set<number>();
  /** The blocks of the body found so far. */
  readonly #places: BlockPlace[] = [];
  #job: Job | undefined;
  /** All blocks before this one are answered or leased. */
  #next = 0;
  #inUse = 0;
  #isLost = false;
  #isEnded = false;
  #writing: Promise<void> = Promise.resolve();
  #length = 0;

  private constructor(
    claimed: ClaimedJob,
    given: { claim: JobClaimFile; mark: string; file: FileHandle; kept: KeptJobAnswers; unlock(): Promise<void> },
  ) {
    this.#claimed = claimed;
    [this.#claim, this.#mark, this.#file] = [given.claim, given.mark, given.file];
    this.#unlock = given.unlock;
    this.#answered = new Set(given.kept.parts.flatMap(({ answers }) => answers.map(({ index }) => index)));
    this.#paid = new Map(given.kept.paid);
  }

  /** Claims a job; undefined when another process has it. Throws a `DamagedJobError` when its answers are damaged. */
  static async claim(claimed: ClaimedJob): Promise<FolderJob | undefined> {
    const { files, reader } = claimed;
    let lost = () => {};
    const unlock = await lockFolder(files.folder, () => lost());
    if (unlock === undefined) return undefined;
    try {
      const kept = await reader.read(files);
      if (kept.damage !== undefined) throw kept.damage;
      const before = await readJsonRecord<JobClaimFile>(files.claim);
      const parts = before === undefined ? [] : [...before.parts, { epoch: before.epoch, bytes: kept.end }];
      const claim: JobClaimFile = { epoch: (before?.epoch ?? 0) + 1, parts: parts.filter(({ bytes }) => bytes > 0) };
      await writeFileAtomically(files.claim, await packJsonJobRecord(claim));
      const file = await open(files.results(claim.epoch), 'a', 0o600);
      const job = new FolderJob(claimed, { claim, mark: await markOf(files.claim), file, kept, unlock });
      lost = () => {
        job.#isLost = true;
      };
      return job;
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** Whether no part of it is leased or about to be. */
  get isIdle(): boolean {
    return this.#leased.size === 0 && this.#inUse === 0;
  }

  /** Runs something, during which the job is not idle. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#inUse += 1;
    try {
      return await work();
    } finally {
      this.#inUse -= 1;
    }
  }

  /** Leases the next block with an unanswered line, or the end of a job that has ended. */
  async lease(): Promise<JobLease | undefined> {
    const state = await this.claimState();
    if (state === 'lost') return undefined;
    // While the job runs only its order is needed, which never changes.
    if (this.#job === undefined || state === 'closed') this.#job = await this.#claimed.read();
    const job = this.#job;
    if (job === undefined) return undefined;
    if (job.state === 'running' && this.#answered.size >= job.lines) {
      await this.end('completed'); // after a crash between the last answer and the end
      return this.lease();
    }
    const block = job.state === 'running' ? this.#nextBlock(job.lines) : settlementBlock;
    if (block === undefined || this.#leased.has(block)) return undefined;
    this.#leased.add(block);
    try {
      const lines = block === settlementBlock ? [] : await this.#linesOf(block);
      return { job, block, epoch: this.#claim.epoch, lines };
    } catch (error) {
      this.#leased.delete(block);
      throw error;
    }
  }

  async claimState(): Promise<'held' | 'lost' | 'closed'> {
    const { files } = this.#claimed;
    if (!(await this.#isHeld())) return 'lost';
    const ends = await Promise.all(
      [files.endRequest, files.end, files.damaged].map((path) => undefinedIfMissing(stat(path))),
    );
    return ends.every((end) => end === undefined) ? 'held' : 'closed';
  }

  /** Records an answer; it is on the disk once this resolves. */
  async record(answer: LineAnswer, lines: number): Promise<RecordAnswerOutcome> {
    const state = await this.claimState();
    if (state === 'lost') return state;
    const bytes = await packJobRecord(answer);
    const outcome = await this.#inOrder(() => this.#write(answer.index, bytes));
    if (outcome !== 'recorded' || this.#answered.size < lines) return outcome;
    await this.end('completed');
    return 'ended';
  }

  /** Records how many pages are paid for a line. */
  async recordCharge(index: number, pages: number): Promise<'held' | 'lost' | 'closed'> {
    const state = await this.claimState();
    if (state !== 'held') return state;
    const bytes = await packLineCharge(index, pages);
    return this.#inOrder(async () => {
      if (this.#isEnded) return 'closed';
      await this.#append(bytes); // not synced: if the machine goes down, the line is paid again
      this.#paid.set(index, pages);
      return 'held';
    });
  }

  /** Drops the payment of a line; whether there was one. */
  async dropCharge(index: number): Promise<boolean> {
    return (this.#paid.get(index) ?? 0) > 0 && (await this.recordCharge(index, 0)) === 'held';
  }

  /** Ends the job: nothing is recorded any more. */
  end(state: JobEnd): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#isEnded) return;
      await this.#writeEnd({ state, endedAt: Date.now(), answered: this.#answered.size, isSettled: false });
      this.#isEnded = true;
    });
  }

  /** Drops the payments of lines without an answer, in one write; resolves to their pages. */
  takeUnansweredCharges(): Promise<number> {
    return this.#inOrder(async () => {
      if (!(await this.#isHeld())) return 0;
      const left = [...this.#paid].filter(([index, pages]) => pages > 0 && !this.#answered.has(index));
      if (left.length === 0) return 0;
      await this.#append(Buffer.concat(await Promise.all(left.map(([index]) => packLineCharge(index, 0)))));
      for (const [index] of left) this.#paid.set(index, 0);
      return left.reduce((sum, [, pages]) => sum + pages, 0);
    });
  }

  /** Records failed attempts to notify the owner. */
  async recordFailedNotifications(failedNotifications: FailedNotifications): Promise<void> {
    const end = await readJsonRecord<JobEndFile>(this.#claimed.files.end);
    if (end !== undefined) await this.#writeEnd({ ...end, failedNotifications });
  }

  /** @param isDone whether the block is finished */
  async release(block: number, { isDone }: { isDone: boolean }): Promise<void> {
    this.#leased.delete(block);
    if (!isDone) this.#next = Math.min(this.#next, Math.max(0, block));
    if (!isDone || block !== settlementBlock) return;
    const end = await readJsonRecord<JobEndFile>(this.#claimed.files.end);
    if (end?.isSettled === false) await this.#writeEnd({ ...end, isSettled: true });
  }

  /** Lets other processes claim the job. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
    if (!this.#isLost) await this.#unlock().catch(() => undefined); // just lost
  }

  /** Writes the end, unless the claim was lost; whether it did. */
  async #writeEnd(end: JobEndFile): Promise<boolean> {
    if (!(await this.#isHeld())) return false;
    await writeFileAtomically(this.#claimed.files.end, await packJsonJobRecord(end));
    return true;
  }

  #nextBlock(lines: number): number | undefined {
    for (; this.#next * linesPerBlock < lines; this.#next += 1) {
      const isLeft = this.#indicesOf(this.#next, lines).some((index) => !this.#answered.has(index));
      if (isLeft && !this.#leased.has(this.#next)) return this.#next;
    }
    return undefined;
  }

  #indicesOf(block: number, lines: number): number[] {
    const length = Math.min(linesPerBlock, lines - block * linesPerBlock);
    return Array.from({ length }, (_, offset) => block * linesPerBlock + offset);
  }

  async #linesOf(block: number) {
    const { body } = this.#claimed.files;
    const place = this.#places[block] ?? (await this.#findBlock(block));
    const { bytes } = await unpackJobRecord(await readJobRecordAt(body, place), body);
    const left = jobLinesInBlock(bytes, block).filter(({ index }) => !this.#answered.has(index));
    return left.map((line) => ({ ...line, paid: this.#paid.get(line.index) ?? 0 }));
  }

  /** Reads the body from the last block found to another one. */
  async #findBlock(block: number): Promise<BlockPlace> {
    const { body } = this.#claimed.files;
    for await (const { start, end } of readJobRecords(body, this.#places.at(-1)?.end ?? 0)) {
      if (start < (this.#places.at(-1)?.end ?? 0)) continue; // another lease was faster
      this.#places.push({ start, end });
      if (this.#places.length > block) break;
    }
    const place = this.#places[block];
    if (place === undefined) throw new DamagedJobError(body, `block ${block} is missing`);
    return place;
  }

  /** Whether no other process has claimed the job since. */
  async #isHeld(): Promise<boolean> {
    this.#isLost ||= (await markOf(this.#claimed.files.claim)) !== this.#mark;
    return !this.#isLost;
  }

  /** Appends an answer, and waits until it is on the disk. */
  async #write(index: number, bytes: Buffer): Promise<RecordAnswerOutcome> {
    if (this.#answered.has(index)) return 'recorded';
    if (this.#isEnded || (await this.claimState()) === 'closed') return 'closed';
    await this.#append(bytes, { isSynced: true });
    if (!(await this.#isHeld())) return 'lost';
    this.#answered.add(index);
    return 'recorded';
  }

  /** Appends to the file of answers. A write that fails leaves it as it was. */
  async #append(bytes: Buffer, { isSynced = false }: { isSynced?: boolean } = {}): Promise<void> {
    try {
      await this.#file.appendFile(bytes);
      if (isSynced) await this.#file.datasync();
      this.#length += bytes.length;
    } catch (error) {
      await this.#file.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  /** Runs one thing at a time, so that the end counts every answer that was written. */
  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}

/** The record of pages paid for a line. */
function packLineCharge(index: number, pages: number): Promise<Buffer> {
  return packJobRecord({ index, isSuccess: false, isPayment: true, bytes: Buffer.from(`${pages}`) });
}

/** A lock that a dead process left before the clock was set back would otherwise last until its time comes round. */
async function dropFutureLock(path: string): Promise<void> {
  const since = await modifiedTime(path);
  if (since !== undefined && since > Date.now() + staleLock) await undefinedIfMissing(rmdir(path));
}

/** Tells one version of a file from another. */
async function markOf(path: string): Promise<string> {
  const found = await undefinedIfMissing(stat(path));
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

async function lockFolder(folder: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  await dropFutureLock(`${folder}.lock`);
  try {
    return await lock(folder, { stale: staleLock, update: lockRenewal, onCompromised: onLost });
  } catch (error) {
    if (['ELOCKED', 'ENOENT'].includes(codeOf(error))) return undefined;
    throw error;
  }
}
