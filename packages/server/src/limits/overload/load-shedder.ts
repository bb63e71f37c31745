import { createEventLoopMonitor, type EventLoopMonitor } from './event-loop-monitor.js';

/**
 * Decides which requests the processor has time for.
 *
 * A request mostly waits for engines, so the number in progress does not show the load of the processor: fifty requests may wait for
 * one slow engine. Therefore nothing is refused while the event loop is ever idle. When it is never idle, requests end at the rate that
 * the processor allows. By Little's law, the number in progress is then that rate times the usual duration of a request; requests beyond
 * that number wait for the processor. A waiting request is admitted if it can still end in time, judged by the processor time of requests.
 * A caller whose requests keep arriving faster than they end is admitted only up to a small backlog, so that other callers end soon.
 * `@fastify/under-pressure` only measures the delay of the loop, which does not include pages that engines have yet to send: it admits
 * too many requests, then none.
 */
export interface LoadShedder {
  /** Whether one more request of a caller on a path could not end in its time, or would keep others from it. */
  shouldShed(requester: Requester): boolean;
  /** Counts a request as in progress until the function returned is called. */
  enter(requester: Requester): () => void;
  /** Counts a refused request; returns the seconds after which the requests that wait now will have ended. */
  recordRefusal(requester: Requester): number;
}

/** The caller and path of a request. */
interface Requester {
  /** Id of the key. */
  caller: string;
  /** Path of the route. */
  path: string;
}

