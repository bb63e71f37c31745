// What a search asks of the Redis that processes share, by its own statistics: commands, those within scripts included, and
// processor time, with more and more keys that are active. All of them are measured in turn, round after round, each with a service
// and a Redis of its own, so that what else the machine does meets them alike; the median of the rounds counts. Beside each, a bare
// Redis does as many plain commands over as many keys: what that takes longer with more of them is due to the caches of the processor.
//
//   pnpm --filter @svc/server redis:cost                        20, 200, 2,000 and 10,000 keys
//   pnpm --filter @svc/server redis:cost --keys 20,1000 --searches 500 --rounds 9
//   pnpm --filter @svc/server redis:cost --keys 20,20,20,20     how much the same measurement differs from itself
//   pnpm --filter @svc/server redis:cost --proxies 32           through so many proxies
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePage } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';
import { Redis } from 'ioredis';
import { writeKeys } from './many-keys.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: { keys: text('20,200,2000,10000'), searches: text('1000'), rounds: text('7'), proxies: text('0') },
});
const [searches, rounds] = [Number(values.searches), Number(values.rounds)];
/** Searches at once. */
const callers = 4;
/** What a bare Redis is asked for each search: a GET and a SET for each of these kinds of keys, so many times. */
const [bareKinds, bareTurns] = [['rate', 'usage', 'slots'], 4];
let bareNext = 0;
/** Most that a search may ask for; its time may differ from that with the fewest keys by so much, beside what a bare Redis does. */
const [mostCommands, tolerance] = [24, 0.1];

const folder = await mkdtemp(join(tmpdir(), 'svc-cost-'));
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const setups = [];
try {
  for (const count of values.keys.split(',').map(Number)) setups.push(await openSetup(count));
  for (let round = 0; round < rounds; round += 1)
    for (let turn = 0; turn < setups.length; turn += 1) {
      const setup = setups[(round + turn) % setups.length];
      setup.runs.push({ ...(await measured(setup)), ...(await measuredBare(setup)) });
    }
  report();
} finally {
  agent.destroy();
  for (const { service, redis, bare } of setups) {
    await service.stop();
    for (const { process, client } of [redis, bare]) {
      client.disconnect();
      process.kill('SIGKILL');
    }
  }
  await rm(folder, { recursive: true, force: true });
}

/** A service on a Redis, whose keys have all searched, so that all are active. */
async function openSetup(count) {
  const file = join(folder, `keys-${setups.length}.json`);
  const keys = await writeKeys(file, count);
  const [redis, bare] = [await startRedis(), await startRedis()];
  const service = await startService(readConfig(settings(file, redis)), { adapter: engine() });
  const setup = { count, keys, redis, bare, service, next: 0, runs: [] };
  await searchAll(setup, Math.max(count, searches));
  await askAll(setup, Math.max(count, searches));
  return setup;
}

/** The next of the keys search, one after the other. What is written down later counts too; what is done without searches does not. */
async function measured(setup) {
  const { redis } = setup;
  await sleep(1_500);
  const idle = await spentIn(redis, () => sleep(3_000));
  const spent = await spentIn(redis, async () => {
    await searchAll(setup, searches);
    await sleep(1_500);
  });
  const own = (name) => (spent[name] - (idle[name] * spent.time) / idle.time) / searches;
  return { commands: own('commands'), micros: own('micros') };
}

/** As many plain commands as a search runs, over strings of the next of the keys. */
async function measuredBare(setup) {
  const spent = await spentIn(setup.bare, () => askAll(setup, searches));
  return { bare: spent.micros / searches };
}

