/** Parts of a search's cost that grow with the page size, and those that are constant. */
const growing = ['main', 'helper', 'serial', 'caller', 'engine', 'down'];
const constant = ['up', 'answer', 'pages', 'handshakes'];
/** Those that are CPU times. */
const times = ['main', 'helper', 'serial', 'caller', 'engine'];

/**
 * Maximum characters of a string that Node.js stores on V8's heap (`EXTERN_APEX` in its `string_bytes.cc`). The memory of
 * longer strings is not on that heap and causes fewer page faults, so that a page of 1.1 MB can take less time than one
 * of 1 MB.
 */
const largestOnHeap = 1_031_913;

/**
 * How much the CPU time of a search changes with the pace, as a power: the pacer's work is interrupted more often and
 * finds colder caches than a busy service. Fitted to 76 runs of two days, with standard errors of 0.07 and 0.1.
 */
const cpuTimePaceExponent = 0.82;

/** The factor by which the CPU time of a search differs at another pace (see `pacer.mjs`). */
export function cpuTimeFactor(fromPace, toPace) {
  return (toPace / fromPace) ** cpuTimePaceExponent;
}

/** A run converted to another pace: the same work takes longer if other processes use the CPU caches. */
export function convertToPace(run, pace) {
  const factor = cpuTimeFactor(run.pace, pace);
  const all = { serial: run.main, ...run }; // older measurements lack it
  const scaled = Object.fromEntries(times.map((name) => [name, all[name] * factor]));
  return { ...run, ...scaled, redis: { ...run.redis, time: run.redis.time * factor }, pace };
}

/** The best pace of the measurements: that of an otherwise idle machine. */
export function bestPaceOf({ sizes, alone, two, cluster, pairs }) {
  return Math.min(...[...sizes, alone, two, cluster, ...pairs].map(({ pace }) => pace));
}

/**
 * Learns the cost of a search from measurements.
 *
 * @param {object} measured see `calibrations.mjs`: runs with several page sizes, and with one size without Redis, with
 * Clusters of two and three masters; and with two sizes with two processes
 */
export function fitModel(measured) {
  const pace = bestPaceOf(measured);
  const sizes = measured.sizes.map((run) => convertToPace(run, pace));
  const [alone, two, cluster] = ['alone', 'two', 'cluster'].map((name) => convertToPace(measured[name], pace));
  const pairs = measured.pairs.map((run) => convertToPace(run, pace));
  const [few, many] = [measured.exits.few, measured.exits.many].map((run) => convertToPace(run, pace));
  const through = (of) =>
    linesThrough(
      sizes.map((run) => [run.bytes, of(run)]),
      largestOnHeap,
    );
  const lines = Object.fromEntries(growing.map((name) => [name, through((run) => run[name])]));
  const means = Object.fromEntries(constant.map((name) => [name, mean(sizes.map((run) => run[name]))]));
  const redisLine = through((run) => run.redis.time);
  /** The run with one process and one Redis that differs from another only in these. */
  const like = (run) => sizes.find(({ bytes }) => bytes === run.bytes);
  const single = like(alone);
  /** Runs by number of masters. A Cluster of more than three costs as much as one of three. */
  const withMasters = [alone, single, two, cluster];
  /** Additional cost of other numbers of masters than one in the service. A difference of the wrong sign is noise. */
  const added = (name, masters) => {
    const difference = withMasters[Math.min(masters, 3)][name] - single[name];
    return masters === 0 ? Math.min(0, difference) : Math.max(0, difference);
  };
  /**
   * How much more a search costs if as many processes as cores are busy, and how much less in Redis, which then writes
   * for several at once.
   */
  const crowdedBy = (of) => mean(pairs.map((run) => of(run) / of(like(run))));
  const crowded = Object.fromEntries(times.map((name) => [name, crowdedBy((run) => run[name])]));
  const crowdedRedis = crowdedBy((run) => run.redis.time);

  /** Milliseconds and bytes of a search for a page of this size, with this many Redis masters (0 for none). */
  function costOf(bytes, masters, processes = 2) {
    const cost = { ...means, ...Object.fromEntries(growing.map((name) => [name, lines[name](bytes)])) };
    for (const name of ['main', 'helper', 'serial']) cost[name] += added(name, masters);
    const redis = redisLine(bytes) * (withMasters[Math.min(masters, 3)].redis.time / single.redis.time);
    const isCrowded = processes > 1;
    if (isCrowded) for (const name of times) cost[name] *= crowded[name];
    const ofRedis = isCrowded ? crowdedRedis : 1;
    return { ...cost, redis: redis * ofRedis };
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

/**
 * The straight lines that fit points best on each side of a limit: least squares of relative errors, as each measurement
 * is wrong by a share of its value.
 */
function linesThrough(points, limit) {
  const [below, above] = [false, true].map((isAbove) => lineThrough(points.filter(([x]) => x > limit === isAbove)));
  return (at) => Math.max(0, (at > limit ? above : below)(at));
}

function lineThrough(points) {
  const sum = (of) => points.reduce((total, [x, y]) => total + of(x, y) / y ** 2, 0);
  const weights = sum(() => 1);
  const [meanX, meanY] = [sum((x) => x) / weights, sum((_, y) => y) / weights];
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / sum((x) => (x - meanX) ** 2);
  return (at) => meanY + slope * (at - meanX);
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
