import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import type { ErrorCode } from '../../errors/kinds.js';

/** What says that a search cannot be tried at the moment, rather than that it failed. A batch waits for it to pass. */
const passing: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'overloaded', 'circuit_open', 'no_proxy_available']);

/** How long to try. */
export interface WaitPolicy {
  /** Milliseconds that an attempt may be waited for, all waits together. */
  most: number;
  /** Aborted when nobody waits any longer. */
  signal: AbortSignal;
  /** Throws where there is no use in waiting on. Asked every second. */
  check(): void;
}

/** Milliseconds from one check to the next. */
const step = 1_000;

/** Attempts something until it is not refused for a moment only, waiting as long as each refusal says. */
export async function retryWhileBusy<T>(attempt: () => Promise<T>, policy: WaitPolicy): Promise<T> {
  const end = performance.now() + policy.most; // not by a clock that may be set
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

/** Milliseconds to wait, a little more than was said so that those who wait do not all come back at once. */
function waitOf({ code, headers }: ApiError): number | undefined {
  if (!passing.has(code)) return undefined;
  return Number(headers['retry-after'] ?? 1) * 1000 * (1 + Math.random() / 4);
}

async function waitFor(milliseconds: number, { signal, check }: WaitPolicy): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    await sleep(Math.min(left, step), undefined, { signal });
    check();
  }
}
