import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How busy the event loop is. */
export interface EventLoopMonitor {
  /** Since when it has had no idle time, by `performance.now()`; undefined if it has idle time. */
  saturatedSince(): number | undefined;
  /**
   * Milliseconds without idle time, as far as measured: an event that is handled now may have waited this long. Idle time between two
   * calls counts from the second call.
   */
  busyFor(): number;
}

export interface EventLoopMonitorOptions {
  /** @default the event loop's own, from `node:perf_hooks` */
  utilization?: (since?: EventLoopUtilization) => EventLoopUtilization;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** Minimum length of a measurement in milliseconds: parsing a single page takes a few. */
const window = 100;

/** Utilization from which the loop counts as having no idle time, so that events wait. */
const saturation = 0.95;

/**
 * Milliseconds with idle time before the loop counts as idle again: under overload there are single idle windows, and requests admitted
 * during one would wait behind all others.
 */
const recoveryTime = 500;

/** Measures the event loop whenever a method is called. */
export function createEventLoopMonitor({
  utilization = (since) => performance.eventLoopUtilization(since),
  now = () => performance.now(),
}: EventLoopMonitorOptions = {}): EventLoopMonitor {
  let last = { at: now(), counted: utilization() };
  let since: number | undefined;
  let busyAt = 0; // when it last had no idle time
  let rested = last; // when it last had idle time
  return {
    saturatedSince() {
      if (now() - last.at < window) return since;
      if (utilization(last.counted).utilization >= saturation) {
        since ??= last.at;
        busyAt = now();
      } else if (now() - busyAt >= recoveryTime) since = undefined;
      last = { at: now(), counted: utilization() };
      return since;
    },
    busyFor() {
      if (utilization(rested.counted).utilization < saturation) rested = { at: now(), counted: utilization() };
      return now() - rested.at;
    },
  };
}
