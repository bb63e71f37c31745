/** Redis did not reply in time. */
class RedisTimeout extends Error {
  override readonly name = 'RedisTimeout';
  readonly code = 'timeout';
}

/** Ticks of the timer within the time for one reply. */
const ticks = 5;

/**
 * Limits how long each reply may take. One timer serves all commands in progress, because a timer for each would cost more than the
 * command. It counts its own ticks instead of the time, so that a process that was busy does not take its own delay for one of Redis.
 *
 * @param milliseconds how long a reply may take
 * @returns a function whose result settles as the given promise does, or rejects with a `RedisTimeout`. Its second argument receives
 *   a reply that comes after that: the commands were run.
 */
export function createReplyTimeouts(
  milliseconds: number,
): <T>(reply: Promise<T>, onLate?: (reply: T) => void) => Promise<T> {
  const waiting = new Map<object, { left: number; expire(): void }>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    for (const entry of waiting.values()) {
      entry.left -= 1;
      if (entry.left < 0) entry.expire();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return (reply, onLate) => {
    timer ??= setInterval(tick, milliseconds / ticks).unref();
    return new Promise((resolve, reject) => {
      const entry = {
        left: ticks,
        expire: () => {
          waiting.delete(entry);
          reject(new RedisTimeout(`Redis gave no reply in ${milliseconds} ms`));
          if (onLate !== undefined) reply.then(onLate, () => undefined); // without a reply nobody knows whether they were run
        },
      };
      waiting.set(entry, entry);
      reply.then(resolve, reject).finally(() => waiting.delete(entry));
    });
  };
}

/** An estimate of the clock of another machine. */
interface RedisClock {
  /** Notes a reading. @param asked when it was requested, by the clock of this process */
  read(time: number, asked: number): void;
  /** The present time there; that of this machine before the first reading. */
  now(): number;
}

/**
 * Creates a clock without readings. A reading was taken at some moment between request and reply: the one with the fastest reply is
 * used, until a later one contradicts it, as when a machine was suspended.
 *
 * @param now the clock of this process, in milliseconds. @default performance.now
 */
export function createRedisClock(now: () => number = () => performance.now()): RedisClock {
  let offset: number | undefined;
  let doubt = Number.POSITIVE_INFINITY;
  return {
    read(time, asked) {
      const took = now() - asked;
      const read = time - asked - took / 2;
      const isContradicted = offset === undefined || Math.abs(read - offset) > (took + doubt) / 2 + 1;
      if (!isContradicted && took > doubt) return;
      [offset, doubt] = [read, took];
    },
    now: () => (offset === undefined ? Date.now() : now() + offset),
  };
}