export interface LoadShedderOptions {
  /** Maximum requests waiting for the processor while more arrive than end; 0 admits all. */
  backlog: number;
  /** Maximum burst of a caller on a path: requests that arrive at once beyond those that end. @default 128 */
  burst?: number;
  /** Milliseconds in which a request must end. @default 20000 */
  timeout?: number;
  /** @default the event loop of this thread */
  monitor?: EventLoopMonitor;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** Minimum milliseconds without idle time before requests are refused: a burst alone is only a queue. */
const settling = 200;

/** Assumed duration of a request in milliseconds while none is known: that of a typical engine. */
const firstUsual = 1_000;

/** How far from usual a time may be. */
const tolerance = 1.5;

/** Maximum duration in milliseconds that counts as usual, so that an engine that hangs does not raise it further. */
const maxUsual = 2_000;

/**
 * Weight of the newest duration in the usual one, if shorter and if longer. Even an event loop with idle time delays requests; counting
 * such delays as usual would admit more requests that wait.
 */
const newest = { shorter: 0.2, longer: 0.02 };

/** Requests of a caller on a path that are always admitted, so that durations become known. */
const always = 4;

/** Window in milliseconds for the rate at which requests end. */
const window = 1_000;

/** Window in milliseconds for comparing arrivals with ends. */
const floodWindow = 2_000;

/** Maximum share of the time limit spent waiting for the processor, since the wait is an estimate. */
const usable = 0.8;

/** Maximum `Retry-After` in seconds. */
const maxWait = 60;

/** The requests of one caller on one path. */
interface Lane {
  readonly path: string;
  inProgress: number;
  /** Times of arrivals within the flood window, including refused requests. */
  came: number[];
  /** Times of ends within the same window. */
  ended: number[];
  /** Whether more requests arrive than end, see `isFlooded` below. */
  isFlooded: boolean;
}

/** Requests in progress by caller, and their durations. */
interface Lanes {
  laneOf(requester: Requester): Lane;
  /** Number of lanes with requests in progress. */
  busy(): number;
  /** Usual duration of a request on a path in milliseconds while the event loop has idle time; undefined while unknown. */
  usualOf(path: string): number | undefined;
  enter(lane: Lane): () => void;
  /** Number of requests of a lane that wait for a processor without idle time since a time. */
  waitingIn(lane: Lane, since: number): number;
  /** Milliseconds that the processor needs for the waiting requests. */
  delay(since: number): number;
}

function createLanes(monitor: EventLoopMonitor, now: () => number): Lanes {
  const lanes = new Map<string, Lane>(); // as many as keys have used routes
  const usual = new Map<string, number>();
  let busyLanes = 0;

  function leave(lane: Lane, began: number): void {
    lane.inProgress -= 1;
    if (lane.inProgress === 0) busyLanes -= 1;
    lane.ended.push(now());
    dropBefore(lane.ended, now() - floodWindow);
    if (monitor.saturatedSince() !== undefined) return;
    const took = Math.min(now() - began, maxUsual);
    const before = usual.get(lane.path) ?? took;
    usual.set(lane.path, before + (took - before) * (took < before ? newest.shorter : newest.longer));
  }

  /** Ends per millisecond since a time, within the window. */
  function rateOf(ended: readonly number[], since: number): number {
    const from = Math.max(since, now() - window);
    return ended.filter((time) => time >= from).length / (now() - from);
  }

  function waitingIn({ inProgress, ended, path }: Lane, since: number): number {
    return Math.max(0, inProgress - tolerance * rateOf(ended, since) * (usual.get(path) ?? 0));
  }

  return {
    laneOf({ caller, path }) {
      const name = `${caller} ${path}`;
      const lane = lanes.get(name) ?? { path, inProgress: 0, came: [], ended: [], isFlooded: false };
      lanes.set(name, lane);
      return lane;
    },
    busy: () => busyLanes,
    usualOf: (path) => usual.get(path),
    enter(lane) {
      const began = now();
      lane.came.push(began);
      dropBefore(lane.came, began - floodWindow);
      if (lane.inProgress === 0) busyLanes += 1;
      lane.inProgress += 1;
      return () => leave(lane, began);
    },
    waitingIn,
    delay(since) {
      const busy = [...lanes.values()].filter(({ inProgress }) => inProgress > 0);
      const waiting = busy.reduce((sum, lane) => sum + waitingIn(lane, since), 0);
      const rate = busy.reduce((sum, { ended }) => sum + rateOf(ended, since), 0);
      return rate === 0 ? 0 : waiting / rate;
    },
  };
}

/** Creates a gate. */
export function createLoadShedder(options: LoadShedderOptions): LoadShedder {
  const {
    backlog,
    burst = 128,
    timeout = 20_000,
    monitor = createEventLoopMonitor(),
    now = () => performance.now(),
  } = options;
  const lanes = createLanes(monitor, now);

  /** Whether requests of a lane arrive faster than they end: from when a burst waits until no more arrive than end. */
  function isFlooded(lane: Lane, waiting: number): boolean {
    const from = now() - floodWindow;
    dropBefore(lane.came, from);
    dropBefore(lane.ended, from);
    const excess = lane.came.length - lane.ended.length;
    lane.isFlooded = excess > 0 && (lane.isFlooded || waiting >= burst || excess > burst);
    return lane.isFlooded;
  }

  /** Whether it is too early to distinguish a burst from overload: requests that arrived since then may not have ended yet. */
  function isTooSoon(path: string, since: number): boolean {
    return now() - since < Math.max(settling, tolerance * (lanes.usualOf(path) ?? firstUsual));
  }

  return {
    shouldShed(requester) {
      const since = monitor.saturatedSince();
      const lane = lanes.laneOf(requester);
      if (backlog === 0 || since === undefined || lane.inProgress < always) return false;
      if (isTooSoon(lane.path, since)) return false;
      const waiting = lanes.waitingIn(lane, since);
      if (isFlooded(lane, waiting)) return waiting >= backlog / lanes.busy();
      return (
        waiting >= backlog / lanes.busy() && lanes.delay(since) + (lanes.usualOf(lane.path) ?? 0) > usable * timeout
      );
    },
    enter: (requester) => lanes.enter(lanes.laneOf(requester)),
    recordRefusal(requester) {
      lanes.laneOf(requester).came.push(now());
      const since = monitor.saturatedSince();
      return since === undefined ? 1 : Math.min(maxWait, Math.max(1, Math.ceil(lanes.delay(since) / 1000)));
    },
  };
}

/** Removes the times before a time from a sorted list. */
function dropBefore(times: number[], first: number): void {
  const kept = times.findIndex((time) => time >= first);
  times.splice(0, kept < 0 ? times.length : kept);
}
