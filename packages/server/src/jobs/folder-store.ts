import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../errors/reasons.js';
import { writeFileAtomically } from '../files/small-files.js';
import { JobAnswerReader, unansweredPaidPages } from './folder-answers.js';
import {
  allJobRefs,
  entryNamesIn,
  type JobEndFile,
  type JobEndRequestFile,
  type JobFilePaths,
  jobFilePaths,
  jobFilePathsIn,
  jobRefsOf,
  modifiedTime,
  ownersOf,
  readJsonRecord,
  undefinedIfMissing,
} from './folder-files.js';
import { FolderJob } from './folder-job.js';
import type { FailedNotifications, Job, JobEnd, JobRef, JobSpec } from './job.js';
import { DamagedJobError, packJobRecord, packJsonJobRecord } from './records.js';
import { placeholderJobSpec } from './redis-store.js';
import type { JobLease, JobStore, LineAnswer, RecordAnswerOutcome } from './store.js';
import { type JobStoreFault, jobStoreFaultError } from './store.js';

/** Prefix of folders that are about to be deleted; no job has it. */
const removedPrefix = 'removed-';

/** Options of `FolderJobStore`. */
export interface FolderStoreOptions {
  /** Milliseconds that a job is kept after it has ended. */
  retention: number;
  /** Receives damage that is found. */
  onDamage(ref: JobRef, error: DamagedJobError): void;
}

/** Milliseconds after which a body whose job was not added is dropped. */
const abandoned = 3_600_000;

/** Milliseconds between two attempts to write to a full disk. */
const trial = 5_000;

/** Error codes of a disk that accepts no data. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/**
 * Stores each job in files of its own below a folder, as records with checksums. Several processes of one machine may share the
 * folder; one at a time works on a job. The folder is created when it is needed.
 */
export class FolderJobStore implements JobStore {
  readonly #root: string;
  readonly #options: FolderStoreOptions;
  readonly #reader = new JobAnswerReader();
  readonly #claimed = new Map<string, FolderJob>();
  /** When settled jobs ended, by folder. */
  readonly #settled = new Map<string, number>();
  /** Folders of damaged jobs whose answers were read again, because records read before the damage no longer count. */
  readonly #readAgain = new Set<string>();
  #full: { code: string; triedAt: number } | undefined;

  constructor(root: string, options: FolderStoreOptions) {
    [this.#root, this.#options] = [root, options];
  }

  now(): number {
    return Date.now();
  }

  async receive(ref: JobRef, blocks: AsyncIterable<Buffer>): Promise<void> {
    const { folder, body } = jobFilePaths(this.#root, ref);
    const records = async function* () {
      for await (const bytes of blocks) yield packJobRecord({ index: 0, isSuccess: false, bytes });
    };
    await this.#tried(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(records()), createWriteStream(body, { mode: 0o600 }));
    });
  }

