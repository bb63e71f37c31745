// A batch over one connection: is every id answered once, is memory flat, does a slow reader slow it, and does it end when its
// caller leaves?
//
//   pnpm --filter @svc/server batch:stream                10,000 lines
//   pnpm --filter @svc/server batch:stream --lines 500
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, checkOnce, headers, linesOf, startEngines } from './batch-service.mjs';

const lines = Number(parseArgs({ options: { lines: { type: 'string', default: '10000' } } }).values.lines);

/** How many bytes the heap may grow by from the first quarter of a batch to its last. */
const mostGrowth = 25_000_000;

const engines = await startEngines();
const service = await engines.start({ SVC_WRITE_TIMEOUT_MS: '60000' });
try {
  await everyIdOnce();
  await slowReader();
  await leavingCaller();
} finally {
  await service.kill();
  await engines.close();
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
    if (read >= ((samples.length + 1) * lines) / 9) samples.push(await service.memory());
  }
  checkOnce(answersIn(text), lines, 'once');
  const growth = samples.at(-1) - samples[1];
  const shown = samples.map((bytes) => (bytes / 1e6).toFixed(0)).join(' ');
  console.log(`${lines} lines in ${Math.round((Date.now() - began) / 1000)} s: each id once; heap in MB: ${shown}`);
  if (growth > mostGrowth) throw new Error(`The heap grew by ${growth} bytes`);
}

async function slowReader() {
  const before = await service.memory();
  const response = await send('slow', lines, '?include=html');
  response.pause();
  await settled('slow');
  const asked = engines.asked('slow');
  const growth = (await service.memory()) - before;
  console.log(
    `read by nobody: stopped after ${asked} of ${lines} searches; the heap grew by ${(growth / 1e6).toFixed(0)} MB`,
  );
  if (asked >= lines || growth > mostGrowth) throw new Error('A caller that does not read does not slow the batch');
  response.destroy();
}

async function leavingCaller() {
  const response = await send('left', lines);
  for await (const _ of response) break; // destroys it
  await sleep(1_000);
  const asked = engines.asked('left');
  await sleep(2_000);
  const late = engines.asked('left') - asked;
  console.log(`left after the first answers: ${asked} searches within 1 s, ${late} after it`);
  if (late > 0 || asked >= lines) throw new Error('Searches go on when the caller has left');
}

/** Waits until no more is asked. */
async function settled(name) {
  for (let asked = -1; asked !== engines.asked(name); await sleep(2_000)) asked = engines.asked(name);
}

function send(name, count, query = '') {
  return new Promise((resolve, reject) => {
    const sent = request(`${service.address}/api/v1/batch${query}`, { method: 'POST', headers }, resolve);
    sent.on('error', reject);
    sent.end(linesOf(count, name));
  });
}