async function askAll({ bare: { client }, keys }, count) {
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const key = keys[(bareNext + next++) % keys.length];
      for (let turn = 0; turn < bareTurns; turn += 1) {
        const names = bareKinds.map((kind) => `svc:2:${kind}:{${key}}`);
        await client
          .pipeline(
            names.flatMap((name) => [
              ['get', name],
              ['set', name, '1795450286364.060059', 'PX', 60_000],
            ]),
          )
          .exec();
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  bareNext += count;
}

function report() {
  const medians = setups.map(({ runs }) =>
    Object.fromEntries(['micros', 'commands', 'bare'].map((name) => [name, middle(runs, name)])),
  );
  const growth = (index, name) => medians[index][name] / medians[0][name];
  for (const [index, { count, runs }] of setups.entries()) {
    const { commands, micros, bare } = medians[index];
    const [ratio, ofCaches] = [growth(index, 'micros'), growth(index, 'bare')];
    const all = runs.map((run) => run.micros);
    const range = `${runs.length} rounds of ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} µs`;
    // A search may not come to take less because other commands do.
    if (commands > mostCommands || ratio < 1 - tolerance || ratio / Math.max(1, ofCaches) > 1 + tolerance)
      process.exitCode = 1;
    console.log(
      `${count} keys: ${commands.toFixed(1)} commands and ${micros.toFixed(0)} µs of Redis a search (${ratio.toFixed(2)}); ${range}; bare: ${bare.toFixed(0)} µs (${ofCaches.toFixed(2)})`,
    );
  }
}

function middle(runs, name) {
  const sorted = runs.map((run) => run[name]).sort((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

async function spentIn(redis, work) {
  const [before, began] = [await used(redis), performance.now()];
  await work();
  const after = await used(redis);
  return { ...difference(after, before), time: performance.now() - began };
}

function difference(after, before) {
  return { commands: after.commands - before.commands, micros: after.micros - before.micros };
}

/** Calls of commands but those of this script, and microseconds of the processor in the thread that runs them. */
async function used(redis) {
  const stats = await redis.client.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)];
  const commands = calls
    .filter(([, name]) => !['info', 'flushall', 'ping'].includes(name))
    .reduce((sum, [, , number]) => sum + Number(number), 0);
  const cpu = await redis.client.info('cpu');
  const seconds = (name) => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(cpu)?.[1]);
  return { commands, micros: 1e6 * (seconds('used_cpu_user_main_thread') + seconds('used_cpu_sys_main_thread')) };
}

async function searchAll(setup, count) {
  const { keys, service } = setup;
  const end = setup.next + count;
  const caller = async () => {
    while (setup.next < end) {
      const key = keys[setup.next % keys.length];
      setup.next += 1;
      await search(service.address, key, `number ${setup.next} of ${keys.length}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

function search(address, key, query) {
  const body = JSON.stringify({ query });
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/v1/gamma/search`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`Answered with ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An engine that answers at once, always with the same page but for the query: to make one takes longer than to read it. */
function engine() {
  const mark = 'the-query-of-the-search';
  const page = makePage({ operation: 'gamma.search', seed: 'cost', query: mark }).body.split(mark);
  const headers = { 'content-type': 'text/html; charset=UTF-8' };
  return async ({ url }) => {
    const query = new URL(url).searchParams.get('q');
    return { url, status: 200, headers, body: Buffer.from(page.join(query)) };
  };
}

function settings(file, redis) {
  const proxies = Array.from(
    { length: Number(values.proxies) },
    (_, index) => `http://exit${index}:secret@127.0.0.1:9`,
  );
  return {
    ...(proxies.length > 0 && { SVC_PROXIES: proxies.join(',') }),
    ...{ SVC_KEYS_FILE: file, SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_REDIS_URL: redis.url },
    ...{ SVC_REPLAY_FOLDER: '.', SVC_RATE_LIMIT: '1000000', SVC_PROXY_SEARCHES: '100', SVC_CPU_BACKLOG: '0' },
    SVC_BATCH_FOLDER: join(folder, 'jobs'),
  };
}

async function startRedis() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const server = spawn('redis-server', place, { stdio: 'ignore' });
  const client = new Redis(`redis://127.0.0.1:${port}`, { retryStrategy: () => 50 });
  client.on('error', () => undefined); // until it listens
  await client.ping();
  return { process: server, client, url: `redis://127.0.0.1:${port}` };
}