  async add(spec: JobSpec): Promise<void> {
    const files = jobFilePaths(this.#root, spec);
    await this.#tried(async () => {
      for (const path of [files.body, files.folder, dirname(files.folder)]) await sync(path);
      await writeFileAtomically(files.spec, await packJsonJobRecord(spec));
      await sync(files.folder);
    });
  }

  get(ref: JobRef): Promise<Job | undefined> {
    return this.#unlessRemoved(ref, () => this.#read(ref));
  }

  async #read(ref: JobRef): Promise<Job | undefined> {
    const files = jobFilePaths(this.#root, ref);
    const since = await modifiedTime(files.spec);
    if (since === undefined) return undefined;
    const [end, endDamage] = await readJsonRecord<JobEndFile>(files.end).then(
      (read) => [read, undefined] as const,
      (error: unknown) => [undefined, error] as const,
    );
    const damagedAt = await modifiedTime(files.damaged);
    if (damagedAt !== undefined && !this.#readAgain.has(files.folder)) {
      this.#readAgain.add(files.folder);
      this.#reader.forget(files);
    }
    const kept = await this.#reader.read(files); // once the job has ended there are no more than these
    const counts = { answered: kept.count, found: kept.found, bytes: kept.bytes };
    let spec: JobSpec = { ...placeholderJobSpec(ref), createdAt: since };
    try {
      spec = (await readJsonRecord<JobSpec>(files.spec)) ?? spec;
      if (endDamage !== undefined) throw endDamage;
      if (damagedAt !== undefined) return { ...spec, state: 'damaged', endedAt: end?.endedAt ?? damagedAt, ...counts };
      if (kept.damage !== undefined) throw kept.damage;
      if (end === undefined) return { ...spec, ...(await this.#requestedEnd(ref)), ...counts };
      if (end.answered !== kept.count) throw new DamagedJobError(files.folder, 'answers are missing');
      const { answered: _, isSettled: __, ...ended } = end;
      return { ...spec, ...ended, ...counts };
    } catch (error) {
      const endedAt = await this.#setAside(ref, error);
      return { ...spec, state: 'damaged', endedAt, ...counts };
    }
  }

  /** State of a job whose end is not written yet. */
  async #requestedEnd(ref: JobRef): Promise<Pick<Job, 'state' | 'endedAt'>> {
    const { endRequest } = jobFilePaths(this.#root, ref);
    const endedAt = await modifiedTime(endRequest);
    if (endedAt === undefined) return { state: 'running', endedAt: null };
    const { state = 'cancelled' } = (await readJsonRecord<JobEndRequestFile>(endRequest)) ?? {}; // deleted since, once the end was written
    return { state, endedAt };
  }

  async find(id: string): Promise<JobRef | undefined> {
    return (await allJobRefs(this.#root)).find((ref) => ref.id === id);
  }

  owners(): Promise<string[]> {
    return ownersOf(this.#root);
  }

  async list(owner: string): Promise<Job[]> {
    const jobs = await Promise.all((await jobRefsOf(this.#root, owner)).map((ref) => this.get(ref)));
    return jobs.filter((job) => job !== undefined).sort((one, other) => other.createdAt - one.createdAt);
  }

  async *results(ref: JobRef, from: number, to: number): AsyncGenerator<Uint8Array> {
    const kept = await this.#reader.read(jobFilePaths(this.#root, ref));
    try {
      yield* this.#reader.bytes(kept, from, to);
    } catch (error) {
      await this.#unlessRemoved(ref, () => this.#setAside(ref, error));
    }
  }

  async end(ref: JobRef, end: JobEnd): Promise<void> {
    const { endRequest, folder } = jobFilePaths(this.#root, ref);
    const job = await this.get(ref);
    if (job?.state !== 'running') return;
    await this.#unlessRemoved(ref, async () => {
      await this.#tried(async () =>
        writeFileAtomically(endRequest, await packJsonJobRecord({ state: end } satisfies JobEndRequestFile)),
      );
      await this.#endIfRequested(ref, this.#claimed.get(folder));
    });
  }

  async remove(ref: JobRef): Promise<number> {
    const files = jobFilePaths(this.#root, ref);
    this.#reader.forget(files);
    this.#settled.delete(files.folder);
    this.#readAgain.delete(files.folder);
    // In one step, because a process that reads half a job would take it for damaged.
    const removed = join(this.#root, `${removedPrefix}${randomUUID()}`);
    const isRemoved = await undefinedIfMissing(rename(files.folder, removed).then(() => true));
    const left = isRemoved === true ? await this.#leftIn(jobFilePathsIn(removed)) : 0;
    await rm(removed, { recursive: true, force: true });
    return left;
  }

  /** Pages paid for lines without an answer, unless the end of the job was finished. */
  async #leftIn(files: JobFilePaths): Promise<number> {
    const kept = await this.#reader.read(files);
    this.#reader.forget(files);
    const isSettled = await settledAt(files.end).catch(unlessDamaged);
    return isSettled === undefined ? unansweredPaidPages(kept) : 0;
  }

  /** Finishes removals that a killed process had begun. */
  async #dropRemoved(): Promise<void> {
    const names = (await entryNamesIn(this.#root)).filter((name) => name.startsWith(removedPrefix));
    await Promise.all(names.map((name) => rm(join(this.#root, name), { recursive: true, force: true })));
  }

  /** Resolves to undefined instead of rejecting when the job was removed in the meantime. */
  async #unlessRemoved<T>(ref: JobRef, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if ((await modifiedTime(jobFilePaths(this.#root, ref).folder)) === undefined) return undefined;
      throw error;
    }
  }

  async listUnfinished(): Promise<readonly JobRef[]> {
    await this.#dropRemoved();
    const open: JobRef[] = [];
    for (const ref of await allJobRefs(this.#root)) if (await this.#isOpen(ref)) open.push(ref);
    return open;
  }

  lease(ref: JobRef): Promise<JobLease | undefined> {
    return this.#unlessRemoved(ref, () => this.#lease(ref));
  }

  async #lease(ref: JobRef): Promise<JobLease | undefined> {
    const files = jobFilePaths(this.#root, ref);
    try {
      if ((await settledAt(files.end)) !== undefined) return undefined;
      const claimed = this.#claimed.get(files.folder) ?? (await this.#claim(ref));
      if (claimed === undefined) return undefined;
      const lease = await claimed.use(async () => {
        await this.#endIfRequested(ref, claimed);
        return claimed.lease();
      });
      if (lease === undefined && claimed.isIdle) await this.#releaseClaim(files.folder, claimed);
      return lease;
    } catch (error) {
      if (!(error instanceof DamagedJobError)) throw error;
      await this.#setAside(ref, error);
      return undefined;
    }
  }

  async renew(leases: readonly JobLease[]): Promise<'held' | 'lost' | 'closed'> {
    const claimed = this.#claimedBy(leases[0]!);
    if (claimed === undefined) return 'lost';
    const state = await claimed.claimState();
    return state === 'closed' && leases.every(({ lines }) => lines.length === 0) ? 'held' : state;
  }

  async record(lease: JobLease, answer: LineAnswer): Promise<RecordAnswerOutcome> {
    const claimed = this.#claimedBy(lease);
    if (claimed === undefined) return 'lost';
    return this.#tried(() => claimed.record(answer, lease.job.lines));
  }

  async recordCharge(lease: JobLease, index: number, pages: number): Promise<'held' | 'lost' | 'closed'> {
    const claimed = this.#claimedBy(lease);
    return claimed === undefined ? 'lost' : this.#tried(() => claimed.recordCharge(index, pages));
  }

  async dropCharge(lease: JobLease, index: number): Promise<boolean> {
    const claimed = this.#claimedBy(lease);
    return claimed !== undefined && this.#tried(() => claimed.dropCharge(index));
  }

  async takeUnansweredCharges(lease: JobLease): Promise<number> {
    const taken = async () => this.#claimedBy(lease)?.takeUnansweredCharges();
    return (await this.#unlessRemoved(lease.job, () => this.#tried(taken))) ?? 0;
  }

  async recordFailedNotifications(lease: JobLease, failed: FailedNotifications): Promise<void> {
    await this.#tried(async () => this.#claimedBy(lease)?.recordFailedNotifications(failed));
  }

  async release(lease: JobLease, how: { isDone: boolean }): Promise<void> {
    const claimed = this.#claimedBy(lease);
    if (claimed === undefined) return;
    await this.#unlessRemoved(lease.job, () => this.#tried(() => claimed.release(lease.block, how)));
    if (claimed.isIdle) await this.#releaseClaim(jobFilePaths(this.#root, lease.job).folder, claimed);
  }

  fault(): JobStoreFault | undefined {
    return this.#full === undefined ? undefined : 'disk_full';
  }

  async probe(): Promise<boolean> {
    if (this.#full === undefined) return true;
    if (performance.now() < this.#full.triedAt + trial) return false;
    this.#full.triedAt = performance.now();
    const path = join(this.#root, `.probe-${process.pid}`);
    const isKept = await writeFile(path, Buffer.alloc(65_536), { flush: true }).then(
      () => true,
      () => false,
    );
    await rm(path, { force: true });
    if (isKept) this.#full = undefined;
    return isKept;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#claimed].map(([folder, claimed]) => this.#releaseClaim(folder, claimed)));
  }

  #claimedBy({ job }: JobLease): FolderJob | undefined {
    return this.#claimed.get(jobFilePaths(this.#root, job).folder);
  }

  async #claim(ref: JobRef): Promise<FolderJob | undefined> {
    const files = jobFilePaths(this.#root, ref);
    const claimed = await this.#tried(() =>
      FolderJob.claim({ files, reader: this.#reader, read: () => this.get(ref) }),
    );
    if (claimed !== undefined) this.#claimed.set(files.folder, claimed);
    return claimed;
  }

  async #releaseClaim(folder: string, claimed: FolderJob): Promise<void> {
    if (this.#claimed.get(folder) === claimed) this.#claimed.delete(folder);
    await claimed.close();
  }

  /** Writes the end of a job if its end was requested. Only the claimer of a job may, so this claims it if it is free. */
  async #endIfRequested(ref: JobRef, claimed: FolderJob | undefined): Promise<void> {
    const files = jobFilePaths(this.#root, ref);
    const request = await readJsonRecord<JobEndRequestFile>(files.endRequest);
    if (request === undefined || (await modifiedTime(files.end)) !== undefined) return;
    const holder = claimed ?? (await this.#claim(ref));
    await holder?.end(request.state);
    if (claimed === undefined && holder !== undefined) await this.#releaseClaim(files.folder, holder);
  }

  /** Whether a job has work left. Removes a job that was kept long enough. Damage is handled here, so that it affects no other job. */
  async #isOpen(ref: JobRef): Promise<boolean> {
    const { folder, spec, end, damaged } = jobFilePaths(this.#root, ref);
    try {
      const endedAt = this.#settled.get(folder) ?? (await modifiedTime(damaged)) ?? (await settledAt(end));
      if (endedAt === undefined && (await modifiedTime(spec)) !== undefined) return true;
      if (endedAt !== undefined) this.#settled.set(folder, endedAt);
      const isOld =
        endedAt === undefined
          ? ((await modifiedTime(folder)) ?? Date.now()) + abandoned < Date.now()
          : endedAt + this.#options.retention < Date.now();
      if (isOld) await this.remove(ref);
    } catch (error) {
      await this.#setAside(ref, error).catch(() => undefined); // tried again at the next look
    }
    return false;
  }

  /** Marks a job as damaged, once. Resolves to when that was; rethrows any other error. */
  async #setAside(ref: JobRef, error: unknown): Promise<number> {
    if (!(error instanceof DamagedJobError)) throw error;
    const { damaged, folder } = jobFilePaths(this.#root, ref);
    this.#readAgain.delete(folder);
    const since = await modifiedTime(damaged);
    if (since !== undefined) return since;
    if ((await modifiedTime(folder)) === undefined) throw error; // removed meanwhile
    this.#options.onDamage(ref, error);
    await writeFile(damaged, `${error.message}\n`, { mode: 0o600 });
    return Date.now();
  }

  /** Throws an `ApiError` with code `overloaded` when the disk is full. */
  async #tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!fullCodes.has(codeOf(cause))) throw cause;
      this.#full ??= { code: codeOf(cause), triedAt: performance.now() };
      throw jobStoreFaultError('disk_full', cause);
    }
  }
}

/** For data of a removed job that cannot be read. Throws any other error. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedJobError)) throw error;
}

/** When a settled job ended; undefined for one with work left. */
async function settledAt(path: string): Promise<number | undefined> {
  const end = await readJsonRecord<JobEndFile>(path);
  return end?.isSettled === true ? end.endedAt : undefined;
}

/** Waits until a file or folder is on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
