// Injects faults while servers run a job, and reconciles the ledger: lines, answers, searches asked (counted by the engine) and
// pages charged (as the owner's account says). Every line has a query of its own, so that work done twice is seen.
//
//   pnpm --filter @svc/server job:faults                                     every fault, jobs in Redis and in a folder, seed 1
//   pnpm --filter @svc/server job:faults --fault halt --seeds 20 --lines 800
//   pnpm --filter @svc/server job:faults --fault speed                       one server against three
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, checkOnce, headers, linesOf, startEngines, until } from './batch-service.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    fault: text('all'),
    seeds: text('1'),
    seed: text('1'),
    lines: text('400'),
    seconds: text('20'),
    delay: text('300'),
  },
});
const [seeds, firstSeed, lines, seconds, delay] = ['seeds', 'seed', 'lines', 'seconds', 'delay'].map((name) =>
  Number(values[name]),
);

/** Each fault: where jobs are kept, how many servers there are, what happens; and how often a job changes hands. */
const faults = {
  halt: { store: 'redis', servers: 2, takeovers: 1, inject: ({ servers }) => halted(servers[0].process) },
  kill: { store: 'redis', servers: 2, takeovers: 1, inject: (run) => killed(run, 0) },
  redis: { store: 'redis', servers: 2, takeovers: 2, inject: ({ redis }) => halted(redis.process) },
  both: {
    ...{ store: 'redis', servers: 2, takeovers: 3 },
    inject: ({ servers, redis }) => Promise.all([halted(servers[0].process), halted(redis.process)]),
  },
  mixed: {
    ...{ store: 'redis', servers: 3, takeovers: 4 },
    async inject(run) {
      await Promise.all([halted(run.servers[0].process), sleep(1_000 * run.random()).then(() => killed(run, 1))]);
      await halted(run.redis.process, 2);
    },
  },
  folder: { store: 'folder', servers: 2, takeovers: 1, inject: ({ servers }) => halted(servers[0].process) },
};

const chosen = values.fault === 'all' ? Object.keys(faults) : [values.fault];
const engines = await startEngines({ delay });
let isWrong = false;
try {
  if (values.fault === 'speed') await compareSpeed();
  else
    for (const name of chosen)
      for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1)
        await injected(name, seed).catch((error) => {
          isWrong = true;
          console.log(`${name}, seed ${seed}: WRONG: ${error.message}`);
        });
} finally {
  await engines.close();
}
process.exitCode = isWrong ? 1 : 0;

/** Runs a job with a fault at a random moment, and prints its ledger. */
async function injected(name, seed) {
  const { store, servers: count, takeovers, inject } = faults[name];
  const random = randomFrom(seed);
  const run = await openRun(store, count, random);
  const job = `${name}${seed}`;
  try {
    const id = await begin(run, job);
    const start = Math.floor((0.1 + 0.4 * random()) * lines);
    await until(async () => ((await progress(run, id))?.answered ?? 0) >= start, 600, `${start} answers`);
    await inject(run);
    await until(async () => (await progress(run, id))?.state === 'completed', 900, 'the end of the job');
    await sleep(2_000); // whoever was halted has noticed by then
    const { answered } = await progress(run, id);
    const answers = await answersOf(run, id);
    const asked = engines.asked(job);
    const charged = await chargedBy(run);
    checkOnce(answers, lines, job);
    const again = asked - lines;
    const isRight =
      answered === lines && again <= 20 * takeovers && Math.abs(charged - lines) <= Math.max(2, 0.02 * lines);
    isWrong ||= !isRight;
    console.log(
      `${name}, seed ${seed}: ${lines} lines, ${answers.length} answers, answered ${answered}, asked ${asked} (${again} again), charged ${charged}: ${isRight ? 'right' : 'WRONG'}`,
    );
  } finally {
    await run.close();
  }
}

async function compareSpeed() {
  const times = {};
  for (const count of [1, 3]) {
    const run = await openRun('redis', count, Math.random);
    try {
      const id = await begin(run, `speed${count}`);
      const began = performance.now();
      await until(async () => (await progress(run, id))?.state === 'completed', 900, 'the end of the job');
      times[count] = performance.now() - began;
      checkOnce(await answersOf(run, id), lines, `speed${count}`);
    } finally {
      await run.close();
    }
  }
  const ratio = times[1] / times[3];
  isWrong = ratio < 2.5;
  console.log(
    `${lines} lines, an engine that takes ${delay} ms: one server ${Math.round(times[1])} ms, three ${Math.round(times[3])} ms: ${ratio.toFixed(2)} times as fast`,
  );
}

async function openRun(store, count, random) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  const redis = await startRedis(folder);
  const env = {
    SVC_REDIS_URL: redis.url,
    SVC_BATCH_STORE: store,
    SVC_BATCH_FOLDER: join(folder, 'jobs'),
    SVC_CPU_BACKLOG: '0',
  };
  const servers = await Promise.all(Array.from({ length: count }, () => engines.start(env)));
  return {
    ...{ servers, redis, env, random },
    async close() {
      for (const server of servers) await server.kill();
      redis.process.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function begin({ servers }, job) {
  const accepted = await fetch(`${servers.at(-1).address}/api/v1/batches`, {
    method: 'POST',
    headers,
    body: linesOf(lines, job),
  });
  if (accepted.status !== 202) throw new Error(`The job was answered with ${accepted.status}`);
  return (await accepted.json()).id;
}

/** How far a job is, as any server says that answers. */
async function progress({ servers }, id) {
  for (const { address } of servers.toReversed()) {
    const response = await fetch(`${address}/api/v1/batches/${id}`, {
      headers,
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (response?.status === 200) return response.json();
  }
  return undefined;
}

async function answersOf({ servers }, id) {
  const { address } = servers.at(-1);
  return answersIn(await (await fetch(`${address}/api/v1/batches/${id}/results`, { headers })).text());
}

/** Pages that the key has paid for today. */
async function chargedBy({ servers }) {
  const { limits } = await (await fetch(`${servers.at(-1).address}/api/v1/account`, { headers })).json();
  return limits.day.used;
}

/** Halts a process as a suspended machine is, and lets it go on. */
async function halted(child, time = seconds) {
  child.kill('SIGSTOP');
  await sleep(time * 1000);
  child.kill('SIGCONT');
}

async function killed(run, index) {
  await run.servers[index].kill();
  run.servers[index] = await engines.start(run.env);
}

async function startRedis(folder) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  return {
    process: spawn('redis-server', [...place, ...durable], { stdio: 'ignore' }),
    url: `redis://127.0.0.1:${port}`,
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
