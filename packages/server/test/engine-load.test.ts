import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedFault } from '@svc/fixtures';
import { afterEach, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { type Answer, type Engines, startEngines } from './helpers/engines.js';
import { collectGarbage } from './helpers/garbage.js';

let engines: Engines | undefined;
afterEach(async () => {
  await engines?.close();
  engines = undefined;
});

/**
 * Sends searches to all endpoints, with limited concurrency; returns the answers with their durations in milliseconds.
 */
async function load(
  { ask }: Engines,
  { queries, atOnce }: { queries: readonly string[]; atOnce: number },
): Promise<{ answer: Answer; took: number }[]> {
  const waiting = queries.map((query, index) => ({ query, endpoint: endpoints[index % endpoints.length]! }));
  const answered: { answer: Answer; took: number }[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const start = performance.now();
      const answer = await ask(next.endpoint, { query: next.query });
      answered.push({ answer, took: performance.now() - start });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answered;
}

function queriesOf(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index}`);
}

function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)} ms`;
}

/** Open sockets and servers of this process, by kind. */
function openHandles(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => /^(TCP|TLS|HTTP)/.test(kind));
}

test('150 searches, 20 at a time, are all answered and leave no open handles', async () => {
  const before = openHandles();
  engines = await startEngines();
  const start = performance.now();
  const answered = await load(engines, { queries: queriesOf(150, 'load'), atOnce: 20 });
  const seconds = (performance.now() - start) / 1000;
  const failed = answered.filter(({ answer }) => answer.status !== 200);
  expect(failed.map(({ answer }) => answer.body)).toEqual([]);
  expect(answered).toHaveLength(150);
  expect(engines.simulator.requests).toHaveLength(150);
  await engines.close();
  engines = undefined;
  await expect.poll(openHandles).toEqual(before);
  const times = answered.map(({ took }) => took);
  console.info(
    `150 searches in ${seconds.toFixed(1)} s, p50 ${percentile(times, 0.5)}, p99 ${percentile(times, 0.99)}; engine and caller in the same process`,
  );
});

test('150 concurrent searches with a limit of 50 all wait for a slot and are answered', async () => {
  const timeout = '150000'; // enough time for a busy machine to parse 150 pages
  engines = await startEngines({
    SVC_MAX_SEARCHES: '50',
    SVC_SEARCH_TIMEOUT_MS: timeout,
    SVC_QUEUE_TIMEOUT_MS: timeout,
  });
  const answered = await load(engines, { queries: queriesOf(150, 'burst'), atOnce: 150 });
  expect(answered.map(({ answer }) => answer.status).filter((status) => status !== 200)).toEqual([]);
});

test('a stuck engine does not delay another', async () => {
  engines = await startEngines({ SVC_SEARCH_TIMEOUT_MS: '8000', SVC_MAX_SEARCHES: '50' });
  const [beta, gamma] = ['beta.search', 'gamma.search'].map((name) => endpoints.find((one) => one.name === name)!);
  const { ask, simulator } = engines;
  const stuck = queriesOf(40, 'stuck').map((query) => ask(beta!, { query: `${query} sim:slow` }));
  await expect.poll(() => simulator.requests.length).toBe(40); // the share of one key
  const answers = await Promise.all(queriesOf(20, 'free').map((query) => ask(gamma!, { query })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set((await Promise.all(stuck)).map(({ body }) => body.code))).toEqual(new Set(['upstream_timeout']));
});

/** Faults that involve no waiting. */
const quick: readonly SimulatedFault[] = [
  'captcha',
  'forbidden',
  'js_wall',
  'consent',
  'truncated',
  'reset',
  'shell',
  'huge',
];

/** Heap in use after garbage collection, in bytes. */
async function heapInUse(): Promise<number> {
  await sleep(50); // closed sockets are released
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const rounds = 6;
const perRound = 40;
/** The simulator keeps each request, about 3 kB, and half of the searches make two. A leaked page would be 50 kB. */
const keptBySimulator = perRound * 1.5 * 8_000;

test('memory does not grow over rounds of successful and failing searches', async () => {
  engines = await startEngines({
    SVC_ATTEMPTS: '2',
    SVC_CACHE: 'memory',
    SVC_CACHE_MEGABYTES: '1',
    SVC_CIRCUIT_FAILURES: '0', // half of the searches fail
    SVC_RETRY_PERCENT: '100',
  });
  const heap: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const queries = queriesOf(perRound, `soak ${round}`).map((query, index) => {
      const turn = Math.floor(index / endpoints.length);
      return turn % 2 === 0 ? query : `${query} sim:${quick[(index + round) % quick.length]}`;
    });
    const answered = await load(engines, { queries, atOnce: 10 });
    const statuses = new Set(answered.map(({ answer }) => answer.status));
    expect([...statuses].toSorted()).toEqual([200, 502]);
    heap.push(await heapInUse());
  }
  const growth = heap.slice(1).map((bytes, index) => bytes - heap[index]!);
  console.info(`Heap after each round, MB: ${heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')}`);
  // A leak shows in every round; one or two rounds may grow because of compiled code or caches.
  const steady = growth.toSorted((a, b) => a - b)[Math.floor(growth.length / 2)];
  expect(steady).toBeLessThan(keptBySimulator);
});
