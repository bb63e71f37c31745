import { availableParallelism, cpus } from 'node:os';
import { engineDelay } from './run.mjs';

/** Bytes of a typical page: the median of real alpha pages. */
const usual = 560_000;
/** A small page, for which the share of Redis in the cost is large enough to be measured. */
const small = 80_000;
/** Page sizes, at least two on each side of `largestOnHeap` in `model.mjs`. */
const pageSizes = [small, 280_000, usual, 1_000_000, 1_100_000, 2_000_000];
/** Concurrent searches that keep a process busy. */
const callers = 24;
/** A small and a large number of proxies, as a process periodically reads the health of all proxies. */
const [few, many] = [4, 400];

/** Measurements to learn from, by name. */
export const calibrationRuns = {
  ...Object.fromEntries(pageSizes.map((bytes) => [`${bytes}`, { bytes, callers }])),
  alone: { bytes: small, callers, masters: 0 },
  two: { bytes: small, callers, masters: 2 },
  cluster: { bytes: small, callers, masters: 3 },
  smallPair: { bytes: 280_000, callers: 2 * callers, processes: 2 },
  pair: { bytes: usual, callers: 2 * callers, processes: 2 },
  few: { bytes: small, callers: 2, exits: few, isIdleToo: true },
  many: { bytes: small, callers: 2, exits: many },
};

/** Converts runs of all of them to the form of `measured.json`. */
export function toMeasurements({ alone, two, cluster, smallPair, pair, few: least, many: most, ...sizes }) {
  const perSecond = ({ redis, rate, exits, pace }) => ({
    ...{ exits, rate, pace, redis: { time: redis.time }, commands: redis.commands },
  });
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.versions.node },
    engine_delay: engineDelay,
    sizes: Object.values(sizes),
    ...{ alone, two, cluster, pairs: [smallPair, pair], idle: least.idle },
    exits: { few: perSecond(least), many: perSecond(most) },
  };
}
