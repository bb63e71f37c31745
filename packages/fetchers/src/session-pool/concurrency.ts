/** Adapts the concurrency of an engine's searches to the share of attempts that return a usable page. */
export interface Concurrency {
  /** Whether no further search may start beside this many. */
  isFull(active: number): boolean;
  /** Whether most attempts return a usable page, so that a failure is the exit's own. */
  isEngineHealthy(): boolean;
  /** Records an attempt that reached the engine. */
  record(isUsable: boolean): void;
}

/** The limit is never reduced below this share. */
const minAtOnce = 0.25;
/** The share of usable pages that is assumed at first. */
const unknownShare = 0.7;
/** Weight of the latest attempt in the moving average of usable pages. */
const lastWeight = 0.1;

/**
 * Creates an adaptive limit. It is reduced while most attempts fail, so that few more requests are sent before the circuit opens.
 *
 * @param limit searches at once while at least half of the attempts succeed
 */
export function createConcurrency(limit: number): Concurrency {
  let usableShare = unknownShare;
  return {
    isFull: (active) => active >= Math.ceil(limit * Math.min(1, Math.max(minAtOnce, 2 * usableShare))),
    isEngineHealthy: () => usableShare >= 0.5,
    record(isUsable) {
      usableShare += lastWeight * (Number(isUsable) - usableShare);
    },
  };
}
