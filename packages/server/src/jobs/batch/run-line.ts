import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import { extractIfRequested, type PageExtraction } from '../../extract/found-pages.js';
import type { KeyWatch } from '../../limits/keys/admit.js';
import { type ApiKey, requireScope } from '../../limits/keys/api-key.js';
import type { Limiter } from '../../limits/limiter.js';
import type { LoadShedder } from '../../limits/overload/load-shedder.js';
import type { ConcurrencySlots } from '../../limits/slots.js';
import type { Lifecycle } from '../../observe/lifecycle/lifecycle.js';
import {
  answerHeaders,
  deprecationHeader,
  type SearchAnswer,
  type SerializeAnswer,
  toAnswerObject,
} from '../../search/answer.js';
import type { Search } from '../../search/search.js';
import type { BatchLine, FaultyLine } from './batch-line.js';
import {
  createLineCharger,
  failedResult,
  type LineChargeRecord,
  type LineResult,
  successfulResult,
  throwIfRefused,
} from './line-results.js';
import { retryWhileBusy, type WaitPolicy } from './retry-while-busy.js';

/** What running lines needs. */
export interface LineRunnerParts {
  search: Search;
  serialize: SerializeAnswer;
  limiter: Limiter;
  lifecycle: Pick<Lifecycle, 'isClosed'>;
  gate: LoadShedder;
  /** Lines in progress of all batches of a key. */
  slots: ConcurrencySlots;
  /** Searches of lines in progress, by `batch ` and key id: shared between processes if the slots of keys are. */
  shared: ConcurrencySlots;
  /** Most searches in progress of a key without a limit of its own. */
  concurrency: number;
  /** Most of these that may be lines of batches, and never more than half of what the key may have. */
  searches: number;
  /** Most milliseconds that a line waits while it cannot be searched. */
  timeout: number;
  /** Reads found pages. @default none are read */
  extraction?: PageExtraction | undefined;
  /** Called with errors that only a developer can fix. */
  onFault(error: unknown): void;
  /** Called with the status of each answer. */
  onAnswer(status: number): void;
}

/** Who a batch belongs to. */
export interface BatchCaller {
  /** The key that pays for its lines, checked before each of them. */
  keyWatch: KeyWatch;
  /** Id of the request or job. */
  batch: string;
  /** Path of the request, for errors of lines that name no endpoint. */
  path: string;
  /** Whether the cache is bypassed. */
  fresh: boolean;
  /** Aborted when nobody needs the results any longer. */
  signal: AbortSignal;
  /** Aborted as `signal`, and when the key is revoked. Created once for all lines, see `createBatchCaller`. */
  searchSignal: AbortSignal;
}

/** The caller of the lines of one batch. */
export function createBatchCaller(caller: Omit<BatchCaller, 'searchSignal'>): BatchCaller {
  const searchSignal = AbortSignal.any([caller.signal, caller.keyWatch.signal]);
  for (const signal of [caller.signal, searchSignal]) setMaxListeners(0, signal); // every line in progress listens
  return { ...caller, searchSignal };
}

/** Answers lines of batches. Rejects only when the signal aborts. */
export interface LineRunner {
  /** @param payment notes what is paid. @default nothing is noted */
  run(line: BatchLine | FaultyLine, caller: BatchCaller, payment?: LineChargeRecord): Promise<LineResult>;
  /** Maximum number of lines of a key that may be in progress at once. */
  maxConcurrentLines(key: ApiKey): number;
  /** The same for the key of an authority; 1 when it is revoked. Throws an `ApiError` when it cannot be read yet. */
  currentMaxConcurrentLines(keyWatch: KeyWatch): number;
}

/** Share of a key's rate that its batches may use up at once; the rest is left for its other requests. */
const batchShare = 0.75;

/** Milliseconds between two checks of the processor's load. */
const pause = 50;

/** Milliseconds to wait for a slot that another process holds, before the next attempt. */
const slotTimeout = 10_000;

/** The longest time that a timer can wait. */
const maxTimer = 2 ** 31 - 1;

/**
 * Creates a runner. A line is charged and answered like a search of its own, but it waits where that would be refused: for the key's
 * rate, a slot, the processor, or a circuit to close.
 */
