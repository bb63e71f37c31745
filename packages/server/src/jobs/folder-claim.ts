import { createReadStream } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import { codeOf } from '../errors/error-code.js';
import { replaceFile } from '../files/replace.js';
import { createAppender } from './appender.js';
import { isMissing, type JobFiles, timeOf } from './files.js';
import type { Job } from './job.js';
import type { Claim } from './store.js';
import type { Tally } from './tally.js';

/** A claim on a job in a folder. */
export interface FolderClaim extends Claim {
  /** Looks whether the job was cancelled. */
  look(): Promise<void>;
  /** Takes the job back from whoever runs it. */
  takeBack(): void;
  /** Lets others have it. */
  release(): Promise<void>;
}

/** What a claim is made on. */
export interface ClaimedFiles {
  files: JobFiles;
  /** Of its answers. */
  tally: Tally;
  read(): Promise<Job>;
}

/** A lock is its owner's as long as it is renewed; one that is older is that of a process that has died. */
const [stale, update] = [10_000, 3_000];

/** Milliseconds from one look whether a job was cancelled to the next. */
const looking = 300;

/** Claims a job; undefined where another process has it. What a crash has left half written is cut off. */
export async function claimFolder({ files, tally, read }: ClaimedFiles): Promise<FolderClaim | undefined> {
  const [back, cancel] = [new AbortController(), new AbortController()];
  const release = await lockFolder(files.folder, () => back.abort(new Error('The lock of the job was lost')));
  if (release === undefined) return undefined;
  try {
    await tally.read();
    await cutOff(files.results, tally.ends.at(-1) ?? 0);
    const results = await open(files.results, 'a', 0o600);
    const append = createAppender(results);
    const recorded = new Set(tally.lines);
    let job = await read();
    let hasEnded = (await timeOf(files.end)) !== undefined;
    const signal = AbortSignal.any([back.signal, cancel.signal]);

    const look = async () => {
      if ((await timeOf(files.cancelled)) !== undefined) cancel.abort(new Error('The job was cancelled'));
    };
    await look();
    const timer = setInterval(() => void look().catch((error: unknown) => back.abort(error)), looking);

    return {
      get job() {
        return job;
      },
      signal,
      takenBack: back.signal,
      isCancelled: () => cancel.signal.aborted,
      hasEnded: () => hasEnded,
      body: () => createReadStream(files.body),
      isAnswered: (line) => recorded.has(line),
      async record({ number, bytes }) {
        signal.throwIfAborted();
        if (recorded.has(number)) return;
        recorded.add(number);
        await append(bytes);
      },
      async end(state) {
        const end = { state, endedAt: Date.now(), isSettled: false };
        await replaceFile(files.end, JSON.stringify(end));
        hasEnded = true;
        job = await read();
      },
      async settle() {
        const { state, endedAt } = job;
        await replaceFile(files.end, JSON.stringify({ state, endedAt, isSettled: true }));
      },
      look,
      takeBack: () => back.abort(new Error('The job is taken back')),
      async release() {
        clearInterval(timer);
        await results.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function lockFolder(folder: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lock(folder, { stale, update, onCompromised: onLost });
  } catch (error) {
    if (codeOf(error) === 'ELOCKED' || isMissing(error)) return undefined;
    throw error;
  }
}

/** Cuts a file off after so many bytes. */
async function cutOff(path: string, bytes: number): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    (error: unknown) => {
      if (isMissing(error)) return 0;
      throw error;
    },
  );
  if (size > bytes) await truncate(path, bytes);
}
