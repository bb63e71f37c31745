import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { replaceFile } from '../files/replace.js';
import { allJobs, filesOf, jobsOf, readJson, timeOf } from './files.js';
import { claimFolder, type FolderClaim } from './folder-claim.js';
import type { Job, JobEnd, JobOrder, JobRef } from './job.js';
import type { JobStore } from './store.js';
import { createTally, type Tally } from './tally.js';

/** How jobs are kept in a folder. */
export interface FolderStoreOptions {
  /** Milliseconds that a job is kept after its end. */
  keep: number;
  /** Milliseconds from one look for jobs that others have left to the next. @default 2000 */
  poll?: number;
  /** Told of what goes wrong; the job is handed out again. */
  onFault(error: unknown): void;
}

/** Milliseconds after which a body that was received and not added is dropped. */
const abandoned = 3_600_000;

/** How a job has ended, as it is written down. */
interface EndFile {
  state: JobEnd;
  endedAt: number;
  isSettled: boolean;
}

/**
 * Keeps each job in files of its own below a folder: answers are appended to one and synced. Several processes of one machine
 * may share the folder: a lock says whose a job is, and is left behind by one that dies. The folder is made when it is needed.
 */
export function folderStore(root: string, { keep, poll = 2_000, onFault }: FolderStoreOptions): JobStore {
  const tallies = new LRUCache<string, Tally>({ max: 200 });
  const claims = new Map<string, { claim: FolderClaim; done: Promise<void> }>();
  const settled = new Map<string, number>(); // when each ended
  let run: Parameters<JobStore['work']>[0] | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  function tallyOf(ref: JobRef): Tally {
    const { results } = filesOf(root, ref);
    const tally = tallies.get(results) ?? createTally(results);
    tallies.set(results, tally);
    return tally;
  }

  async function get(ref: JobRef): Promise<Job | undefined> {
    const files = filesOf(root, ref);
    const order = (await readJson(files.order)) as JobOrder | undefined;
    if (order === undefined) return undefined;
    const end = (await readJson(files.end)) as EndFile | undefined;
    const cancelledAt = end === undefined ? await timeOf(files.cancelled) : undefined;
    const tally = tallyOf(ref);
    await tally.read();
    return {
      ...order,
      state: end?.state ?? (cancelledAt === undefined ? 'running' : 'cancelled'),
      endedAt: end?.endedAt ?? cancelledAt ?? null,
      answered: tally.ends.length,
      found: tally.found,
      bytes: tally.ends.at(-1) ?? 0,
    };
  }

  async function remove(ref: JobRef): Promise<void> {
    const { folder, results } = filesOf(root, ref);
    tallies.delete(results);
    settled.delete(folder);
    await rm(folder, { recursive: true, force: true });
  }

  /** Claims what nobody runs, and drops what is old. */
  async function sweep(): Promise<void> {
    for (const ref of await allJobs(root)) {
      if (run === undefined) return;
      const { folder, order, end } = filesOf(root, ref);
      if (claims.has(folder)) continue;
      const endedAt = settled.get(folder) ?? (await settledAt(end));
      if (endedAt !== undefined) {
        settled.set(folder, endedAt);
        if (endedAt + keep < Date.now()) await remove(ref);
      } else if ((await timeOf(order)) !== undefined) {
        await claim(ref, run);
      } else if (((await timeOf(folder)) ?? Date.now()) + abandoned < Date.now()) {
        await remove(ref);
      }
    }
  }

  async function claim(ref: JobRef, start: NonNullable<typeof run>): Promise<void> {
    const files = filesOf(root, ref);
    const read = async () => (await get(ref))!; // the lock was had: it is there
    const claimed = await claimFolder({ files, tally: tallyOf(ref), read });
    if (claimed === undefined) return;
    const done = start(claimed)
      .catch((error: unknown) => {
        if (!claimed.takenBack.aborted) onFault(error);
      })
      .finally(() => claimed.release())
      .catch(onFault)
      .finally(() => claims.delete(files.folder));
    claims.set(files.folder, { claim: claimed, done });
  }

  function sweepNext(): Promise<void> {
    sweeping = sweeping.then(sweep).catch(onFault);
    return sweeping;
  }

  return {
    async receive(ref, body) {
      const { folder, body: path } = filesOf(root, ref);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    },
    async add(order) {
      const files = filesOf(root, order);
      for (const path of [files.body, files.folder, dirname(files.folder)]) await sync(path);
      await replaceFile(files.order, JSON.stringify(order));
      await sync(files.folder);
      void sweepNext();
    },
    get,
    isThere: async (id) => (await allJobs(root)).some((ref) => ref.id === id),
    async list(owner) {
      const jobs = await Promise.all((await jobsOf(root, owner)).map(get));
      return jobs.filter((job) => job !== undefined).sort((one, other) => other.createdAt - one.createdAt);
    },
    async *results(ref, from, to) {
      const tally = tallyOf(ref);
      await tally.read();
      const last = tally.ends[Math.min(to, tally.ends.length) - 1] ?? 0;
      const start = from === 0 ? 0 : (tally.ends[from - 1] ?? last);
      if (start < last) yield* createReadStream(filesOf(root, ref).results, { start, end: last - 1 });
    },
    async cancel(ref) {
      const { folder, cancelled } = filesOf(root, ref);
      await writeFile(cancelled, '', { mode: 0o600 });
      await claims.get(folder)?.claim.look();
    },
    remove,
    work(handler) {
      run = handler;
      void sweepNext();
      timer = setInterval(() => void sweepNext(), poll);
    },
    async close() {
      run = undefined;
      clearInterval(timer);
      await sweeping;
      for (const { claim } of claims.values()) claim.takeBack();
      await Promise.all([...claims.values()].map(({ done }) => done));
    },
  };
}

/** When a job ended of which nothing is left to do. */
async function settledAt(path: string): Promise<number | undefined> {
  const end = (await readJson(path)) as EndFile | undefined;
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
