/** Milliseconds between two ticks, and by how much one may be late before the process counts as halted. */
const [tick, late] = [1_000, 2_000];

/** Notices that this process was halted, as on a suspended machine or by a blocked event loop. */
export interface HaltWatch {
  /** Starts watching. */
  begin(): {
    /** Whether the process was halted since. */
    wasHalted(): boolean;
    /** Stops watching; must be called once. */
    end(): void;
  };
}

/** Creates a watch that ticks while it is in use. @param now milliseconds. @default performance.now */
export function createHaltWatch(now: () => number = () => performance.now()): HaltWatch {
  let used = 0;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let haltedAt = Number.NEGATIVE_INFINITY;

  function look(): void {
    const time = now();
    if (time - last > tick + late) haltedAt = time;
    last = time;
  }

  function lookAgain(): void {
    look();
    timer = setTimeout(lookAgain, tick).unref();
  }

  return {
    begin() {
      const began = now();
      if (used === 0) last = began;
      used += 1;
      timer ??= setTimeout(lookAgain, tick).unref();
      return {
        wasHalted() {
          look(); // after a halt, other timers may fire before the next tick
          return haltedAt > began;
        },
        end() {
          used -= 1;
          if (used > 0) return;
          clearTimeout(timer);
          timer = undefined;
        },
      };
    },
  };
}
