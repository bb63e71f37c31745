import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How busy the event loop is. */
export interface LoopLoad {
  /** Since when it has had no rest, as `performance.now()` tells; undefined where it has. */
  saturatedSince(): number | undefined;
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

/** Watches the event loop, whenever it is asked. */
export function watchLoop({
  utilization = (since) => performance.eventLoopUtilization(since),
  now = () => performance.now(),
}: LoopLoadOptions = {}): LoopLoad {
  let last = { at: now(), counted: utilization() };
  let since: number | undefined;
  return {
    saturatedSince() {
      if (now() - last.at < window) return since;
      const isSaturated = utilization(last.counted).utilization >= saturation;
      since = isSaturated ? (since ?? last.at) : undefined;
      last = { at: now(), counted: utilization() };
      return since;
    },
  };
}
