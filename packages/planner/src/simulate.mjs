import { randomFrom } from '../../server/scripts/random.mjs';
import { createEventCalendar, createSimulatedServers } from './events.mjs';

/**
 * Simulates searches on machines, event by event. A search uses CPU time of the main thread of its process (`main`),
 * which does one thing at a time: one part at the start, and the rest when its page has arrived. Meanwhile run other
 * threads of the process (`helper`: garbage collection, decompression), for some of which the main thread waits
 * (`serial` is its time including these waits), and the caller, the engine and Redis if they are on the same machine, as when
 * measuring. All share the cores. In between, the search waits for Redis, which all machines share, and for the engine.
 * Times are in milliseconds.
 *
 * @param {object} plan
 * @param {number} plan.machines
 * @param {number} plan.cores cores of each machine
 * @param {number} [plan.speed] share of the cores not used by other processes, 0 to 1
 * @param {number} plan.processes processes of each machine
 * @param {{main: number, helper: number, serial?: number, caller?: number, engine?: number}} plan.cost cost of a search
 * @param {number} plan.engineDelay
 * @param {{time: number, delay?: number, servers?: number, isHere?: boolean}} [plan.redis] CPU time of a search, round
 * trip, number of servers, each with a share of the keys, and whether they use the cores of the machine
 * @param {number} [plan.callers] callers of each machine, which search again once they get a response
 * @param {number} [plan.rate] searches per second of each machine, instead of callers
 * @param {number} [plan.seconds]
 * @param {number} [plan.seed]
 * @returns {{rate: number, p50: number, p99: number, cores: number, redis: number}} searches per second of all
 * machines, response times, and utilization of the cores and of the busiest Redis
 */
export function simulateLoad(plan) {
  const { machines, cores, speed = 1, seconds = 20, seed = 1 } = plan;
  const calendar = createEventCalendar();
  const random = randomFrom(seed);
  const stores = Array.from({ length: plan.redis?.servers ?? 1 }, () => createSimulatedServers(calendar, 1));
  const times = [];
  const warm = seconds * 200; // the first fifth is not counted
  const fleet = Array.from({ length: machines }, () => createMachine(calendar, { ...plan, speed }));
  const search = createSearch(calendar, { ...plan, stores, random });
  for (const machine of fleet) begin(calendar, { ...plan, random }, (done) => run(machine, done));
  calendar.runUntil(seconds * 1000);
  const busy = fleet.reduce((sum, machine) => sum + machine.served(), 0);
  const sorted = times.sort((one, other) => one - other);
  return {
    rate: sorted.length / (seconds * 0.8),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cores: busy / (machines * cores * seconds * 1000),
    redis: Math.max(...stores.map((store) => store.served())) / (seconds * 1000),
  };

  function run(machine, done) {
    const start = calendar.now();
    search(machine, () => {
      if (calendar.now() > warm) times.push(calendar.now() - start);
      done();
    });
  }
}

/** Time slices of the processor: a thread uses one at a time, and all threads share the cores. */
const slice = 4;

function createMachine(calendar, { cores, processes, speed, redis }) {
  const shared = createSimulatedServers(calendar, cores);
  const thread = () => createThread(shared, speed);
  const threads = Array.from({ length: processes }, () => ({
    main: thread(),
    collector: thread(),
    helper: createPool(thread),
  }));
  const stores = redis?.isHere ? Array.from({ length: redis.servers ?? 1 }, thread) : [];
  let slot = 0;
  return { next: () => threads[slot++ % processes], caller: thread(), engine: thread(), stores, served: shared.served };
}

/** Threads of V8 in a process, by default of Node.js (`--v8-pool-size`): they divide their work, and delay the main thread. */
const poolSize = 4;

function createPool(createOne) {
  const threads = Array.from({ length: poolSize }, createOne);
  return (time, done) => {
    let left = poolSize;
    for (const run of threads) {
      run(time / poolSize, () => {
        left -= 1;
        if (left === 0) done();
      });
    }
  };
}

/** A thread, whose work runs in order, in slices on any free core. */
function createThread(cores, speed) {
  const waiting = [];
  let isBusy = false;

  function next() {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    const { time, waits, done } = waiting.shift();
    work(time / speed, () =>
      waits(() => {
        isBusy = false;
        done();
        next();
      }),
    );
  }

  function work(left, done) {
    if (left <= 0) return done();
    cores.serve(Math.min(slice, left), () => work(left - slice, done));
  }

  /** @param waits what the thread waits for before it continues */
  return (time, done, waits = (end) => end()) => {
    waiting.push({ time, waits, done });
    next();
  };
}

/** Share of a search's work before its page is requested. */
const before = 0.15;

/** Variation of the work of a search, relative to the mean in both directions. */
const spread = 0.4;

function createSearch(calendar, { cost, engineDelay, redis: { time = 0, delay = 0 } = {}, stores, random }) {
  /** Uses the Redis server of the key or of the search; which one makes no difference. */
  const ask = (machine, done) => {
    if (time === 0) return done();
    const index = Math.floor(random() * stores.length);
    const serve = machine.stores[index] ?? stores[index].serve;
    calendar.after(delay / 2, () => serve(time / 2, () => calendar.after(delay / 2, done)));
  };
  const { caller = 0, engine = 0 } = cost;
  return (machine, done) => {
    const factor = 1 + spread * (2 * random() - 1);
    const { main, collector, helper } = machine.next();
    const held = Math.min(cost.helper, Math.max(0, (cost.serial ?? cost.main) - cost.main));
    const steps = [
      (next) => machine.caller(caller / 2, next),
      (next) => main(cost.main * before, next),
      (next) => ask(machine, next),
      (next) => calendar.after(engineDelay, next),
      (next) => machine.engine(engine, next),
      (next) => {
        helper((cost.helper - held) * factor, () => {});
        main(cost.main * (1 - before) * factor, next, (end) => collector(held * factor, end));
      },
      (next) => ask(machine, next),
      (next) => machine.caller(caller / 2, next),
    ];
    const take = (step) => (step === steps.length ? done() : steps[step](() => take(step + 1)));
    take(0);
  };
}

/** Starts the callers of a machine, or searches that arrive at random at a rate. */
function begin(calendar, { callers = 0, rate = 0, random }, search) {
  const again = () => search(again);
  for (let caller = 0; caller < callers; caller += 1) calendar.after(random() * 10, again);
  const arrive = () => {
    search(() => {});
    calendar.after((-Math.log(1 - random()) * 1000) / rate, arrive);
  };
  if (rate > 0) calendar.after(0, arrive);
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
