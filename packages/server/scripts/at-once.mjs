// Sends 300 searches at once with a limit of 50: checks that all are answered, and how long after its deadline the last
// one is.
//
//   pnpm --filter @svc/server at-once          fails if one is not answered, or more than 100 ms after its deadline
//
// The service runs in a separate process, and its engine responds after a second. Times start when a caller sends. The
// load by other programs is printed too; with a core for each process, it is almost zero.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig, startService } from '@svc/server';

const key = 'the-key-of-three-hundred';
const atOnce = 300;
const room = 50;
const tolerance = 100;
const engineDelay = 1_000;
/** Time for one round of searches, for two, and for all of them. */
const searchTimes = [1_500, 2_500, 20_000];

if (process.argv[2] === 'serve') await serve(Number(process.argv[3]));
else process.exitCode = await measure();

/** Runs the service, sends its URL to the parent process, and on request how long its event loop was delayed. */
async function serve(searchTime) {
  const folder = new URL('../../../fixtures/pages/gamma.search/typical/', import.meta.url);
  const { query } = JSON.parse(readFileSync(new URL('meta.json', folder), 'utf8'));
  const page = readFileSync(new URL('page.html', folder), 'utf8');
  const adapter = async (request, { signal }) => {
    await sleep(engineDelay, undefined, { signal });
    const body = Buffer.from(page.replaceAll(query, request.query));
    return { url: request.url, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
  };
  const config = readConfig({
    SVC_API_KEYS: key,
    SVC_PORT: '0',
    SVC_REPLAY_FOLDER: '.',
    SVC_LOG_LEVEL: 'silent',
    SVC_RATE_LIMIT: '1000000',
    SVC_MAX_SEARCHES: String(room),
    SVC_KEY_SEARCHES: String(atOnce),
    SVC_SEARCH_TIMEOUT_MS: String(searchTime),
    SVC_QUEUE_TIMEOUT_MS: String(searchTime),
  });
  const { address } = await startService(config, { adapter });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let before;
  process.on('message', (message) => {
    if (message === 'start') {
      delay.enable();
      before = starvation();
    } else process.send({ delay: Math.round(delay.max / 1e6), starved: starvation() - before });
  });
  process.send({ address });
}

/** Milliseconds for which this process was ready to run without getting a core, if the system counts them. */
function starvation() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Math.round(Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6) : undefined;
}

/** Measures with each search timeout; returns the exit code. */
async function measure() {
  const table = {};
  for (const searchTime of searchTimes) table[`deadline of ${searchTime} ms`] = await burst(searchTime);
  console.table(table);
  const isMissed = ({ answered, 'last after the deadline': late }) => answered < atOnce || late > tolerance;
  return Object.values(table).some(isMissed) ? 1 : 0;
}

async function burst(searchTime) {
  const child = fork(fileURLToPath(import.meta.url), ['serve', searchTime]);
  try {
    const [{ address }] = await once(child, 'message');
    await askAll(address, 100, `first ${searchTime}`); // compiles the code for successful and rejected searches
    child.send('start');
    const before = starvation();
    const ends = await askAll(address, atOnce, `then ${searchTime}`);
    child.send('end');
    const [{ delay, starved }] = await once(child, 'message');
    const count = (...statuses) => ends.filter(({ status }) => statuses.includes(status)).length;
    return {
      answered: count(200, 503, 504),
      200: count(200),
      503: count(503),
      504: count(504),
      'last after the deadline': Math.round(Math.max(...ends.map(({ took }) => took)) - searchTime),
      'loop held up': delay,
      'service without a core': starved,
      'callers without a core': starvation() - before,
    };
  } finally {
    child.kill();
  }
}

async function askAll(address, count, words) {
  const agent = new Agent({ keepAlive: true });
  const ends = await Promise.all(Array.from({ length: count }, (_, index) => ask(address, agent, `${words} ${index}`)));
  agent.destroy();
  return ends;
}

/** Sends a search; returns its status, 0 without a response, and the duration in milliseconds. */
function ask(address, agent, query) {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (status) => resolve({ status, took: performance.now() - start });
    const sent = request(`${address}/api/v1/gamma/search`, { method: 'POST', agent, headers }, (response) => {
      response
        .resume()
        .on('end', () => end(response.statusCode))
        .on('error', () => end(0));
    });
    sent.on('error', () => end(0)).end(JSON.stringify({ query }));
  });
}
