import { ApiError } from '../errors/api-error.js';

/** Who waits, and how. */
export interface SlotRequest {
  /** Who wants it. */
  readonly id: string;
  /** How many of its slots there are. */
  readonly limit: number;
  /** Milliseconds that it may wait. */
  readonly timeout: number;
  /** Aborted when whoever waits has left. */
  readonly signal: AbortSignal;
}

/**
 * Limits how many searches of a key are in progress at once; further ones wait, in their order. In memory by default; one
 * that several processes share makes them share the limit.
 */
export interface Slots {
  /**
   * Waits for a slot. Throws an `ApiError` of code `rate_limited` when too many wait or the turn does not come in time.
   * What it resolves to gives the slot back; it must be called once.
   */
  enter(request: SlotRequest): Promise<() => void>;
  load(id: string): Promise<{ active: number; waiting: number }>;
}

interface WaitingLine {
  active: number;
  /** As the last search had it: what a key may do can change while its searches wait. */
  limit: number;
  /** Each takes the slot that is handed to it. */
  readonly waiting: Set<() => void>;
}

/** Makes the slots of all keys. @param queue how many searches of one key may wait */
export function createSlots(queue: number): Slots {
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
    if (line.waiting.size >= queue) throw tooMany(limit, 'and as many waiting as may wait');
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        line.waiting.delete(take);
        settle();
      };
      const take = () => end(resolve);
      const onAbort = () => end(() => reject(signal.reason));
      const timer = setTimeout(() => end(() => reject(noneEnded(limit))), timeout);
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
    async load(id) {
      const line = lines.get(id);
      return { active: line?.active ?? 0, waiting: line?.waiting.size ?? 0 };
    },
  };
}

/** The error for a turn that does not come in time. @param limit how many slots there are */
export function noneEnded(limit: number): ApiError {
  return tooMany(limit, 'and none ended in time');
}

function tooMany(limit: number, rest: string): ApiError {
  return new ApiError('rate_limited', `The key has ${limit} searches in progress, as many as it may, ${rest}.`, {
    retryAfter: 1,
  });
}
