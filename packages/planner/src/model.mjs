/** Parts of a search's cost that grow with the page size, and those that are constant. */
const growing = ['main', 'helper', 'serial', 'caller', 'engine', 'down'];
const constant = ['up', 'answer', 'pages', 'handshakes'];
/** Those that are CPU times. */
const times = ['main', 'helper', 'serial', 'caller', 'engine'];

/**
 * A run converted to another pace: the same work takes longer if other processes use the CPU caches (see `pacer.mjs`).
 */
export function atPace(run, pace) {
  const factor = pace / run.pace;
  const all = { serial: run.main, ...run }; // older measurements lack it
  const scaled = Object.fromEntries(times.map((name) => [name, all[name] * factor]));
  return { ...run, ...scaled, redis: { ...run.redis, time: run.redis.time * factor }, pace };
}

/** The best pace of the measurements: that of an otherwise idle machine. */
export function paceOf({ sizes, alone, cluster, pair }) {
  return Math.min(...[...sizes, alone, cluster, pair].map(({ pace }) => pace));
}

/**
 * Learns the cost of a search from measurements.
 *
 * @param {object} measured see `calibrations.mjs`: runs with several page sizes, and with one size without Redis, with
 * a Cluster and with two processes
 */
export function learn(measured) {
  const pace = paceOf(measured);
  const sizes = measured.sizes.map((run) => atPace(run, pace));
  const [alone, cluster, pair] = [measured.alone, measured.cluster, measured.pair].map((run) => atPace(run, pace));
  const [few, many] = [measured.exits.few, measured.exits.many].map((run) => atPace(run, pace));
  const through = (of) => lineThrough(sizes.map((run) => [run.bytes, of(run)]));
  const lines = Object.fromEntries(growing.map((name) => [name, through((run) => run[name])]));
  const means = Object.fromEntries(constant.map((name) => [name, mean(sizes.map((run) => run[name]))]));
  const redisLine = through((run) => run.redis.time);
  const usual = sizes.find(({ bytes }) => bytes === alone.bytes);
  /**
   * Cost of using Redis in the service, on the main thread and on others, and the additional cost of a Cluster of
   * three.
   */
  const asking = (name) => Math.max(0, usual[name] - alone[name]);
  const spread = (name) => Math.max(0, cluster[name] - usual[name]);
  /**
   * How much more a search costs if as many processes as cores are busy, and how much less in Redis, which then writes
   * for several at once; from runs with the same number of callers per process.
   */
  const isComparable = pair.callers / pair.processes === usual.callers;
  const crowded = (name) => (isComparable ? pair[name] / usual[name] : 1);
  const crowdedRedis = isComparable ? pair.redis.time / usual.redis.time : 1;

  /**
   * Milliseconds and bytes of a search for a page of this size, with this many Redis masters (0 for none). A Cluster of
   * two adds half of what a Cluster of three adds.
   */
  function costOf(bytes, masters, processes = 2) {
    const clustered = Math.min(1, Math.max(0, masters - 1) / 2);
    const cost = { ...means, ...Object.fromEntries(growing.map((name) => [name, lines[name](bytes)])) };
    for (const name of ['main', 'helper', 'serial'])
      cost[name] += masters === 0 ? -asking(name) : clustered * spread(name);
    const redis = redisLine(bytes) * (1 + clustered * (cluster.redis.time / usual.redis.time - 1));
    const isCrowded = processes > 1;
    if (isCrowded) for (const name of times) cost[name] *= crowded(name);
    const ofRedis = isCrowded ? crowdedRedis : 1;
    return { ...cost, redis: masters === 0 ? 0 : redis * ofRedis };
  }

  return {
    costOf,
    /**
     * Redis milliseconds per second for each process, and for each proxy whose health a process reads; both are
     * independent of searches.
     */
    standing: {
      process: measured.idle.micros / 1000,
      exit: Math.max(0, (many.redis.time * many.rate - few.redis.time * few.rate) / many.exits),
    },
    /** Load of the busiest of several masters, relative to an equal share. */
    imbalance: Math.max(...cluster.redis.shares) * cluster.redis.shares.length,
  };
}

/** Piecewise linear interpolation, which extends the first and last segments. */
function lineThrough(points) {
  const sorted = points.sort(([one], [other]) => one - other);
  return (at) => {
    const after = sorted.findIndex(([x], index) => index > 0 && (at <= x || index === sorted.length - 1));
    const [[fromX, fromY], [toX, toY]] = [sorted[after - 1], sorted[after]];
    return Math.max(0, fromY + ((at - fromX) / (toX - fromX)) * (toY - fromY));
  };
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
