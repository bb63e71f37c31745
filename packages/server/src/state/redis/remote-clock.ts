/** The clock of another machine, as far as it can be known from here. */
interface RemoteClock {
  /** Takes note of a reading. @param asked when it was asked for, by the clock of this process */
  read(time: number, asked: number): void;
  /** The time there now: that of this machine while nothing was read. */
  now(): number;
}

/**
 * Makes a clock that nothing was read of yet. A reading is some moment between question and reply: the one whose reply came
 * soonest is gone by, until a later one contradicts it, as when a machine was suspended.
 *
 * @param now the clock of this process, in milliseconds. @default performance.now
 */
export function createRemoteClock(now: () => number = () => performance.now()): RemoteClock {
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
