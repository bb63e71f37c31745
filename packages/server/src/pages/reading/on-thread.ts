import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Operation, type OperationResults, PageError } from '@svc/parsers';
import { Piscina } from 'piscina';
import type { PageToRead } from './readers.js';
import type { ReadOnThread } from './worker.js';

/** Threads that read pages. */
export type ThreadPool = Piscina<PageToRead, ReadOnThread>;

/** How a pool differs from others. */
interface PoolOptions {
  maxThreads: number;
  /** Pages that a thread is handed at once; it reads one after the other. @default 1 */
  concurrentTasksPerWorker?: number;
}

/** Milliseconds after which a thread without work ends: long enough not to start one for every page. */
const idleTimeout = 60_000;

/** What a page may take, in MB; the largest page that its budget lets through takes a tenth. */
const maxOldGenerationSizeMb = 512;

/** What is young, in MB: the trees of several pages, which are copied where it is full while they are in use. Usual is 48. */
const maxYoungGenerationSizeMb = 192;

/** Makes a pool; none of its threads runs before the first page. */
export function createThreadPool(options: PoolOptions): ThreadPool {
  return new Piscina({
    filename: builtFile('reading-worker.js'),
    minThreads: 0,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
    ...options,
  });
}

/**
 * Reads a page on a thread. It gets a copy of the bytes, which costs 0.2 ms for each MB: whoever asked may still have to
 * send or keep them. When the signal aborts, the thread is ended.
 *
 * @throws {PageError} for a page that cannot be read
 */
export async function readOn<Name extends Operation>(
  pool: ThreadPool,
  page: PageToRead<Name>,
  signal: AbortSignal | null = null,
): Promise<OperationResults[Name]> {
  const body = page.body.slice();
  const read = await pool.run({ ...page, body }, { signal, transferList: [body.buffer as ArrayBuffer] });
  if ('state' in read) throw new PageError(read.state, read.details);
  return read.result as OperationResults[Name]; // the thread answers for the operation that it was asked
}

/** A file of the built package: threads run no TypeScript. */
function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
