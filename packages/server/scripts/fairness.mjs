// Measures the effect of one key's flood on another key: the median and 99th percentile of its searches, without and
// with the flood.
//
//   pnpm --filter @svc/server fairness              20 seconds each; fails if the 99th percentile more than doubles
//   pnpm --filter @svc/server fairness 5            another number of seconds
//
// The service runs in a separate process. Its engine responds after 100 ms with different pages of 560 kB.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makePage } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';

const most = 2;
const keys = { quiet: 'the-key-that-does-not-flood', loud: 'the-key-that-floods' };
const connections = 60;
const engineDelay = 100;
const pageBytes = 560_000;
let searches = 0;

if (process.argv[2] === 'serve') await serve();
else process.exitCode = await measure(Number(process.argv[2] ?? 20));

/** Runs the service and sends its URL to the parent process. */
async function serve() {
  const query = 'fairness0'; // a word that is written alike in text, URLs and fields
  const { body: page } = makePage({ operation: 'alpha.search', seed: 'fairness', query });
  const script = `<script>${'var a=1;'.repeat(Math.max(0, pageBytes - page.length) / 8)}</script>`;
  const padded = page.replace('</head>', () => `${script}</head>`);
  const adapter = async (request) => {
    await sleep(engineDelay);
    const body = Buffer.from(padded.replaceAll(query, request.query));
    return { url: request.url, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
  };
  const config = readConfig({
    SVC_API_KEYS: Object.values(keys).join(','),
    SVC_PORT: '0',
    SVC_REPLAY_FOLDER: '.',
    SVC_LOG_LEVEL: 'silent',
    SVC_RATE_LIMIT: '1000000',
  });
  const { address } = await startService(config, { adapter });
  process.send(address);
}

/** Measures for this many seconds each, prints the result, and returns the exit code. */
async function measure(seconds) {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [address] = await once(child, 'message');
  try {
    await load(address, keys.quiet, { callers: 4, seconds: 2 }); // until the code is compiled
    const alone = await load(address, keys.quiet, { callers: 1, seconds, pause: 50 });
    const flood = load(address, keys.loud, { callers: connections, seconds: seconds + 2 });
    await sleep(1_000);
    const beside = await load(address, keys.quiet, { callers: 1, seconds, pause: 50 });
    const flooding = await flood;
    const ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
    console.table({ alone: figures(alone), 'beside a flood': figures(beside), 'the flood': figures(flooding) });
    console.log(`p99 beside a flood: ${ratio.toFixed(2)} times that alone; at most ${most}`);
    return ratio <= most ? 0 : 1;
  } finally {
    child.kill();
  }
}

/**
 * Callers that each send the next search after the previous response; returns the durations of searches with status
 * 200.
 */
async function load(address, key, { callers, seconds, pause = 0 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const until = performance.now() + seconds * 1000;
  const times = [];
  const caller = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      const status = await search(address, { agent, key });
      if (status === 200) times.push(performance.now() - start);
      await sleep(pause);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  return times;
}

function search(address, { agent, key }) {
  searches += 1;
  const body = JSON.stringify({ query: `fairness${searches}` });
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/v1/alpha/search`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function figures(times) {
  return { searches: times.length, p50: Math.round(quantile(times, 0.5)), p99: Math.round(quantile(times, 0.99)) };
}

function quantile(values, share) {
  return values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}
