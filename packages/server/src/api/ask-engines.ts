import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import type { NativeAnswer, NativeApi, NativeSearch } from './native-api.js';

/** The outcome of one of several searches. */
export type EngineOutcome =
  | { readonly answer: NativeAnswer; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: ApiError };

/** Makes several native searches at the same time. A failed search does not affect the others. */
interface EngineSearcher {
  /**
   * @param searches by a name that the caller chooses
   * @param budget milliseconds after which searches in progress count as timed out. @default the timeout of each search
   */
  ask<Name extends string>(
    api: NativeApi,
    searches: ReadonlyMap<Name, NativeSearch>,
    budget?: number,
  ): Promise<Map<Name, EngineOutcome>>;
}

/** Share of the time so far that a search which failed last time still gets when the others have answered. */
const graceShare = 0.1;

/** Every tenth search of an engine that keeps failing gets its full time, to notice that the engine has recovered. */
const trialEvery = 10;

/** Creates an `EngineSearcher`. It remembers which operations failed last, so that a dead engine does not delay the others. */
export function createEngineSearcher(): EngineSearcher {
  const failures = new Map<string, number>(); // consecutive, by operation

  async function settle(
    run: Promise<NativeAnswer>,
    { operation, left, deadline }: { operation: string; left: AbortSignal; deadline: AbortSignal },
  ): Promise<EngineOutcome> {
    const late = new Promise<never>((_, reject) => {
      const onAbort = () => reject(deadline.reason);
      if (deadline.aborted) onAbort();
      else deadline.addEventListener('abort', onAbort, { once: true });
    });
    try {
      const answer = await Promise.race([run, late]);
      failures.delete(operation);
      return { answer };
    } catch (reason) {
      if (left.aborted) throw left.reason;
      const error = toApiError(reason);
      if (error.code.startsWith('upstream_') || error.code === 'circuit_open')
        failures.set(operation, (failures.get(operation) ?? 0) + 1);
      return { error };
    }
  }

  return {
    async ask(api, searches, budget) {
      const began = performance.now();
      const runs = [...searches].map(([name, search]) => {
        const failed = failures.get(search.operation) ?? 0;
        const isSuspect = failed > 0 && failed % trialEvery !== 0;
        const abort = new AbortController();
        const left = AbortSignal.any([api.signal, abort.signal]);
        const outcome = settle(api.search(search, left), {
          operation: search.operation,
          left: api.signal,
          deadline: abort.signal,
        });
        return { name, isSuspect, abort, outcome };
      });
      const timer = budget === undefined ? undefined : setTimeout(() => abortAll(runs), budget);
      try {
        await Promise.all(runs.filter(({ isSuspect }) => !isSuspect).map(({ outcome }) => outcome));
        const suspects = runs.filter(({ isSuspect }) => isSuspect);
        if (suspects.length > 0 && suspects.length < runs.length) {
          const grace = setTimeout(() => abortAll(suspects), graceShare * (performance.now() - began));
          await Promise.all(suspects.map(({ outcome }) => outcome)).finally(() => clearTimeout(grace));
        }
        const outcomes = await Promise.all(runs.map(async ({ name, outcome }) => [name, await outcome] as const));
        return new Map(outcomes);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function abortAll(runs: readonly { readonly abort: AbortController }[]): void {
  for (const { abort } of runs) abort.abort(new ApiError('upstream_timeout', 'The engine did not answer in time.'));
}

/** The limits of the key as stated by the search that was charged last, with the fewest pages left. */
export function limitHeadersOf(outcomes: ReadonlyMap<string, EngineOutcome>): Record<string, string> {
  const sent = [...outcomes.values()].flatMap(({ answer }) => (answer ? [answer.headers] : []));
  const remaining = 'x-ratelimit-remaining';
  const [last = {}] = sent.sort((one, other) => Number(one[remaining]) - Number(other[remaining]));
  return Object.fromEntries(Object.entries(last).filter(([name]) => name.includes('ratelimit')));
}
