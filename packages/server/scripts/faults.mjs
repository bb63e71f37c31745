// The faults that `job-faults.mjs` injects while servers run a job.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/**
 * For each fault: the job store, the number of servers and how many of them are of the other build, the fault itself, and how often a
 * job is taken over. A fault receives the run, how many seconds it may last, and the id of the job with the headers of its owner.
 */
export const faults = {
  halt: {
    store: 'redis',
    servers: 2,
    takeovers: 1,
    inject: ({ servers }, seconds) => halted(servers[0].process, seconds),
  },
  kill: { store: 'redis', servers: 2, takeovers: 1, inject: (run) => killed(run, 0) },
  redis: { store: 'redis', servers: 2, takeovers: 2, inject: ({ redis }, seconds) => halted(redis.process, seconds) },
  both: {
    ...{ store: 'redis', servers: 2, takeovers: 3 },
    inject: ({ servers, redis }, seconds) =>
      Promise.all([halted(servers[0].process, seconds), halted(redis.process, seconds)]),
  },
  mixed: {
    ...{ store: 'redis', servers: 3, takeovers: 4 },
    async inject(run, seconds) {
      await Promise.all([
        halted(run.servers[0].process, seconds),
        sleep(1_000 * run.random()).then(() => killed(run, 1)),
      ]);
      await halted(run.redis.process, 2);
    },
  },
  folder: {
    store: 'folder',
    servers: 2,
    takeovers: 1,
    inject: ({ servers }, seconds) => halted(servers[0].process, seconds),
  },
  // Redis answers each command up to two seconds late.
  slow: { store: 'redis', servers: 2, takeovers: 2, inject: slowed },
  // Redis refuses commands for one reason after the other.
  refuse: { store: 'redis', servers: 2, takeovers: 2, inject: refusing },
  // Redis evicts leases, counters and buckets, but nothing that answers depend on.
  evict: { store: 'redis', servers: 3, takeovers: 2, inject: evicting },
  // Two of three servers have a clock that is a day off.
  skew: { store: 'redis', servers: 3, takeovers: 0, skews: [0, -86_400_000, 86_400_000], inject: () => sleep(1_000) },
  // Callers that follow the answers vanish in the middle of them.
  vanish: { store: 'redis', servers: 3, takeovers: 0, inject: vanishing },
  // A server is halted again and again, for shorter and for longer than its leases last.
  again: { store: 'redis', servers: 3, takeovers: 4, inject: haltedAgain },
  // Servers of another build, see `--older`, are replaced one after the other.
  upgrade: { store: 'redis', servers: 2, older: 2, takeovers: 2, inject: upgraded },
  // A server of another build and one of this build work on a job, and take it over from each other.
  builds: {
    ...{ store: 'redis', servers: 2, older: 1, takeovers: 2 },
    async inject({ servers }, seconds) {
      for (const { process } of servers) await halted(process, seconds);
    },
  },
};

/** Halts a process, as on a suspended machine, and resumes it. */
async function halted(child, time) {
  child.kill('SIGSTOP');
  await sleep(time * 1000);
  child.kill('SIGCONT');
}

/** Settings of a server whose clock is so many milliseconds off. */
export function skewedBy(milliseconds) {
  if (milliseconds === undefined) return {};
  const clock = new URL('skewed-clock.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import ${clock}`, CLOCK_SKEW_MS: `${milliseconds}` };
}

/** Runs commands on the Redis of a run. */
async function onRedis({ redis }, work) {
  const client = new Redis(redis.url);
  client.on('error', () => undefined); // an error reply of a command is no fault of this one
  try {
    await work(client);
  } finally {
    client.disconnect();
  }
}

function slowed(run, seconds) {
  return onRedis(run, async (client) => {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(2_200))
      await client.client('PAUSE', 2_000, 'ALL');
  });
}

function refusing(run, seconds) {
  const time = (seconds * 1000) / 5;
  return onRedis(run, async (client) => {
    await client.config('SET', 'maxmemory', '1'); // OOM
    await sleep(time);
    await client.config('SET', 'maxmemory', '0');
    await client.config('SET', 'min-replicas-to-write', '1'); // NOREPLICAS
    await sleep(time);
    await client.config('SET', 'min-replicas-to-write', '0');
    await client.call('REPLICAOF', '127.0.0.1', '1'); // READONLY
    await sleep(time);
    await client.call('REPLICAOF', 'NO', 'ONE');
    await client.config('SET', 'busy-reply-threshold', '1'); // BUSY
    const busy = new Redis(run.redis.url);
    busy.eval('while true do end', 0).catch(() => undefined);
    await sleep(time);
    busy.disconnect();
    while (!(await client.ping().catch(() => undefined))) {
      await client.script('KILL').catch(() => undefined); // ended in the meantime
      await sleep(20);
    }
    await client.config('SET', 'busy-reply-threshold', '5000');
    for (const end = performance.now() + time; performance.now() < end; await sleep(5)) await client.script('FLUSH');
  });
}

function evicting(run, seconds) {
  return onRedis(run, async (client) => {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(300 * run.random())) {
      const keys = await client.keys('svc:2:*');
      const evicted = keys.filter((key) => /:(?:blocks|usage|rate|slots|search|health|counters):/.test(key));
      if (evicted.length > 0) await client.del(evicted[Math.floor(run.random() * evicted.length)]);
    }
  });
}

async function vanishing({ servers, random }, seconds, { id, headers }) {
  const follower = async (_, index) => {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const signal = AbortSignal.timeout(Math.ceil(500 * random()));
      const url = `${servers[index % servers.length].address}/api/v1/batches/${id}/results?follow=true`;
      await fetch(url, { headers, signal })
        .then((response) => response.text())
        .catch(() => undefined); // it has vanished
    }
  };
  await Promise.all(Array.from({ length: 12 }, follower));
}

async function haltedAgain({ servers, random }, seconds) {
  for (const time of [0.5, 2, 4, seconds]) {
    await halted(servers[0].process, time);
    await sleep(1_000 * random());
  }
}

/** Starts the successor of each server before that is stopped, as a rolling upgrade does. */
async function upgraded(run) {
  for (const [index, server] of run.servers.entries()) {
    const successor = await run.start(run.env);
    run.servers[index] = successor;
    await server.stop();
  }
}

async function killed(run, index) {
  await run.servers[index].kill();
  run.servers[index] = await run.start(run.env);
}
