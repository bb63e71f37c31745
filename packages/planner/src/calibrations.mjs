import { availableParallelism, cpus } from 'node:os';
import { engineDelay } from './run.mjs';

/** Bytes of a typical page: the median of real alpha pages. */
const usual = 560_000;
/** Concurrent searches that keep a process busy. */
const callers = 24;
/** A small and a large number of proxies, as a process periodically reads the health of all proxies. */
const [few, many] = [4, 400];

/** Measurements to learn from, by name. */
export const calibrations = {
  ...Object.fromEntries([80_000, 280_000, usual, 1_100_000].map((bytes) => [`${bytes}`, { bytes, callers }])),
  alone: { bytes: usual, callers, masters: 0 },
  cluster: { bytes: usual, callers, masters: 3 },
  pair: { bytes: usual, callers: 2 * callers, processes: 2 },
  few: { bytes: 80_000, callers: 2, exits: few, isIdleToo: true },
  many: { bytes: 80_000, callers: 2, exits: many },
};

/** Converts runs of all of them to the form of `measured.json`. */
export function measuredOf({ alone, cluster, pair, few: least, many: most, ...sizes }) {
  const perSecond = ({ redis, rate, exits, pace }) => ({
    ...{ exits, rate, pace, redis: { time: redis.time }, commands: redis.commands },
  });
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.versions.node },
    engine_delay: engineDelay,
    sizes: Object.values(sizes),
    ...{ alone, cluster, pair, idle: least.idle },
    exits: { few: perSecond(least), many: perSecond(most) },
  };
}
