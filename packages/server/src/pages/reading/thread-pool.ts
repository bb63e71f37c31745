import { setImmediate } from 'node:timers';
import { PageError } from '@svc/parsers';
import type { Piscina } from 'piscina';
import { distFilePath } from '../../files/small-files.js';
import type { PageToParse, ParseResults } from './read-page.js';
import type { ThreadResult } from './worker.js';

/** Threads that parse pages. They are started when needed, and end when idle. */
export interface ThreadPool {
  /** Whether a large page, which takes a whole thread, would be parsed at once. */
  hasThread(): boolean;
  /** Whether an ordinary page would be parsed soon. A thread gets several ahead, so that it is never idle in between. */
  hasSlot(): boolean;
  /**
   * Parses a page on a thread, which gets a copy of the bytes (0.2 ms per MB). When the signal aborts, the thread is ended.
   *
   * @throws {PageError} for a page that cannot be parsed
   */
  readLarge: ReadOnThread;
  /** The same for an ordinary page, which is not aborted. */
  readOrdinary: ReadOnThread;
  /** Starts one more thread in the background, because starting one takes longer than parsing a few pages. */
  grow(): void;
  close(): Promise<void>;
}

type Pool = Piscina<PageToParse, ThreadResult>;

type ReadOnThread = <Name extends keyof ParseResults>(
  page: PageToParse<Name>,
  signal: AbortSignal,
) => Promise<ParseResults[Name]>;

/** Number of ordinary pages that a thread gets at once. */
const pagesAhead = 2;

/** Milliseconds after which an idle thread ends, long enough not to start one for every page. */
const idleTimeout = 60_000;

/** Memory of a thread in MB. The largest page within its budget takes a tenth of the old generation. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 192 };

const emptyPage: PageToParse = { operation: 'alpha.search', body: new Uint8Array(), options: {} };

/** Creates a pool of at most `size` threads. */
export function createThreadPool(size: number): ThreadPool {
  let pool: Pool | undefined;
  let opening: Promise<Pool> | undefined;
  const running = { large: 0, ordinary: 0 };
  let isStarting = false;

  const open = () => {
    opening ??= openPool(size).then((opened) => {
      pool = opened;
      return opened;
    });
    return opening;
  };

  const counted = (kind: keyof typeof running, read: ReadOnThread): ReadOnThread => {
    return async (page, signal) => {
      running[kind] += 1;
      try {
        return await read(page, signal);
      } finally {
        running[kind] -= 1;
      }
    };
  };

  return {
    hasThread: () => running.large < size,
    hasSlot() {
      const threads = pool?.threads.length ?? 0;
      const ready = (isStarting ? threads - 1 : threads) - running.large;
      return running.ordinary < ready * pagesAhead;
    },
    readLarge: counted('large', async (page, signal) => readOn(await open(), page, signal)),
    readOrdinary: counted('ordinary', async (page) => readOn(await open(), page, null)),
    grow() {
      if (isStarting || (pool?.threads.length ?? 0) >= size) return;
      isStarting = true;
      const ready = () => {
        isStarting = false;
      };
      open()
        .then((opened) => readOn(opened, emptyPage, null))
        .then(ready, ready); // it cannot be parsed, but the thread has started
    },
    async close() {
      await (await opening)?.destroy();
    },
  };
}

/** The package is loaded with the first page for a thread, because commands without threads do not need it. */
async function openPool(size: number): Promise<Pool> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: distFilePath('reading-worker.js'),
    ...{ minThreads: 0, maxThreads: size, concurrentTasksPerWorker: pagesAhead, idleTimeout, resourceLimits },
  });
}

async function readOn<Name extends keyof ParseResults>(
  pool: Pool,
  page: PageToParse<Name>,
  signal: AbortSignal | null,
): Promise<ParseResults[Name]> {
  const body = new Uint8Array(page.body); // a copy, unlike `slice` of a Buffer, because the caller keeps using the bytes
  const read = await pool.run({ ...page, body }, { signal, transferList: [body.buffer as ArrayBuffer] });
  if ('state' in read) throw new PageError(read.state, read.details);
  return read.result as ParseResults[Name]; // the thread answers for the requested operation
}

/** Waiting items, grouped by caller. */
export interface FairQueue<Item> {
  /** Adds an item behind the others of its caller. The returned function removes it, unless it has been taken. */
  push(caller: string, item: Item): () => void;
  /** Takes the next item; undefined when the queue is empty. */
  shift(): Item | undefined;
  /** Number of waiting items. */
  readonly size: number;
}

/**
 * Creates a queue that serves the caller served least recently, so that a caller with many items delays another caller by
 * one item at most. Items of one caller keep their order.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const queues = new Map<string, Set<{ item: Item }>>();
  const lastServed = new Map<string, number>(); // callers are configured keys, so this is bounded
  let served = 0;
  let size = 0;

  function remove(caller: string, queue: Set<{ item: Item }>, entry: { item: Item }): void {
    if (!queue.delete(entry)) return;
    size -= 1;
    if (queue.size === 0) queues.delete(caller);
  }

  const lastOf = (caller: string) => lastServed.get(caller) ?? 0;

  return {
    push(caller, item) {
      const queue = queues.get(caller) ?? new Set();
      const entry = { item };
      queues.set(caller, queue.add(entry));
      size += 1;
      return () => remove(caller, queue, entry);
    },
    shift() {
      const [leastRecent] = [...queues].sort(([one], [other]) => lastOf(one) - lastOf(other));
      if (leastRecent === undefined) return undefined;
      const [caller, queue] = leastRecent;
      const [first] = queue;
      served += 1;
      lastServed.set(caller, served);
      remove(caller, queue, first!); // no queue is empty
      return first!.item;
    },
    get size() {
      return size;
    },
  };
}

/** How the items of a queue are run. */
interface LoopWork<Item> {
  /** Runs one item. */
  run(item: Item): void;
  /** Called in each round after an item has been taken. It may take some of the waiting items. */
  offload?(waiting: FairQueue<Item>): void;
}

/**
 * Creates a fair queue that runs one item per round of the event loop. Otherwise probes, refusals and new connections would
 * wait for all items that arrived together.
 */
export function createEventLoopQueue<Item>({ run, offload }: LoopWork<Item>): Omit<FairQueue<Item>, 'shift'> {
  const queue = createFairQueue<Item>();
  let isScheduled = false;

  function runNext(): void {
    const item = queue.shift();
    if (queue.size > 0) offload?.(queue);
    if (item !== undefined) run(item);
    isScheduled = false;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    setImmediate(runNext);
  }

  return {
    push(caller, item) {
      const remove = queue.push(caller, item);
      schedule();
      return remove;
    },
    get size() {
      return queue.size;
    },
  };
}
