import { type LoopLoad, watchLoop } from './loop-load.js';

/**
 * Decides which requests the processor has time for.
 *
 * A request waits for engines most of its time, and how many are in progress says nothing of the processor: fifty may wait
 * for one slow engine. So nothing is refused while the event loop has any rest. Where it has none, requests end at the rate
 * that the processor allows. By Little's law as many are then in progress as end in the usual time of one, and what is
 * beyond that waits for the processor: that is limited. `@fastify/under-pressure` knows only the delay of the loop, which
 * shows work that has arrived and not the pages that engines have still to send: it lets in too many, then nobody.
 */
export interface LoadGate {
  /** Whether too many requests of a caller on a path wait for the processor for one more. */
  isFull(asker: Asker): boolean;
  /** Counts a request as in progress until the function returned is called. */
  enter(asker: Asker): () => void;
}

/** Who asks for what. */
interface Asker {
  /** Id of the key. */
  caller: string;
  /** Path of the route. */
  path: string;
}

export interface LoadGateOptions {
  /** How many requests may wait for the processor; 0 lets all of them in. */
  backlog: number;
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
const longestUsual = 2_000;

/** Share that the newest time has in what is usual. */
const newest = 0.1;

/** Requests of a caller on a path that may always be in progress, so that times become known. */
const always = 4;

/** Milliseconds over which ends are counted. */
const window = 1_000;

/** The requests of one caller on one path. */
interface Lane {
  inProgress: number;
  /** When requests ended, within the window. */
  ended: number[];
}

/** Makes a gate through which nobody has come. */
export function createLoadGate(options: LoadGateOptions): LoadGate {
  const { backlog, load = watchLoop(), now = () => performance.now() } = options;
  const lanes = new Map<string, Lane>(); // as many as keys have used routes
  const usual = new Map<string, number>(); // milliseconds that a request takes while the event loop has rest, by path
  let busyLanes = 0;

  function laneOf({ caller, path }: Asker): Lane {
    const name = `${caller} ${path}`;
    const lane = lanes.get(name) ?? { inProgress: 0, ended: [] };
    lanes.set(name, lane);
    return lane;
  }

  function leave(lane: Lane, { path, began }: { path: string; began: number }): void {
    lane.inProgress -= 1;
    if (lane.inProgress === 0) busyLanes -= 1;
    lane.ended.push(now());
    while (lane.ended[0]! < now() - window) lane.ended.shift();
    if (load.saturatedSince() !== undefined) return;
    const took = Math.min(now() - began, longestUsual);
    const before = usual.get(path) ?? took;
    usual.set(path, before + (took - before) * newest);
  }

  /** How many requests of a lane wait for the processor that has had no rest since then. */
  function waitingIn({ inProgress, ended }: Lane, path: string, since: number): number {
    const from = Math.max(since, now() - window);
    const rate = ended.filter((time) => time >= from).length / (now() - from);
    return inProgress - tolerance * rate * (usual.get(path) ?? 0);
  }

  /** Whether it is too soon to tell a burst from overload: what came since then need not have ended yet. */
  function isTooSoon(path: string, since: number): boolean {
    return now() - since < Math.max(settling, tolerance * (usual.get(path) ?? firstUsual));
  }

  return {
    isFull(asker) {
      const since = load.saturatedSince();
      const lane = laneOf(asker);
      if (backlog === 0 || since === undefined || lane.inProgress < always) return false;
      return !isTooSoon(asker.path, since) && waitingIn(lane, asker.path, since) >= backlog / busyLanes;
    },
    enter(asker) {
      const lane = laneOf(asker);
      const began = now();
      if (lane.inProgress === 0) busyLanes += 1;
      lane.inProgress += 1;
      return () => leave(lane, { path: asker.path, began });
    },
  };
}
