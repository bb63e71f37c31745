/** Parts of a search's cost that grow with its page, and those that do not. */
const growing = ['main', 'helper', 'caller', 'engine', 'down'];
const constant = ['up', 'answer', 'pages', 'handshakes'];

/**
 * Learns from measurements what a search costs.
 *
 * @param {object} measured see `measure.mjs`: runs over pages of several sizes, and of one size without Redis and with a Cluster
 */
export function learn({ sizes, alone, cluster, idle, exits }) {
  const lines = Object.fromEntries(
    growing.map((name) => [name, lineThrough(sizes.map((run) => [run.bytes, run[name]]))]),
  );
  const means = Object.fromEntries(constant.map((name) => [name, mean(sizes.map((run) => run[name]))]));
  const redis = mean(sizes.map((run) => run.redis.time));
  const usual = sizes.find(({ bytes }) => bytes === alone.bytes);
  /** What asking Redis takes in the service, of its thread and beside it; and what a Cluster adds. */
  const asking = ['main', 'helper'].map((name) => Math.max(0, usual[name] - alone[name]));
  const spread = ['main', 'helper'].map((name) => Math.max(0, cluster[name] - usual[name]));

  /** Of a search: without Redis, with one, with a Cluster. */
  const redisTimes = [0, redis, cluster.redis.time];

  /** Milliseconds and bytes of a search of a page of so many bytes, with so many Redis (0 for none). */
  function costOf(bytes, masters) {
    const cost = { ...means, ...Object.fromEntries(growing.map((name) => [name, lines[name](bytes)])) };
    const [main, helper] = ['main', 'helper'].map(
      (name, index) => cost[name] - (masters === 0 ? asking[index] : 0) + (masters > 1 ? spread[index] : 0),
    );
    return { ...cost, main, helper, redis: redisTimes[Math.min(2, masters)] };
  }

  return {
    costOf,
    /** Milliseconds of Redis a second for each process, and for each proxy that a process reads how it fares: neither is for a search. */
    standing: {
      process: idle.micros / 1000,
      exit: Math.max(0, (exits.many.time * exits.many.rate - exits.few.time * exits.few.rate) / exits.many.exits),
    },
    /** How much more than its part the busiest of several masters does. */
    imbalance: Math.max(...cluster.redis.shares) * cluster.redis.shares.length,
  };
}

/** The line that is least wrong in proportion, through points of which each second number is above 0. */
function lineThrough(points) {
  const sum = (of) => points.reduce((total, [x, y]) => total + of(x, y) / y ** 2, 0);
  const [weight, x, y, xx, xy] = [() => 1, (x) => x, (_, y) => y, (x) => x * x, (x, y) => x * y].map(sum);
  const slope = (weight * xy - x * y) / (weight * xx - x * x);
  const start = (y - slope * x) / weight;
  return (at) => Math.max(0, start + slope * at);
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
