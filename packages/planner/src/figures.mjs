import { availableParallelism } from 'node:os';

/** Rounds values in stored files to keep them readable. */
export const round = (value) => Number(value.toPrecision(5));

/** The cost of a search, from two samples of all parts. @param times duration of each search in milliseconds */
export function figuresOf(before, after, times) {
  const count = times.length;
  const spent = (part, name) => after[part][name] - before[part][name];
  const [wall, redisCpu] = [after.wall - before.wall, total(after.redis, before.redis, 'cpu')];
  const known =
    spent('service', 'cpu') + spent('engine', 'cpu') + (after.own - before.own) + redisCpu + spent('pacer', 'cpu');
  const sorted = times.sort((one, other) => one - other);
  return {
    count,
    rate: round(count / (wall / 1000)),
    p50: round(sorted[Math.floor(count / 2)]),
    p99: round(sorted[Math.floor(count * 0.99)]),
    main: round(spent('service', 'main') / count),
    helper: round((spent('service', 'cpu') - spent('service', 'main')) / count),
    // Time in which the thread could do nothing else: its own work, and waiting such as for garbage collection.
    serial: round(spent('service', 'serial') / count),
    caller: round((after.own - before.own) / count),
    engine: round(spent('engine', 'cpu') / count),
    // Of a constant piece of work, see `pacer.mjs`.
    pace: round(spent('pacer', 'spent') / spent('pacer', 'works')),
    rss: round(after.service.rss),
    down: round(spent('engine', 'down') / count),
    up: round(spent('engine', 'up') / count),
    pages: round(spent('engine', 'requests') / count),
    handshakes: round(spent('engine', 'handshakes') / count),
    answer: round(spent('callers', 'answers') / count),
    redis: {
      commands: round(total(after.redis, before.redis, 'commands') / count),
      time: round(total(after.redis, before.redis, 'time') / count),
      cpu: round(redisCpu / count),
      bytes: round(total(after.redis, before.redis, 'bytes') / count),
      shares: after.redis.map((one, index) =>
        round((one.time - before.redis[index].time) / total(after.redis, before.redis, 'time')),
      ),
    },
    // The share of the cores that other processes have used meanwhile.
    others: round(Math.max(0, (after.machine - before.machine - known) / (wall * availableParallelism()))),
  };
}

/** The activity of several Redis servers between two samples, in total. */
export function total(after, before, name) {
  return after.reduce((sum, one, index) => sum + one[name] - before[index][name], 0);
}
