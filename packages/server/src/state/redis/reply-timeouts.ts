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
