// Measures what a search costs the shared Redis: commands, including those in scripts, and CPU time of the thread that
// runs them, with an increasing number of active keys. Short slices of each number of keys alternate, and after every
// search a separate Redis, the pacer, runs a fixed piece of work: times are compared as multiples of the pacer's time,
// which is affected by the same load at the same moment. The result is the median over all slices, with a confidence
// interval from resampling, so that a busy machine widens the interval instead of making the result wrong.
//
//   pnpm --filter @svc/server redis:cost                        20, 200, 2,000 and 10,000 keys
//   pnpm --filter @svc/server redis:cost --keys 20,10000 --slices 60 --searches 200
//   pnpm --filter @svc/server redis:cost --keys 20,20,20,20     shows the error of the method itself
//   pnpm --filter @svc/server redis:cost --proxies 32           with 32 proxies
//   pnpm --filter @svc/server redis:cost --commands             also prints the calls and the time of each command
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePage } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';
import { Redis } from 'ioredis';
import { writeKeys } from './many-keys.mjs';
import { startRedis, usedBetween, usedBy } from './own-redis.mjs';
import { randomFrom } from './random.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    ...{ keys: text('20,200,2000,10000'), searches: text('150'), slices: text('40'), proxies: text('0') },
    commands: { type: 'boolean', default: false },
  },
});
const [searches, slices] = [Number(values.searches), Number(values.slices)];
/** Concurrent searches. */
const callers = 4;
/** GETs and SETs that the pacer runs after each search, in one pipeline. */
const pacerCommands = Array.from({ length: 12 }, (_, index) => [
  ['get', `pacer ${index}`],
  ['set', `pacer ${index}`, '1795450286364.060059', 'PX', 60_000],
]).flat();
/** Maximum commands of a search, and maximum deviation of its time from that with the fewest keys. */
const [maxCommands, tolerance] = [24, 0.1];
/** Milliseconds after which all writes caused by a search are done. */
const settling = 1_500;

const folder = await mkdtemp(join(tmpdir(), 'svc-cost-'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1)); // also ends Redis
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const agent = new Agent({ keepAlive: true, maxSockets: callers });
const pacer = await openRedis();
const setups = [];
try {
  for (const count of values.keys.split(',').map(Number)) setups.push(await openSetup(count));
  for (let slice = 0; slice < slices; slice += 1)
    for (let turn = 0; turn < setups.length; turn += 1) await runSlice(setups[(slice + turn) % setups.length]);
  await report();
} finally {
  agent.destroy();
  for (const { service } of setups) await service.stop();
  for (const redis of [pacer, ...setups.map((setup) => setup.redis)]) {
    redis.client.disconnect();
    redis.process.kill('SIGKILL');
  }
}

/** A service with its own Redis, in which every key has searched and so is active. */
async function openSetup(count) {
  const file = join(folder, `keys-${setups.length}.json`);
  const keys = await writeKeys(file, count);
  const redis = await openRedis();
  const service = await startService(readConfig(settings(file, redis)), { adapter: engine() });
  const setup = { count, keys, redis, service, next: 0, samples: [] };
  await searchAll(setup, Math.max(count, searches));
  await sleep(settling);
  const before = await usedBy(redis.client);
  await sleep(3_000);
  return { ...setup, idle: usedBetween(before, await usedBy(redis.client)) };
}

/** Takes the sample of the previous slice, and runs another one. */
async function runSlice(setup) {
  await takeSample(setup);
  const [before, pacerBefore] = [await usedBy(setup.redis.client), await usedBy(pacer.client)];
  await searchAll(setup, searches);
  setup.slice = { before, pace: usedBetween(pacerBefore, await usedBy(pacer.client)).micros / searches };
}

/**
 * A sample ends where the next slice of its setup begins, because some writes follow a search later. Activity without
 * searches is subtracted.
 */
async function takeSample({ slice, redis, idle, samples }) {
  if (slice === undefined) return;
  const spent = usedBetween(slice.before, await usedBy(redis.client));
  const own = (name) => (spent[name] - (idle[name] * spent.time) / idle.time) / searches;
  const stats = { commands: own('commands'), micros: own('micros'), paces: own('micros') / slice.pace };
  samples.push({ ...stats, byCommand: spent.byCommand });
}

async function report() {
  await sleep(settling);
  for (const setup of setups) await takeSample(setup);
  const [fewest] = setups;
  for (const { count, samples } of setups) {
    const of = (name) => median(samples.map((sample) => sample[name]));
    const growth = of('paces') / median(fewest.samples.map(({ paces }) => paces));
    const [low, high] = intervalOf(samples, fewest.samples);
    const verdict = verdictOf(low, high);
    if (of('commands') > maxCommands || (count !== fewest.count && verdict !== 'constant')) process.exitCode = 1;
    const cost = `${of('commands').toFixed(1)} commands, ${of('micros').toFixed(0)} µs, ${of('paces').toFixed(2)} paces`;
    const range = `× ${growth.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
    console.log(`${count} keys: ${cost} a search; ${range}: ${verdict}`);
  }
  if (values.commands) reportCommands();
}

/** Calls and microseconds of each command in a search; those of scripts include the commands that they run. */
function reportCommands() {
  const names = [...new Set(setups.flatMap(({ samples }) => samples.flatMap((one) => Object.keys(one.byCommand))))];
  for (const name of names.toSorted()) {
    const cells = setups.map(({ count, samples }) => {
      const [calls, micros] = ['calls', 'micros'].map(
        (part) => median(samples.map(({ byCommand }) => byCommand[name]?.[part] ?? 0)) / searches,
      );
      return `${count} keys ${calls.toFixed(2)} calls ${micros.toFixed(2)} µs`;
    });
    console.log(`${name}: ${cells.join(', ')}`);
  }
}

/** `undecided`: the machine was too busy for so few slices. */
function verdictOf(low, high) {
  if (low >= 1 - tolerance && high <= 1 + tolerance) return 'constant';
  return low > 1 + tolerance || high < 1 - tolerance ? 'NOT CONSTANT' : 'undecided, use more slices';
}

/** The 95 % confidence interval of the ratio of medians, from resampling the slices in pairs. */
function intervalOf(samples, fewest) {
  const random = randomFrom(1);
  const ratios = Array.from({ length: 2_000 }, () => {
    const picked = samples.map(() => Math.floor(random() * samples.length));
    return median(picked.map((at) => samples[at].paces)) / median(picked.map((at) => fewest[at].paces));
  }).sort((one, other) => one - other);
  return [ratios[50], ratios[1_949]];
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** Searches with one key after another; the pacer works after each search. */
async function searchAll(setup, count) {
  const { keys, service } = setup;
  const end = setup.next + count;
  const caller = async () => {
    while (setup.next < end) {
      const key = keys[setup.next % keys.length];
      setup.next += 1;
      await search(service.address, key, `number ${setup.next} of ${keys.length}`);
      await pacer.client.pipeline(pacerCommands).exec();
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

/**
 * An engine that responds at once, always with the same page except for the query, since generating pages takes longer
 * than parsing them.
 */
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
    SVC_REDIS_TIMEOUT_MS: '10000', // so that a busy machine is not mistaken for an unreachable Redis
    SVC_BATCH_FOLDER: join(folder, 'jobs'),
  };
}

/** A Redis with a client. */
async function openRedis() {
  const redis = await startRedis(folder, ['--save', '']);
  const client = new Redis(redis.url, { retryStrategy: () => 50 });
  client.on('error', () => undefined); // until it listens
  await client.ping();
  return { ...redis, client };
}
