import { ApiError } from '../errors/api-error.js';

/** A request for a slot. */
export interface SlotRequest {
  /** Id of the key. */
  readonly id: string;
  /** Number of slots of the key. */
  readonly limit: number;
  /** Maximum milliseconds to wait. */
  readonly timeout: number;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

/**
 * Limits the concurrent searches of a key; further searches wait in order. In memory by default; processes that share slots share the
 * limit.
 */
export interface ConcurrencySlots {
  /**
   * Waits for a slot. Throws an `ApiError` with code `rate_limited` if too many searches wait or no slot is free in time. Returns a
   * function that releases the slot, which must be called once.
   */
  enter(request: SlotRequest): Promise<() => void>;
  occupancy(id: string): Promise<{ active: number; waiting: number }>;
}

interface WaitingLine {
  active: number;
  /** The limit of the last search: the limits of a key may change while its searches wait. */
  limit: number;
  /** Each entry takes the slot that it is given. */
  readonly waiting: Set<() => void>;
}

/** Creates the slots of all keys. @param maxQueuedPerKey maximum waiting searches of one key */
export function createConcurrencySlots(maxQueuedPerKey: number): ConcurrencySlots {
  const lines = new Map<string, WaitingLine>();

  function leave(id: string, line: WaitingLine): void {
    const [next] = line.waiting;
    if (next !== undefined && line.active <= line.limit) {
      next(); // takes this slot
      return;
    }
    line.active -= 1;
    if (line.active === 0) lines.delete(id);
  }

  async function slotIn(line: WaitingLine, { limit, timeout, signal }: SlotRequest): Promise<void> {
    if (line.waiting.size >= maxQueuedPerKey) throw tooMany(limit, 'and its limit of waiting searches');
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        line.waiting.delete(take);
        settle();
      };
      const take = () => end(resolve);
      const onAbort = () => end(() => reject(signal.reason));
      const timer = setTimeout(() => end(() => reject(slotTimeoutError(limit))), timeout);
      line.waiting.add(take);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    async enter(request) {
      request.signal.throwIfAborted();
      const line = lines.get(request.id) ?? { active: 0, limit: request.limit, waiting: new Set() };
      line.limit = request.limit;
      if (line.active >= request.limit) await slotIn(line, request);
      else line.active += 1;
      lines.set(request.id, line);
      return () => leave(request.id, line);
    },
    async occupancy(id) {
      const line = lines.get(id);
      return { active: line?.active ?? 0, waiting: line?.waiting.size ?? 0 };
    },
  };
}

/** The error if no slot is free in time. @param limit number of slots */
export function slotTimeoutError(limit: number): ApiError {
  return tooMany(limit, 'and none ended in time');
}

function tooMany(limit: number, rest: string): ApiError {
  return new ApiError('rate_limited', `The key has reached its limit of ${limit} searches in progress, ${rest}.`, {
    retryAfter: 1,
  });
}
