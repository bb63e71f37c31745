// Tests a batch over one connection and one as a job: every id must be answered once, memory must be constant, a slow
// reader must slow down the batch, and the batch must end when its caller disconnects.
//
//   pnpm --filter @svc/server batch:stream                10,000 lines
//   pnpm --filter @svc/server batch:stream --lines 500
//   pnpm --filter @svc/server batch:stream --part job     one of once, job, slow, left

import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, checkOnce, headers, linesOf, startEngines } from './batch-service.mjs';

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '10000' }, part: { type: 'string', default: 'all' } },
});
const lines = Number(values.lines);

/** Bytes by which the heap, or the whole process, may grow from the second third of a batch to the last. */
const maxGrowth = 25_000_000;
/** How often memory is sampled. */
const looks = 12;

const engines = await startEngines();
const folder = await mkdtemp(join(tmpdir(), 'svc-stream-'));
const service = await engines.start({ SVC_WRITE_TIMEOUT_MS: '60000', SVC_BATCH_FOLDER: join(folder, 'jobs') });
try {
  const parts = { once: everyIdOnce, job, slow: slowReader, left: leavingCaller };
  for (const part of values.part === 'all' ? Object.keys(parts) : [values.part]) await parts[part]();
} finally {
  await service.kill();
  await engines.close();
  await rm(folder, { recursive: true, force: true });
}

async function everyIdOnce() {
  const began = Date.now();
  const response = await send('once', lines);
  const samples = [];
  let text = '';
  let read = 0;
  for await (const chunk of response) {
    text += chunk;
    read += chunk.toString().split('\n').length - 1;
    if (read >= ((samples.length + 1) * lines) / looks) samples.push(await service.memory());
  }
  checkOnce(answersIn(text), lines, 'once');
  reportFlat('over one connection', samples, began);
}

async function job() {
  const began = Date.now();
  const path = `${service.address}/api/v1/batches`;
  const { id } = await (await fetch(path, { method: 'POST', headers, body: linesOf(lines, 'job') })).json();
  const samples = [];
  for (let state = 'running'; state === 'running'; await sleep(100)) {
    const answered = await (await fetch(`${path}/${id}`, { headers })).json();
    state = answered.state;
    if (answered.answered >= ((samples.length + 1) * lines) / looks) samples.push(await service.memory());
  }
  checkOnce(answersIn(await (await fetch(`${path}/${id}/results`, { headers })).text()), lines, 'job');
  reportFlat('as a job', samples, began);
}

/** Prints memory use, and throws if it grew during the last two thirds. */
function reportFlat(how, samples, began) {
  const shown = (name) => samples.map((used) => (used[name] / 1e6).toFixed(0)).join(' ');
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${lines} lines ${how} in ${seconds} s: each id once; heap in MB: ${shown('heap')}; RSS: ${shown('rss')}`,
  );
  const third = Math.floor(samples.length / 3);
  for (const name of ['heap', 'rss']) {
    const mean = (from, to) => samples.slice(from, to).reduce((sum, used) => sum + used[name], 0) / third;
    const growth = mean(2 * third, 3 * third) - mean(third, 2 * third); // the garbage collector decides when memory is freed
    if (growth > maxGrowth) throw new Error(`${name} grew by ${growth} bytes ${how}`);
  }
}

async function slowReader() {
  const { heap: before } = await service.memory();
  const response = await send('slow', lines, '?include=html');
  response.pause();
  await settled('slow');
  const searches = engines.requestCount('slow');
  const growth = (await service.memory()).heap - before;
  console.log(
    `without a reader: stopped after ${searches} of ${lines} searches; the heap grew by ${(growth / 1e6).toFixed(0)} MB`,
  );
  if (searches >= lines || growth > maxGrowth) throw new Error('A caller that does not read does not slow the batch');
  response.destroy();
}

async function leavingCaller() {
  const response = await send('left', lines);
  for await (const _ of response) break; // closes the connection
  await sleep(1_000);
  const searches = engines.requestCount('left');
  await sleep(2_000);
  const late = engines.requestCount('left') - searches;
  console.log(`left after the first answers: ${searches} searches within 1 s, ${late} after it`);
  if (late > 0 || searches >= lines) throw new Error('Searches go on when the caller has left');
}

/** Waits until no more searches start. */
async function settled(name) {
  for (let searches = -1; searches !== engines.requestCount(name); await sleep(2_000))
    searches = engines.requestCount(name);
}

function send(name, count, query = '') {
  return new Promise((resolve, reject) => {
    const sent = request(`${service.address}/api/v1/batch${query}`, { method: 'POST', headers }, resolve);
    sent.on('error', reject);
    sent.end(linesOf(count, name));
  });
}