export function createLineRunner(parts: LineRunnerParts): LineRunner {
  const { slots } = parts;
  const found = createSearchOfLine(parts);
  const maxConcurrentLines = (key: ApiKey) => maxLines(key, parts);

  function currentMaxConcurrentLines(keyWatch: KeyWatch): number {
    try {
      return maxConcurrentLines(keyWatch.key());
    } catch (error) {
      if (toApiError(error).code === 'overloaded') throw error;
      return 1; // each line is then answered with the reason
    }
  }

  async function answered(line: BatchLine, caller: BatchCaller, payment?: LineChargeRecord): Promise<LineResult> {
    try {
      return await found(line, caller, payment);
    } catch (error) {
      caller.signal.throwIfAborted();
      const failure = toApiError(caller.keyWatch.signal.aborted ? caller.keyWatch.signal.reason : error);
      if (failure.code === 'internal_error') parts.onFault(error);
      return failedResult({ number: line.number, id: line.id, batch: caller.batch }, line.endpoint.path, failure);
    }
  }

  async function resultOf(
    line: BatchLine | FaultyLine,
    caller: BatchCaller,
    payment?: LineChargeRecord,
  ): Promise<LineResult> {
    const { keyWatch, batch, path, signal } = caller;
    if ('error' in line) return failedResult({ number: line.number, id: line.id, batch }, path, line.error);
    const leave = await slots.enter({
      id: keyWatch.id,
      limit: currentMaxConcurrentLines(keyWatch),
      timeout: maxTimer,
      signal,
    });
    return answered(line, caller, payment).finally(leave);
  }

  return {
    maxConcurrentLines,
    currentMaxConcurrentLines,
    async run(line, caller, payment) {
      const result = await resultOf(line, caller, payment);
      parts.onAnswer(result.status);
      return result;
    },
  };
}

/** Creates the function that answers a line with a search of its own. */
function createSearchOfLine(
  parts: LineRunnerParts,
): (line: BatchLine, caller: BatchCaller, payment?: LineChargeRecord) => Promise<LineResult> {
  const { search, serialize, lifecycle, gate, timeout } = parts;
  const check = () => {
    if (lifecycle.isClosed()) throw new ApiError('shutting_down', 'The service is shutting down.');
  };

  return async (line, { keyWatch, batch, fresh, searchSignal: signal }, payment) => {
    const { number, id, endpoint, body, extras, extract } = line;
    if (extract !== undefined) requireScope(keyWatch.key(), 'extract');
    const waiting: WaitPolicy = { maxWait: timeout, signal, check };
    const count = () => parts.limiter.countRequest(keyWatch.key(), 'default', { share: batchShare });
    await retryWhileBusy(async () => throwIfRefused(await count()), waiting);
    const requester = { caller: keyWatch.id, path: 'batch' };
    const payer = createLineCharger(parts.limiter, batchShare, payment);
    const answer = await retryWhileBusy(async () => {
      const key = keyWatch.key();
      const searcher = {
        id: key.id,
        requestId: `${batch}.${number}`,
        concurrency: concurrencyOf(key, parts),
        pay: (pages: number) => payer.search(key, pages),
      };
      while (gate.shouldShed(requester)) await sleep(pause, undefined, { signal });
      const release = await parts.shared.enter({
        id: `batch ${key.id}`,
        limit: Math.max(maxLines(key, parts), Math.floor(concurrencyOf(key, parts) * batchShare)),
        timeout: slotTimeout,
        signal,
      });
      const leave = gate.enter(requester);
      return search({ endpoint, body, extras, fresh, searcher, signal }).finally(() => {
        leave();
        release();
      });
    }, waiting);
    const headers = { ...answerHeaders(answer), ...deprecationHeader(endpoint.deprecatedSince(body)) };
    if (extract === undefined)
      return successfulResult({ number, id, batch }, headers, await bytesOf(answer, serialize));
    const whole = toAnswerObject(answer);
    const pages = { extract, key: keyWatch.key(), signal, payment: payer.pages };
    const extracted = await extractIfRequested(whole.organic_results ?? [], pages, parts.extraction);
    return successfulResult({ number, id, batch }, headers, Buffer.from(JSON.stringify({ ...whole, ...extracted })));
  };
}

function bytesOf({ answer, plan }: SearchAnswer, serialize: SerializeAnswer): Promise<Uint8Array> {
  return serialize(answer, { parameters: plan.echo(answer.facts.host), encoding: undefined });
}

/** Most lines of a key in progress in this process: half of its searches are left for its other requests. */
function maxLines(key: ApiKey, parts: LineRunnerParts): number {
  return Math.max(1, Math.min(parts.searches, Math.floor(concurrencyOf(key, parts) / 2)));
}

function concurrencyOf({ limits }: ApiKey, { concurrency }: Pick<LineRunnerParts, 'concurrency'>): number {
  return limits.concurrency ?? concurrency;
}
