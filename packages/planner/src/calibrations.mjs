import { availableParallelism, cpus } from 'node:os';
import { engineDelay } from './run.mjs';

/** Bytes of the usual page: the median of real pages of alpha. */
const usual = 560_000;
/** Searches at once that keep a process busy. */
const callers = 24;
/** Proxies, few and many: a process reads now and then how all of them fare. */
const [few, many] = [4, 400];

/** What is measured to learn from, by what it shows. */
export const calibrations = {
  ...Object.fromEntries([80_000, 280_000, usual, 1_100_000].map((bytes) => [`${bytes}`, { bytes, callers }])),
  alone: { bytes: usual, callers, masters: 0 },
  cluster: { bytes: usual, callers, masters: 3 },
  pair: { bytes: usual, callers: 2 * callers, processes: 2 },
  few: { bytes: 80_000, callers: 2, exits: few, isIdleToo: true },
  many: { bytes: 80_000, callers: 2, exits: many },
};

/** What `measured.json` has of runs of all of them, by the same names. */
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
