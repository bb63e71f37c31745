import { readFileSync } from 'node:fs';
import { simulate } from './simulate.mjs';

/** What was measured, see `measure.mjs`. */
export const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8'));

/** The cost of a search of a page of the usual size: the median of real pages of alpha. */
const usualCost = measured.costs[1];

/** The Redis that machines share: as measured, and half a millisecond away, which is assumed. */
const sharedRedis = { ...measured.redis, delay: 0.5 };

/** What a check of the measurements comes to in the simulation: what the callers took had to share the cores too. */
export function simulated({ processes, callers, others }) {
  return simulate({
    machines: 1,
    cores: measured.machine.cores,
    speed: 1 - others,
    processes,
    callers,
    cost: usualCost,
    engineDelay: measured.engine_delay,
    seconds: 30,
  });
}

/** Share of a Redis that is used at most, so that what comes at once need not wait long. */
const mostRedis = 0.6;

/** How many Redis so many machines need: each then serves the keys of some of the machines. */
export function redisFor(machines, cores = measured.machine.cores) {
  const searches = (machines * cores * 1000) / (usualCost.main + usualCost.helper);
  return Math.ceil((searches * sharedRedis.operations * sharedRedis.time) / 1000 / mostRedis);
}

/** What so many machines do, each with as many processes as cores and its callers elsewhere. */
export function planned(machines, { cores = measured.machine.cores, seconds = 10, callers = 24 } = {}) {
  return simulate({
    ...{ machines, cores, seconds },
    processes: cores,
    callers: callers * cores,
    cost: { ...usualCost, caller: 0 },
    engineDelay: measured.engine_delay,
    redis: machines > 1 ? { ...sharedRedis, servers: redisFor(machines, cores) } : undefined,
  });
}

/** Share of the cores up to which others may have used them while a check was measured: beyond, it says nothing. */
const mostOthers = 0.1;

/** Whether the machine did nothing else while it was measured. */
export const isQuiet = measured.checks.every(({ others }) => others <= mostOthers);
