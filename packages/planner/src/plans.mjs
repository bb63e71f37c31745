import { readFileSync } from 'node:fs';
import { simulate } from './simulate.mjs';

/** What was measured, see `measure.mjs`. */
export const measured = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8'));

/** The cost of a search of a page of the usual size: the median of real pages of alpha. */
const usualCost = measured.costs[1];

/** What is assumed of a Redis and not measured here: 100,000 simple operations a second, half a millisecond away. */
const assumedRedis = { operations: 12, time: 0.01, delay: 0.5 };

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

/** What so many machines do, each with as many processes as cores and its callers elsewhere. */
export function planned(machines, { cores = measured.machine.cores, seconds = 10, callers = 12 } = {}) {
  return simulate({
    ...{ machines, cores, seconds },
    processes: cores,
    callers: callers * cores,
    cost: { ...usualCost, caller: 0 },
    engineDelay: measured.engine_delay,
    redis: machines > 1 ? assumedRedis : undefined,
  });
}

/** Share of the cores up to which others may have used them while a check was measured: beyond, it says nothing. */
const mostOthers = 0.1;

/** Whether the machine did nothing else while it was measured. */
export const isQuiet = measured.checks.every(({ others }) => others <= mostOthers);
