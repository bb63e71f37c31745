/** An estimate of the clock of another machine. */
interface RemoteClock {
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
