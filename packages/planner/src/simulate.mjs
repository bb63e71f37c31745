import { createCalendar, createServers, seeded } from './events.mjs';

/**
 * Simulates searches on machines, event by event.
 *
 * A search takes processor time of the thread of its process (`main`), which does one thing at a time: a part when it comes,
 * the rest when its page has arrived. Beside it runs what other threads of the process do (`helper`: garbage collection,
 * compression), and what the caller's process takes where it is on the same machine (`caller`). All of them share the cores.
 * In between the search waits for Redis, which all machines share, and for the engine.
 *
 * Times are milliseconds.
 *
 * @param {object} plan
 * @param {number} plan.machines
 * @param {number} plan.cores of each machine
 * @param {number} [plan.speed] share of the cores that nobody else uses, 0 to 1
 * @param {number} plan.processes of each machine
 * @param {{main: number, helper: number, caller?: number}} plan.cost of a search
 * @param {number} plan.engineDelay
 * @param {{operations: number, time: number, delay: number, servers?: number}} [plan.redis] of a search, of an operation, of
 *   the way there; of several servers each has a part of the keys
 * @param {number} [plan.callers] of each machine, each searching again once it is answered
 * @param {number} [plan.rate] searches a second of each machine, instead of callers
 * @param {number} [plan.seconds]
 * @param {number} [plan.seed]
 * @returns {{rate: number, p50: number, p99: number, cores: number, redis: number}} searches a second of all machines,
 *   milliseconds, and shares of the cores and of Redis that are busy
 */
export function simulate(plan) {
  const { machines, cores, speed = 1, seconds = 20, seed = 1 } = plan;
  const calendar = createCalendar();
  const random = seeded(seed);
  const store = createServers(calendar, plan.redis?.servers ?? 1);
  const times = [];
  const warm = seconds * 200; // the first fifth does not count
  const fleet = Array.from({ length: machines }, () => createMachine(calendar, { ...plan, speed }));
  const search = createSearch(calendar, { ...plan, store, random });
  for (const machine of fleet) begin(calendar, { ...plan, random }, (done) => run(machine, done));
  calendar.runUntil(seconds * 1000);
  const busy = fleet.reduce((sum, machine) => sum + machine.served(), 0);
  const sorted = times.sort((one, other) => one - other);
  return {
    rate: sorted.length / (seconds * 0.8),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cores: busy / (machines * cores * seconds * 1000),
    redis: store.served() / ((plan.redis?.servers ?? 1) * seconds * 1000),
  };

  function run(machine, done) {
    const start = calendar.now();
    search(machine, () => {
      if (calendar.now() > warm) times.push(calendar.now() - start);
      done();
    });
  }
}

/** Slices of processor time: a thread does one at a time, and the cores are shared by all of them. */
const slice = 4;

function createMachine(calendar, { cores, processes, speed }) {
  const shared = createServers(calendar, cores);
  const thread = () => createThread(shared, speed);
  const threads = Array.from({ length: processes }, () => ({ main: thread(), helper: thread() }));
  const caller = thread();
  let slot = 0;
  return { next: () => threads[slot++ % processes], caller, served: shared.served };
}

/** A thread: its work is done in its order, in slices on whichever core is free. */
function createThread(cores, speed) {
  const waiting = [];
  let isBusy = false;

  function next() {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    const { time, done } = waiting.shift();
    work(time / speed, done);
  }

  function work(left, done) {
    if (left <= 0) {
      isBusy = false;
      done();
      next();
      return;
    }
    cores.serve(Math.min(slice, left), () => work(left - slice, done));
  }

  return (time, done) => {
    waiting.push({ time, done });
    next();
  };
}

/** Share of a search's work that is done before its page is asked for. */
const before = 0.15;

/** How much the work of searches differs: from so much less than usual to so much more. */
const spread = 0.4;

function createSearch(
  calendar,
  { cost, engineDelay, redis: { operations = 0, time = 0, delay = 0 } = {}, store, random },
) {
  const ask = (done) => {
    if (operations === 0) return done();
    calendar.after(delay / 2, () => store.serve((operations / 2) * time, () => calendar.after(delay / 2, done)));
  };
  return (machine, done) => {
    const factor = 1 + spread * (2 * random() - 1);
    const { main, helper } = machine.next();
    const callers = (cost.caller ?? 0) / 2;
    machine.caller(callers, () =>
      main(cost.main * before, () =>
        ask(() =>
          calendar.after(engineDelay, () =>
            main(cost.main * (1 - before) * factor, () =>
              ask(() => {
                helper(cost.helper * factor, () => {});
                machine.caller(callers, done);
              }),
            ),
          ),
        ),
      ),
    );
  };
}

/** Starts the callers of a machine, or searches that come at random at a rate. */
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
