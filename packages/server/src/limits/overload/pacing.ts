import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/kinds.js';
import type { LoadShedder } from './load-shedder.js';

/**
 * Creates a check that counts a request as in progress until it is answered, or refuses it because the processor has no time for it. Run
 * it before the body is read and after the key is known, so that the excess of one key is not refused to another.
 */
export function createOverloadCheck(
  gate: LoadShedder,
): (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined {
  return ({ caller = '', routeOptions: { url: path = '' } }, reply) => {
    if (gate.shouldShed({ caller, path })) {
      const retryAfter = gate.recordRefusal({ caller, path });
      return new ApiError('overloaded', 'The service is overloaded: too many requests are waiting for the processor.', {
        retryAfter,
      });
    }
    reply.raw.once('close', gate.enter({ caller, path }));
    return undefined;
  };
}

/** Decides when refusals are sent. */
export interface RefusalDelay {
  /** Notes that a caller was served. */
  served(caller: string): void;
  /** Milliseconds by which the next refusal of a caller is delayed. */
  delayOf(caller: string): number;
}

/** Milliseconds between two refusals of one caller. */
const spacing = 4;

/** Maximum delay of a refusal in milliseconds. */
const longest = 1_000;

/** Milliseconds after being served during which a caller is protected from the refusals of others. */
const memory = 10_000;

/** A served caller and the time. */
interface Served {
  readonly caller: string;
  readonly at: number;
}

/**
 * Delays the refusals of a caller while another caller is served. A caller that retries immediately would otherwise make as many
 * requests as the event loop can refuse, and other callers would wait for these. A caller without others is refused at once.
 *
 * @param now the clock, in milliseconds
 */
export function createRefusalDelay(now: () => number = () => performance.now()): RefusalDelay {
  const due = new Map<string, number>(); // the callers are known keys, so they are bounded
  let last: Served | undefined;
  let lastOther: Served | undefined; // of another caller than the last one

  function isShared(caller: string): boolean {
    const other = last?.caller === caller ? lastOther : last;
    return other !== undefined && now() - other.at < memory;
  }

  return {
    served(caller) {
      if (last?.caller !== caller) lastOther = last;
      last = { caller, at: now() };
    },
    delayOf(caller) {
      if (!isShared(caller)) return 0;
      const time = now();
      const slot = Math.min(Math.max(time, due.get(caller) ?? 0), time + longest);
      due.set(caller, slot + spacing);
      return slot - time;
    },
  };
}

/** Refusals that need no body: the caller exceeds a limit, or has no valid key. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'missing_api_key',
  'invalid_api_key',
  'api_key_disabled',
  'rate_limited',
  'quota_exceeded',
  'overloaded',
]);

/** Delays the refusals of every caller; requests without a key count as one caller. */
export function delayRefusals(app: FastifyInstance, pacing: RefusalDelay = createRefusalDelay()): void {
  app.addHook('onSend', async ({ caller = '', failure }) => {
    if (failure === undefined || !refusals.has(failure.code)) {
      if (caller !== '') pacing.served(caller);
      return;
    }
    const delay = pacing.delayOf(caller);
    if (delay > 0) await sleep(delay);
  });
}
