import { isPageError } from '@svc/parsers';
import { ApiError } from '../../errors/api-error.js';
import { type PageToParse, type ParseResults, parsePageSync } from './read-page.js';
import {
  createEventLoopQueue,
  createFairQueue,
  createThreadPool,
  type FairQueue,
  type ThreadPool,
} from './thread-pool.js';

/**
 * Parses a page: an ordinary one in the event loop or on a thread with a free slot, a costly one on a thread of its own.
 * Callers are served round-robin; those without a name count as one.
 *
 * @throws {PageError} for a page that cannot be parsed
 * @throws {ApiError} `overloaded` if too many costly pages wait
 * @throws the signal's reason when it aborts
 */
export type ParsePage = <Name extends keyof ParseResults>(
  page: PageToParse<Name>,
  signal: AbortSignal,
  caller?: string,
) => Promise<ParseResults[Name]>;

/** Reads pages for all requests of a process. */
export interface PageParser {
  parse: ParsePage;
  /** Number of pages that wait to be read. */
  waiting(): number;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Maximum numbers of waiting costly pages per thread, in total and for one caller. */
const waitingPerThread = 16;
const waitingPerCaller = 12;

/** Number of waiting ordinary pages at which another thread is started. */
const minQueueToGrow = 4;

/** A page in a queue. `start` parses it in the event loop or on the given threads. */
interface WaitingPage {
  start(threads?: ThreadPool): void;
}

/** Creates a reader with at most `threads` threads; with 0 every page is read in the event loop. */
export function createPageParser({ threads: size }: { threads: number }): PageParser {
  const threads = size > 0 ? createThreadPool(size) : undefined;
  const costly = createFairQueue<WaitingPage>();
  const ordinary = createEventLoopQueue<WaitingPage>({
    run: (page) => page.start(),
    offload(waiting) {
      while (waiting.size > 0 && threads?.hasSlot()) waiting.shift()?.start(threads);
      if (waiting.size >= minQueueToGrow) threads?.grow();
    },
  });
  const admitted = new Map<string, number>(); // costly pages by caller, waiting or being read

  /** Hands costly pages to the threads that are free. */
  function startCostly(): void {
    while (costly.size > 0 && threads?.hasThread()) costly.shift()?.start(threads);
  }

  function admit(caller: string): () => void {
    const own = admitted.get(caller) ?? 0;
    if (costly.size >= size * waitingPerThread || own >= size * (waitingPerCaller + 1))
      throw new ApiError('overloaded', 'Too many large pages are waiting to be parsed.');
    admitted.set(caller, own + 1);
    return () => {
      const left = (admitted.get(caller) ?? 1) - 1;
      if (left > 0) admitted.set(caller, left);
      else admitted.delete(caller);
    };
  }

  return {
    async parse(page, signal, caller = '') {
      signal.throwIfAborted();
      if (threads === undefined || !isCostlyToParse(page.body, { isPosted: page.isPosted ?? false }))
        return queued(ordinary, { page, signal, caller }, readOrdinary);
      const release = admit(caller);
      const result = queued(costly, { page, signal, caller }, readCostly);
      startCostly();
      return result.finally(() => {
        release();
        startCostly();
      });
    },
    waiting: () => costly.size + ordinary.size,
    async close() {
      await threads?.close();
    },
  };
}

interface QueuedRead<Name extends keyof ParseResults> {
  page: PageToParse<Name>;
  signal: AbortSignal;
  caller: string;
}

type Read = <Name extends keyof ParseResults>(
  page: PageToParse<Name>,
  signal: AbortSignal,
  threads: ThreadPool | undefined,
) => Promise<ParseResults[Name]>;

const readCostly: Read = async (page, signal, threads) => {
  try {
    return await threads!.readLarge(page, signal); // only threads start costly pages
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
};

const readOrdinary: Read = async (page, signal, threads) => {
  if (threads === undefined) return parsePageSync(page);
  const result = await threads.readOrdinary(page, signal).catch((error: unknown) => {
    if (isPageError(error)) throw error;
    return undefined; // the thread was ended by an aborted costly page; this page is small enough to be parsed here
  });
  signal.throwIfAborted();
  return result ?? parsePageSync(page);
};

/** Resolves with the page once it has been taken from the queue and read. An aborted page leaves the queue at once. */
function queued<Name extends keyof ParseResults>(
  queue: Pick<FairQueue<WaitingPage>, 'push'>,
  { page, signal, caller }: QueuedRead<Name>,
  read: Read,
): Promise<ParseResults[Name]> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      remove();
      reject(signal.reason);
    };
    const remove = queue.push(caller, {
      start(threads) {
        signal.removeEventListener('abort', onAbort);
        read(page, signal, threads).then(resolve, reject);
      },
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Maximum number of bytes of markup parsed in the event loop, without scripts and styles, which are skipped at some 10 GB/s.
 * Nine in ten of 205 real pages have less. The costliest of 90 kinds of hostile pages of this size takes 50 ms (endless
 * ampersands, attributes and open formatting), an ordinary one 3 ms.
 */
const maxMarkup = 192 * 1024;

/** Maximum number of bytes of any kind parsed in the event loop, because decoding them takes time too. */
const maxBytes = 1024 * 1024;

/** Number of samples of a page. Looking at every byte would take a twentieth of the time of parsing. */
const samples = 64;

/** Bytes before an end tag of a script for which the start tag is not checked, too few to disguise much markup as a script. */
const unchecked = 64 * 1024;

/** Where a page comes from. */
interface Origin {
  /** Whether a caller sent it, who may have made it costly; otherwise an engine did. */
  isPosted: boolean;
}

/** Whether parsing a page may block the event loop for long. */
export function isCostlyToParse(body: Uint8Array, { isPosted }: Origin): boolean {
  if (body.length <= maxMarkup) return false;
  return isPosted || body.length > maxBytes || markupIn(body) > maxMarkup;
}

/** Estimates the bytes of markup from evenly spread samples. */
function markupIn(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const step = bytes.length / samples;
  let markup = 0;
  let end = -1; // position of the next end tag
  let isRaw = false;
  for (let at = step / 2; at < bytes.length; at += step) {
    if (at > end) {
      const from = Math.floor(at);
      end = endTagAfter(bytes, from);
      isRaw = endsRaw(bytes, end) && (end - from < unchecked || isOneScript(bytes, from, end));
    }
    if (!isRaw) markup += step;
  }
  return markup;
}

function endTagAfter(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('</', from);
  return found < 0 ? bytes.length : found;
}

/** Whether an end tag is that of a script or a style, by its first letters. */
function endsRaw(bytes: Buffer, end: number): boolean {
  return /^<\/(?:sc|st[^r])/i.test(bytes.toString('latin1', end, end + 5));
}

/** Whether everything from a position to the next end tag is in one script or style. */
function isOneScript(bytes: Buffer, from: number, end: number): boolean {
  return ['<script', '<style'].some((start) => {
    const before = bytes.subarray(0, end).lastIndexOf(start);
    return before >= 0 && before < from && endTagAfter(bytes, before) === end;
  });
}
