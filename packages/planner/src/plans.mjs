import { readMeasurements } from './kept.mjs';
import { fitModel } from './model.mjs';
import { createPredictions } from './predictions.mjs';
import { simulateLoad } from './simulate.mjs';

/** Measurements to learn from, and measurements to compare with; see `measure.mjs`, `held-out.mjs`. */
export const [measured, heldOut] = [readMeasurements('measured.json'), readMeasurements('held-out.json')];

export const { predict, observed } = createPredictions(measured);

const { costOf, standing, imbalance } = fitModel(measured);

/** Assumptions of a plan; each is an option of `plan`. */
export const planAssumptions = {
  'page-kb': 560,
  cores: measured.machine.cores,
  'engine-seconds': 1,
  'proxy-searches': 4,
  blocked: 0.001,
  'cool-down-seconds': 3_600,
  'price-per-gb': 4,
  'network-mbit': 1_000,
};

/** Maximum utilization of a Redis, so that bursts wait briefly, and the share of it that idle processes may use. */
const [maxRedis, maxStanding] = [0.6, 0.3];

/** Maximum CPU utilization, above which searches wait for each other. */
const maxBusy = 0.8;

/** Masters of the smallest Redis Cluster. */
const minMasters = 3;

/** Assumed round trip to Redis in milliseconds. */
const delay = 0.5;

/** Maximum number of simulated machines; with more machines, each has the same share of Redis. */
const maxSimulated = 10;

/**
 * Throughput of a number of machines, each with as many processes as cores and 80 % utilization, and its requirements.
 */
export function planMachines(machines, { seconds = 10, ...given } = {}) {
  const options = { ...planAssumptions, ...given };
  const bytes = options['page-kb'] * 1000;
  const { groups, masters } = groupsOf(machines, bytes, options);
  const cost = costOf(bytes, masters);
  const rate = maxBusy * capacity(machines, cost, options.cores);
  const simulatedMachines = Math.min(machines, maxSimulated);
  const [share, servers] = [
    simulatedMachines / machines,
    Math.max(1, Math.round((groups * masters * simulatedMachines) / machines)),
  ];
  const { p50, p99, redis } = simulateLoad({
    ...{ machines: simulatedMachines, cores: options.cores, processes: options.cores, seconds },
    engineDelay: options['engine-seconds'] * 1000,
    rate: rate / machines,
    cost: { ...cost, caller: 0, engine: 0 },
    ...(masters > 0 && { redis: { time: (cost.redis * servers) / (groups * masters * share), delay, servers } }),
  });
  return {
    ...{ machines, groups, masters, rate, p50, p99, redis },
    mbit: ((rate / machines) * cost.down * 8) / 1e6,
    proxies: Math.ceil(proxiesFor(rate, options)),
    price: ((cost.down + cost.up) * 1000 * (1 + options.blocked) * options['price-per-gb']) / 1e9,
    ...limitOf(machines, { rate, groups, masters, options }),
  };
}

/** Searches per second of machines with all cores busy. */
function capacity(machines, { main, helper }, cores) {
  return (machines * cores * 1000) / (main + helper);
}

/** Enough proxies for concurrent searches and for those in cool-down. */
function proxiesFor(rate, { blocked, ...options }) {
  const inUse = (rate * options['engine-seconds']) / options['proxy-searches'];
  return inUse + rate * blocked * options['cool-down-seconds'];
}

/**
 * Number of groups of machines, each with its own keys, proxies and Redis, and the number of Redis masters: none for
 * one machine, one, or those of a Cluster. Commands that processes send without a search concern one key of Redis,
 * wherever it is.
 */
function groupsOf(machines, bytes, { cores }) {
  if (machines === 1) return { groups: 1, masters: 0 };
  const groups = Math.ceil((machines * cores * standing.process) / (maxStanding * 1000));
  const waiting = ((machines * cores) / groups) * standing.process;
  const searching = (masters) => {
    const cost = costOf(bytes, masters);
    return maxBusy * capacity(machines / groups, cost, cores) * cost.redis;
  };
  if (searching(1) + waiting <= maxRedis * 1000) return { groups, masters: 1 };
  return {
    groups,
    masters: Math.max(minMasters, Math.ceil((searching(3) * imbalance) / (maxRedis * 1000 - waiting))),
  };
}

/** The resource that is exhausted first, the searches per second at which that happens, and the remedy. */
function limitOf(machines, { rate, groups, masters, options }) {
  const { cores, 'network-mbit': mbit, 'page-kb': kilobytes } = options;
  const cost = costOf(kilobytes * 1000, Math.min(1, masters));
  const waiting = machines * cores * standing.process;
  const cluster = `a Redis Cluster of ${Math.max(minMasters, masters)} masters`;
  const limits = [
    {
      limit: 'processor',
      upTo: rate / maxBusy,
      remedy: machines === 1 ? 'a second machine, and a Redis' : 'more machines',
    },
    {
      limit: 'network',
      upTo: (machines * mbit * 1e6) / ((cost.down + cost.up + cost.answer) * 8),
      remedy: 'more machines',
    },
    ...(machines === 1
      ? []
      : [
          {
            limit: 'one Redis',
            upTo: Math.max(0, maxRedis * 1000 - waiting) / cost.redis,
            remedy: groups === 1 ? cluster : `${groups} groups of machines, each with ${cluster}`,
          },
        ]),
  ];
  return limits.sort((one, other) => one.upTo - other.upTo)[0];
}

/** Searches per second of one key, whose state is always in a single Redis. */
export function maxRatePerKey() {
  return (maxRedis * 1000) / costOf(planAssumptions['page-kb'] * 1000, 1).redis;
}

/** Number of processes that can share a Redis or a Cluster. */
export function maxProcesses() {
  return Math.floor((maxStanding * 1000) / standing.process);
}
