/** Redis gave no answer in time. */
class RedisTimeout extends Error {
  override readonly name = 'RedisTimeout';
  readonly code = 'timeout';
}

/** Waits for answers, each only so long. */
export interface Patience {
  /** Settles as the promise does, or rejects with a `RedisTimeout`. */
  wait<T>(answer: Promise<T>): Promise<T>;
}

/** In how many turns of a timer the time passes. */
const turns = 5;

/**
 * Makes the patience for one connection. One timer counts for all that waits, and only while something does: a timer for
 * each command costs more than the command. It counts its own turns rather than the time: a process that was busy finds
 * the answer waiting, and must not take its own delay for that of Redis.
 *
 * @param milliseconds how long an answer may take
 */
export function createPatience(milliseconds: number): Patience {
  const waiting = new Map<object, { left: number; giveUp(): void }>();
  let timer: NodeJS.Timeout | undefined;

  function turn(): void {
    for (const entry of waiting.values()) {
      entry.left -= 1;
      if (entry.left < 0) entry.giveUp();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    wait(answer) {
      timer ??= setInterval(turn, milliseconds / turns).unref();
      return new Promise((resolve, reject) => {
        const entry = {
          left: turns,
          giveUp: () => {
            waiting.delete(entry);
            reject(new RedisTimeout(`Redis gave no answer in ${milliseconds} ms`));
          },
        };
        waiting.set(entry, entry);
        answer.then(resolve, reject).finally(() => waiting.delete(entry));
      });
    },
  };
}
