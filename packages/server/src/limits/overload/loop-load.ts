import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How busy the event loop is. */
export interface LoopLoad {
  /** Since when it has had no rest, as `performance.now()` tells; undefined where it has. */
  saturatedSince(): number | undefined;
  /**
   * Milliseconds for which it has worked without rest, as far as somebody has looked: what it comes to now may have waited as
   * long, unseen. Rest between two looks counts from the second.
   */
  busyFor(): number;
}

export interface LoopLoadOptions {
  /** @default the event loop's own, from `node:perf_hooks` */
  utilization?: (since?: EventLoopUtilization) => EventLoopUtilization;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** Milliseconds over which is looked at least: a single page takes a few. */
const window = 100;

/** Share of the time in which it works, from which on it has no rest: what is ready then waits. */
const saturation = 0.95;

/**
 * Milliseconds that it must have rest before it counts as having any: under overload a window of rest comes now and then,
 * and whoever is let in for it waits behind all the others.
 */
const calm = 500;

/** Watches the event loop, whenever it is asked. */
export function watchLoop({
  utilization = (since) => performance.eventLoopUtilization(since),
  now = () => performance.now(),
}: LoopLoadOptions = {}): LoopLoad {
  let last = { at: now(), counted: utilization() };
  let since: number | undefined;
  let busyAt = 0; // when it was last seen without rest
  let rested = last; // when it was last seen with rest
  return {
    saturatedSince() {
      if (now() - last.at < window) return since;
      if (utilization(last.counted).utilization >= saturation) {
        since ??= last.at;
        busyAt = now();
      } else if (now() - busyAt >= calm) since = undefined;
      last = { at: now(), counted: utilization() };
      return since;
    },
    busyFor() {
      if (utilization(rested.counted).utilization < saturation) rested = { at: now(), counted: utilization() };
      return now() - rested.at;
    },
  };
}
