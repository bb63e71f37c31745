import { type LoopLoad, watchLoop } from './loop-load.js';

/**
 * Decides which requests the processor has time for.
 *
 * A request waits for engines most of its time, and how many are in progress says nothing of the processor: fifty may wait
 * for one slow engine. So nothing is refused while the event loop has any rest. Where it has none, requests end at the rate
 * that the processor allows. By Little's law as many are then in progress as end in the usual time of one, and what is
 * beyond that waits for the processor. What waits is admitted as long as it can still end in its time, by the processor time
 * that requests take; but of a caller whose requests keep coming faster than they end, only so many that the others end
 * soon. `@fastify/under-pressure` knows only the delay of the loop, which shows work that has arrived and not the pages that
 * engines have still to send: it lets in too many, then nobody.
 */
export interface LoadGate {
  /** Whether one more request of a caller on a path could not end in its time, or would keep others from it. */
  isFull(requester: Requester): boolean;
  /** Counts a request as in progress until the function returned is called. */
  enter(requester: Requester): () => void;
  /** Counts a request that was refused; seconds after which what waits now will have ended. */
  refuse(requester: Requester): number;
}

/** Who asks for what. */
interface Requester {
  /** Id of the key. */
  caller: string;
  /** Path of the route. */
  path: string;
}

export interface LoadGateOptions {
  /** How many requests may wait for the processor where more come than end; 0 lets all of them in. */
  backlog: number;
  /** How many requests of a caller on a path may come at once, more than end. @default 128 */
  burst?: number;
  /** Milliseconds in which a request must end. @default 20000 */
  timeout?: number;
  /** @default the event loop of this thread */
  load?: LoopLoad;
  /** The clock, in milliseconds. @default performance.now */
  now?: () => number;
}

/** Milliseconds without rest after which requests are refused, at the earliest: what has come at once is only a queue. */
const settling = 200;

/** Milliseconds that a request is taken to need while it is not known: an engine's second. */
const firstUsual = 1_000;

/** How far from usual a time may be. */
const tolerance = 1.5;

/** Greatest milliseconds that count as usual: an engine that hangs does not make it usual to wait. */
const maxUsual = 2_000;

/**
 * Share that the newest time has in what is usual, where it is shorter and where it is longer: even an event loop that has
 * some rest lets requests wait, and a wait that counts as usual would let in more that wait.
 */
const newest = { shorter: 0.2, longer: 0.02 };

/** Requests of a caller on a path that may always be in progress, so that times become known. */
const always = 4;

/** Milliseconds over which the rate of ends is taken. */
const window = 1_000;

/** Milliseconds over which it is counted whether more come than end. */
const floodWindow = 2_000;

/** Share of the time to end in that the wait for the processor may take: it is an estimate. */
const usable = 0.8;

/** Longest time to wait that is told, in seconds. */
const maxWait = 60;

/** The requests of one caller on one path. */
interface Lane {
  readonly path: string;
  inProgress: number;
  /** When requests came, those refused included, within the flood window. */
  came: number[];
  /** When requests ended, within the same. */
  ended: number[];
  /** Whether more come than end, see `isFlooded` below. */
  isFlooded: boolean;
}

/** What callers have in progress, and how long their requests take. */
interface Lanes {
  laneOf(requester: Requester): Lane;
  /** Number of lanes with requests in progress. */
  busy(): number;
  /** Milliseconds that a request on a path takes while the event loop has rest; undefined while it is not known. */
  usualOf(path: string): number | undefined;
  enter(lane: Lane): () => void;
  /** How many requests of a lane wait for the processor that has had no rest since then. */
  waitingIn(lane: Lane, since: number): number;
  /** Milliseconds for which the processor is busy with what waits. */
  delay(since: number): number;
}

function createLanes(load: LoopLoad, now: () => number): Lanes {
  const lanes = new Map<string, Lane>(); // as many as keys have used routes
  const usual = new Map<string, number>();
  let busyLanes = 0;

  function leave(lane: Lane, began: number): void {
    lane.inProgress -= 1;
    if (lane.inProgress === 0) busyLanes -= 1;
    lane.ended.push(now());
    dropBefore(lane.ended, now() - floodWindow);
    if (load.saturatedSince() !== undefined) return;
    const took = Math.min(now() - began, maxUsual);
    const before = usual.get(lane.path) ?? took;
    usual.set(lane.path, before + (took - before) * (took < before ? newest.shorter : newest.longer));
  }

  /** Ends in a millisecond since then, within the window. */
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

/** Makes a gate through which nobody has come. */
export function createLoadGate(options: LoadGateOptions): LoadGate {
  const { backlog, burst = 128, timeout = 20_000, load = watchLoop(), now = () => performance.now() } = options;
  const lanes = createLanes(load, now);

  /** Whether requests of a lane come faster than they end: since a burst of them waits, until no more come than end. */
  function isFlooded(lane: Lane, waiting: number): boolean {
    const from = now() - floodWindow;
    dropBefore(lane.came, from);
    dropBefore(lane.ended, from);
    const excess = lane.came.length - lane.ended.length;
    lane.isFlooded = excess > 0 && (lane.isFlooded || waiting >= burst || excess > burst);
    return lane.isFlooded;
  }

  /** Whether it is too soon to tell a burst from overload: what came since then need not have ended yet. */
  function isTooSoon(path: string, since: number): boolean {
    return now() - since < Math.max(settling, tolerance * (lanes.usualOf(path) ?? firstUsual));
  }

  return {
    isFull(requester) {
      const since = load.saturatedSince();
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
    refuse(requester) {
      lanes.laneOf(requester).came.push(now());
      const since = load.saturatedSince();
      return since === undefined ? 1 : Math.min(maxWait, Math.max(1, Math.ceil(lanes.delay(since) / 1000)));
    },
  };
}

/** Drops the times before one from a list in their order. */
function dropBefore(times: number[], first: number): void {
  const kept = times.findIndex((time) => time >= first);
  times.splice(0, kept < 0 ? times.length : kept);
}
