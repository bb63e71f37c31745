import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/kinds.js';
import type { LoadGate } from './load-gate.js';

/**
 * Makes a check that counts a request as in progress until it is answered, or says why not: the processor has no time for
 * it. To be made before the body is read, and once the key is known: what one key asks for too much is not refused to another.
 */
export function refuseOverload(gate: LoadGate): (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined {
  return ({ caller = '', routeOptions: { url: path = '' } }, reply) => {
    if (gate.isFull({ caller, path })) {
      const retryAfter = gate.refuse({ caller, path });
      return new ApiError('overloaded', 'The service has more work than it can do at the moment.', { retryAfter });
    }
    reply.raw.once('close', gate.enter({ caller, path }));
    return undefined;
  };
}

/** Decides when refusals are sent. */
export interface Pacing {
  /** Notes that a caller was served. */
  served(caller: string): void;
  /** Milliseconds that the next refusal of a caller has to wait. */
  delayOf(caller: string): number;
}

/** Milliseconds between two refusals of one caller. */
const spacing = 4;

/** Milliseconds that a refusal waits at most. */
const longest = 1_000;

/** Milliseconds for which a caller that was served counts as one that others must not disturb. */
const memory = 10_000;

/** Somebody who was served, and when. */
interface Served {
  readonly caller: string;
  readonly at: number;
}

/**
 * Spaces the refusals of a caller while another is served. Whoever retries at once when refused makes as many requests as
 * the event loop can refuse, and all the others wait for these. A caller alone disturbs nobody and is refused at once.
 *
 * @param now the clock, in milliseconds
 */
export function createPacing(now: () => number = () => performance.now()): Pacing {
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

/** What is refused because a caller asks for too much, or is nobody; without a body being read. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'missing_api_key',
  'invalid_api_key',
  'api_key_disabled',
  'rate_limited',
  'quota_exceeded',
  'overloaded',
]);

/** Has the refusals of every caller spaced; those without a key are one caller. */
export function paceRefusals(app: FastifyInstance, pacing: Pacing = createPacing()): void {
  app.addHook('onSend', async ({ caller = '', failure }) => {
    if (failure === undefined || !refusals.has(failure.code)) {
      if (caller !== '') pacing.served(caller);
      return;
    }
    const delay = pacing.delayOf(caller);
    if (delay > 0) await sleep(delay);
  });
}
