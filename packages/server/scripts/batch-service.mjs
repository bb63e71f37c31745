// Shared by the batch commands: simulated engines, and a service in a separate process that uses them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@svc/fixtures';
import { endWithThis } from './own-redis.mjs';

const key = 'key-of-the-batch-commands';
/** Another key, whose searches are not charged to the owner of the batch. */
const otherKey = 'another-key-of-the-batch-commands';
export const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' };

/** Searches with different queries. */
export function linesOf(count, name) {
  const line = (index) => ({ id: `${name}-${index}`, operation: 'gamma.search', query: `${name} number ${index}` });
  return Array.from({ length: count }, (_, index) => `${JSON.stringify(line(index))}\n`).join('');
}

/** Starts the engines. `start` starts the service, again after each kill. */
export async function startEngines({ delay = 0 } = {}) {
  // Counted here, as the simulator keeps only its last requests.
  const counts = new Map();
  const simulator = await startSimulator({
    scenario({ query }) {
      const [name] = query.split(' ');
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return undefined; // every response is successful
    },
  });
  const longest = new Map();
  const slow = await delayedBy(delay, simulator.origin, (url, took) => {
    const [name] = new URL(url, simulator.origin).searchParams.get('q')?.split(' ') ?? [];
    longest.set(name, Math.max(took, longest.get(name) ?? 0));
  });
  return {
    /** Number of requests for the lines with this name. */
    requestCount: (name) => counts.get(name) ?? 0,
    /**
     * The longest request for these lines in milliseconds, which on a busy machine may exceed the timeout of the
     * service.
     */
    longest: (name) => longest.get(name) ?? 0,
    /** @param build the folder of another build of the repository that the service is started from */
    start: (env, build) => startService({ SVC_ADAPTER: 'http', SVC_GATEWAY: slow.origin, ...env }, build),
    async close() {
      slow.close();
      await simulator.close();
    },
  };
}

/**
 * Forwards requests with a delay in milliseconds, as a slow engine would. @param onAnswer receives the duration of each
 * request
 */
async function delayedBy(delay, origin, onAnswer) {
  if (delay === 0) return { origin, close: () => undefined };
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (received, response) => {
    const began = performance.now();
    await sleep(delay);
    const { method, headers, url } = received;
    const forward = () => {
      const sent = request(`${origin}${url}`, { method, headers, agent }, (answer) => {
        onAnswer(url, performance.now() - began);
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      // The engine may have closed an idle connection at the same moment.
      sent.on('error', () => (sent.reusedSocket ? forward() : response.destroy()));
      sent.end();
    };
    received.resume();
    forward();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

async function startService(env, build) {
  const script =
    build === undefined
      ? fileURLToPath(new URL('./batch-child.mjs', import.meta.url))
      : join(build, 'packages/server/scripts/batch-child.mjs');
  const child = fork(script, [], {
    execArgv: ['--expose-gc'],
    env: {
      PATH: process.env.PATH,
      SVC_API_KEYS: `${key},${otherKey}`,
      SVC_PORT: '0',
      SVC_LOG_LEVEL: 'error',
      SVC_RATE_LIMIT: '1000000',
      SVC_PROXY_SEARCHES: '100',
      ...env,
    },
  });
  endWithThis(child);
  const [address] = await once(child, 'message');
  return {
    address,
    process: child,
    /** Bytes of heap in use after garbage collection, and of the whole process. */
    async memory() {
      child.send('memory');
      const [used] = await once(child, 'message');
      return used;
    },
    /** Stops the service gracefully. */
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Searches until a service answers: on a busy machine its first searches, for which code is still compiled, may take longer than
 * an attempt may.
 */
export async function warmUp({ address }) {
  const body = () => JSON.stringify({ query: `warm ${performance.now()}` });
  const headers = { 'x-api-key': otherKey, 'content-type': 'application/json' };
  const search = () => fetch(`${address}/api/v1/gamma/search`, { method: 'POST', headers, body: body() });
  for (let found = 0; found < 3; ) if ((await search()).status === 200) found += 1;
}

/** The answers in a response of lines. */
export function answersIn(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** Whether an answer belongs to its line: the links of its results contain the query. */
export function isAnswerTo({ id, line, status, body }, name) {
  const index = Number(id.slice(name.length + 1));
  const isFor = ({ link }) => link.endsWith(`${name}-number-${index}`);
  return status === 200 && line === index + 1 && body.organic_results.some(isFor);
}

/** Throws unless every id is answered once, with results. */
export function checkOnce(answers, count, name) {
  const ids = new Set(answers.map(({ id }) => id));
  const failed = answers.filter(({ status }) => status !== 200);
  if (answers.length !== count || ids.size !== count || !ids.has(`${name}-${count - 1}`)) {
    throw new Error(`${answers.length} answers with ${ids.size} ids for ${count} lines`);
  }
  if (failed.length > 0) throw new Error(`${failed.length} lines failed, the first as ${JSON.stringify(failed[0])}`);
}

/** Waits until a condition is true; throws after this many seconds. */
export async function until(isSo, seconds, what) {
  for (const end = Date.now() + seconds * 1000; ; await sleep(200)) {
    if (await isSo()) return;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
  }
}
