// Damages one byte, or the end, of one kept file of a job while it runs or after it has ended, sampled by a seed, and looks at what
// becomes of it and of the jobs of others: none may be delayed by more than 3 s against runs without damage, damage is told, and
// the answers that are given are those that were counted. Half of the samples start the service anew, so that nothing is known of
// the files.
//
//   pnpm --filter @svc/server job:damage                            60 samples of seed 1, some four minutes
//   pnpm --filter @svc/server job:damage --seed 7 --samples 200
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, headers, isAnswerTo, linesOf, startEngines, until } from './batch-service.mjs';
import { randomFrom } from './random.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({ options: { samples: text('60'), seed: text('1') } });
const [samples, seed] = [Number(values.samples), Number(values.seed)];

/** Lines of the job that is damaged, and of those of others; milliseconds by which these may be late. */
const [lines, fewLines, most] = [120, 20, 3_000];

/** Files that a job has; the last is there once it has ended. */
const files = ['order', 'body', 'claim', 'results.1', 'end'];
const ways = ['garbled', 'cut', 'emptied'];
const otherKey = 'key-of-the-others';
const others = { ...headers, 'x-api-key': otherKey };

const folder = await mkdtemp(join(tmpdir(), 'svc-damage-'));
const engines = await startEngines({ delay: 200 });
const random = randomFrom(seed);
const usual = { same: [], anew: [] };
let [service, number, worst, told, wrong] = [await start(), 0, 0, 0, 0];
try {
  // Each kind of run without damage, to compare with; the first warms up.
  for (let count = 0; count < 4; count += 1)
    for (const kind of ['same', 'anew']) {
      const { times } = await sample({ isAnew: kind === 'anew' });
      if (count > 0) usual[kind].push(...times);
    }
  console.log(
    `without damage, jobs of others take ${shown(usual.same)}; where the service starts anew ${shown(usual.anew)}`,
  );
  for (let count = 0; count < samples; count += 1) await damaged(count);
} finally {
  await service.kill();
  await engines.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `${samples} samples of seed ${seed}: ${told} told as damage, ${samples - told} without effect on what is given, ${wrong} wrong; others later by at most ${Math.round(worst)} ms`,
);
process.exitCode = wrong > 0 || worst > most || told === 0 ? 1 : 0;

async function damaged(count) {
  const isAnew = count % 2 === 1;
  const file = files[Math.floor(random() * files.length)];
  const way = ways[Math.floor(random() * ways.length)];
  const { id, times, place, damages } = await sample({ isAnew, file, way });
  const late = Math.max(...times) - Math.max(...usual[isAnew ? 'anew' : 'same']);
  worst = Math.max(worst, late);
  const faults = await faultsOf(id, `damage${number}`);
  await remove(id, headers);
  if (faults.state === 'damaged') told += 1;
  const notTold = faults.state === 'damaged' && damages === 0 ? ['no metric'] : [];
  const all = [...faults.list, ...notTold, ...(late > most ? ['others are late'] : [])];
  wrong += all.length > 0 ? 1 : 0;
  const what = `${file} ${way} at ${place}${isAnew ? ', started anew' : ''}`;
  const outcome = `${faults.state}, ${faults.answered} answers, others ${late > 0 ? '+' : ''}${Math.round(late)} ms`;
  console.log(`${all.length > 0 ? 'WRONG' : 'right'}: ${what}: ${outcome}${all.map((fault) => `, ${fault}`).join('')}`);
}

/** Runs a job, damages it, and runs jobs of others beside it: one that began before, one that begins after. */
async function sample({ isAnew, file, way }) {
  number += 1;
  const id = await begin(headers, lines, `damage${number}`);
  const first = timed(`before${number}`);
  await until(async () => (await jobOf(id)).answered >= (file === 'end' ? lines : lines / 6), 60, 'answers');
  if (file === 'end') await until(async () => (await jobOf(id)).state === 'completed', 60, 'its end');
  if (isAnew) await service.stop();
  const place = file && (await damage(id, file, way));
  if (isAnew) service = await start();
  const second = timed(`after${number}`);
  const times = await Promise.all([first, second]);
  await until(async () => (await jobOf(id)).state !== 'running', 90, 'the end of the job');
  await readResults(id); // whoever reads them finds what is damaged in them
  return { id, times, place, damages: await damagesSeen() };
}

/** Milliseconds until a job of another key has ended. */
async function timed(name) {
  const began = performance.now();
  const id = await begin(others, fewLines, name);
  await until(async () => (await jobOf(id, others)).state === 'completed', 120, `${name} to end`);
  const took = performance.now() - began;
  await remove(id, others);
  return took;
}

/** A key may keep 100 jobs, which is fewer than there may be samples. */
async function remove(id, { 'x-api-key': key }) {
  const init = { method: 'DELETE', headers: { 'x-api-key': key } };
  const response = await asked(() => fetch(`${service.address}/api/v1/batches/${id}`, init));
  if (!response.ok) throw new Error(`DELETE of a job was answered with ${response.status}`);
}

/** What is wrong with a job as its owner sees it. */
async function faultsOf(id, name) {
  const { state, answered } = await jobOf(id);
  const answers = await readResults(id);
  const list = [
    ...(answers.length === answered ? [] : [`answered is ${answered} and ${answers.length} are given`]),
    ...(new Set(answers.map((answer) => answer.id)).size === answers.length ? [] : ['an id is given twice']),
    ...(answers.every((answer) => isAnswerTo(answer, name)) ? [] : ['an answer is wrong']),
    ...(state === 'damaged' || (state === 'completed' && answered === lines) ? [] : [`${state} with ${answered}`]),
  ];
  return { state, answered, list };
}

async function damage(id, file, way) {
  const path = join(
    folder,
    (await readdir(folder, { recursive: true })).find((name) => name.endsWith(id)),
    file,
  );
  const bytes = await readFile(path);
  const place = Math.floor(random() * bytes.length);
  if (way === 'garbled') bytes[place] ^= 1 << Math.floor(random() * 8);
  const left = { garbled: bytes, cut: bytes.subarray(0, place), emptied: Buffer.of() };
  await writeFile(path, left[way]);
  return place;
}

async function begin(who, count, name) {
  const init = { method: 'POST', headers: who, body: linesOf(count, name) };
  const accepted = await asked(() => fetch(`${service.address}/api/v1/batches`, init));
  if (accepted.status !== 202) throw new Error(`${name} was answered with ${accepted.status}`);
  return (await accepted.json()).id;
}

async function jobOf(id, who = headers) {
  const response = await asked(() => fetch(`${service.address}/api/v1/batches/${id}`, { headers: who }));
  if (response.status !== 200) throw new Error(`GET of a job was answered with ${response.status}`);
  return response.json();
}

async function readResults(id) {
  return answersIn(await (await fetch(`${service.address}/api/v1/batches/${id}/results`, { headers })).text());
}

/** Asks again while the service starts anew, which takes seconds on a busy machine. */
async function asked(ask) {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

async function damagesSeen() {
  const metrics = await (await fetch(`${service.address}/metrics`, { headers })).text();
  return Number(/^svc_jobs_damaged_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

function start() {
  const keys = `${headers['x-api-key']},${otherKey}`;
  return engines.start({
    SVC_API_KEYS: keys,
    SVC_BATCH_FOLDER: folder,
    SVC_BATCH_STORE: 'folder',
    SVC_CPU_BACKLOG: '0',
    SVC_LOG_LEVEL: 'silent',
  });
}

function shown(times) {
  return `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;
}
