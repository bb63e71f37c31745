// Measures what the planner begins with and what it is checked with, and writes measured.json. On a machine that does nothing else:
//
//   pnpm --filter @svc/planner plan:measure              20 seconds for each figure
//   pnpm --filter @svc/planner plan:measure 5            other seconds
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { startRedis } from './redis.mjs';

const seconds = Number(process.argv[2] ?? 20);
const key = 'key-of-the-planner';
const engineDelay = 100;
const usual = 560_000;
/** Searches at once that leave a core some rest, and those that do not. */
const [few, many] = [8, 24];
let searches = 0;

const load = loadavg()[0];
const costs = [];
for (const bytes of [100_000, usual, 900_000]) costs.push(await costOf(bytes));
const checks = [];
for (const processes of [1, 2]) checks.push(await throughputOf(processes));
const redis = await redisCost();
const measured = {
  date: new Date().toISOString().slice(0, 10),
  machine: { processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.versions.node },
  load_average_before: load,
  engine_delay: engineDelay,
  costs,
  checks,
  redis,
};
writeFileSync(fileURLToPath(new URL('measured.json', import.meta.url)), `${JSON.stringify(measured, null, 2)}\n`);
console.log(JSON.stringify(measured, null, 2));

/** What a search takes, of a page of so many bytes, a few at a time. */
async function costOf(bytes) {
  const service = await start(bytes);
  try {
    await searchFor([service], many, Math.max(8, seconds)); // until all is compiled
    const { count, spent, caller, received } = await spentIn([service], few);
    const main = spent.active / count;
    return {
      page_bytes: service.bytes,
      answer_bytes: Math.round(received / count),
      main: round(Math.min(main, spent.cpu / count)),
      helper: round(Math.max(0, spent.cpu / count - main)),
      caller: round(caller / count),
      rss: spent.rss,
    };
  } finally {
    await service.stop();
  }
}

/** Searches a second of so many processes whose callers never rest. */
async function throughputOf(processes) {
  const services = await Promise.all(Array.from({ length: processes }, () => start(usual)));
  const callers = many * processes;
  try {
    await searchFor(services, callers, Math.max(8, seconds));
    const { count, spent, caller, wall, others } = await spentIn(services, callers);
    const cpu = round(spent.cpu / count);
    const rate = round(count / (wall / 1000));
    return { processes, callers, rate, cpu, caller: round(caller / count), others: round(others) };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** What a search asks of the Redis that machines share: operations, and the milliseconds of each. */
async function redisCost() {
  const server = await startRedis();
  const service = await start(usual, { SVC_REDIS_URL: server.url });
  try {
    await searchFor([service], 4, 2);
    const before = await server.used();
    const { count } = await searchFor([service], 4, seconds / 2);
    const after = await server.used();
    const operations = after.operations - before.operations;
    return { operations: round(operations / count), time: round((after.time - before.time) / operations) };
  } finally {
    await service.stop();
    await server.stop();
  }
}

async function spentIn(services, callers) {
  const usage = async () => (await Promise.all(services.map((service) => service.usage()))).reduce(sum);
  const [before, own, machine, start] = [await usage(), ownTime(), machineTime(), performance.now()];
  const { count, received } = await searchFor(services, callers, seconds);
  const wall = performance.now() - start;
  const after = await usage();
  const [caller, busy] = [ownTime() - own, machineTime() - machine];
  const spent = { cpu: after.cpu - before.cpu, active: after.active - before.active, rss: after.rss };
  // The share of the cores that others have used meanwhile.
  const others = Math.max(0, (busy - spent.cpu - caller) / (wall * availableParallelism()));
  return { count, received, spent, caller, wall, others };
}

function sum(one, other) {
  return { cpu: one.cpu + other.cpu, active: one.active + other.active, rss: one.rss + other.rss };
}

function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor that anybody has used. */
function machineTime() {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) * 10;
}

async function start(bytes, env = {}) {
  const child = fork(fileURLToPath(new URL('child.mjs', import.meta.url)), [`${bytes}`, `${engineDelay}`], {
    env: {
      PATH: process.env.PATH,
      SVC_API_KEYS: key,
      SVC_PORT: '0',
      SVC_REPLAY_FOLDER: '.',
      SVC_LOG_LEVEL: 'error',
      SVC_RATE_LIMIT: '1000000',
      SVC_MAX_SEARCHES: '1000',
      SVC_PROXY_SEARCHES: '1000',
      SVC_KEY_SEARCHES: '1000',
      SVC_CPU_BACKLOG: '0',
      SVC_READING_THREADS: '0', // as where each core has a process
      ...env,
    },
    execArgv: ['--max-semi-space-size=64'], // as workers have it
  });
  const [{ address, bytes: size }] = await once(child, 'message');
  return {
    address,
    bytes: size,
    async usage() {
      child.send('usage');
      return (await once(child, 'message'))[0];
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Searches with callers that search again once they are answered. */
async function searchFor(services, callers, length) {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + length * 1000;
  let count = 0;
  let received = 0;
  const caller = async (_, index) => {
    const { address } = services[index % services.length];
    while (performance.now() < end) {
      const bytes = await search(agent, address);
      received += bytes; // after the wait: others have added to it meanwhile
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  return { count, received };
}

/** Searches for what nobody else does; the bytes of the answer. */
function search(agent, address) {
  searches += 1;
  const body = JSON.stringify({ query: 'harbour ferry timetable', tbs: `plan:${searches}` });
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/v1/alpha/search`, { method: 'POST', agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`A search was answered with ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
