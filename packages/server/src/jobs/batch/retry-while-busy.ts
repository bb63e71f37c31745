import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import { errorKinds } from '../../errors/kinds.js';

/** How long to retry. */
export interface WaitPolicy {
  /** Most milliseconds to wait, all waits together. */
  maxWait: number;
  /** Aborted when nobody needs the result any longer. */
  signal: AbortSignal;
  /** Throws when waiting is pointless. Called every second. */
  check(): void;
}

/** Milliseconds between two checks. */
const step = 1_000;

/** Retries something while it is refused only for the moment, and waits as long as each refusal says. */
export async function retryWhileBusy<T>(attempt: () => Promise<T>, policy: WaitPolicy): Promise<T> {
  const end = performance.now() + policy.maxWait; // a monotonic clock: that of the machine may be set
  for (;;) {
    policy.check();
    try {
      return await attempt();
    } catch (error) {
      const wait = waitOf(toApiError(error));
      if (wait === undefined || performance.now() + wait > end) throw error;
      await waitFor(wait, policy);
    }
  }
}

/** Milliseconds to wait, with some jitter so that not all waiting lines return at once. */
function waitOf({ code, headers }: ApiError): number | undefined {
  if (!errorKinds[code].batchesWait) return undefined;
  return Number(headers['retry-after'] ?? 1) * 1000 * (1 + Math.random() / 4);
}

async function waitFor(milliseconds: number, { signal, check }: WaitPolicy): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    await sleep(Math.min(left, step), undefined, { signal });
    check();
  }
}
