// Damages one byte, or the end, of a stored file of a job while it runs or after it has ended, with samples selected by
// a seed. Damage must be reported, the returned answers must be those that were counted, and jobs of other keys may be
// delayed by at most 3 s compared with a control: a second service that does the same at the same time without damage.
// A sample with a longer delay is repeated, as load on the machine delays other samples next time and a fault the same
// one. Half of the samples restart the service, so that it has not read the files before.
//
//   pnpm --filter @svc/server job:damage                            60 samples of seed 1, about six minutes
//   pnpm --filter @svc/server job:damage --seed 7 --samples 200
import { existsSync } from 'node:fs';
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

/** Lines of the damaged job, and of the other jobs, and the milliseconds by which these may be late. */
const [lines, fewLines, most] = [120, 20, 3_000];
/** Maximum repetitions of a sample until other jobs are not late. */
const tries = 3;

/** Files of a job; the last exists once the job has ended. */
const files = ['order', 'body', 'claim', 'results.1', 'end'];
const ways = ['garbled', 'cut', 'emptied'];
const otherKey = 'key-of-the-others';
const others = { ...headers, 'x-api-key': otherKey };

const engines = await startEngines({ delay: 200 });
const random = randomFrom(seed);
const sides = [await openSide('damaged'), await openSide('control')];
let [number, worst, reported, wrong] = [0, 0, 0, 0];
try {
  for (const isAnew of [false, true]) await lateness({ isAnew }); // warms up
  for (let count = 0; count < samples; count += 1) await judge(count);
} finally {
  for (const { service, folder } of sides) {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
  await engines.close();
}
console.log(
  `${samples} samples of seed ${seed}: ${reported} reported as damage, ${samples - reported} without effect on what is given, ${wrong} wrong; others later than the control by at most ${Math.round(worst)} ms`,
);
process.exitCode = wrong > 0 || reported === 0 ? 1 : 0;

/** Starts a service with its own folder. */
async function openSide(name) {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  return { name, folder, service: await start(folder) };
}

async function judge(count) {
  const [file, way] = [files, ways].map((list) => list[Math.floor(random() * list.length)]);
  const plan = { isAnew: count % 2 === 1, file, way, at: random() };
  const faults = new Set();
  let outcome;
  let late = Number.POSITIVE_INFINITY;
  for (let run = 0; run < tries && late > most; run += 1) {
    outcome = await lateness(plan);
    late = Math.min(late, outcome.late);
    for (const fault of outcome.faults) faults.add(fault);
  }
  if (late > most) faults.add(`others are late ${tries} times`);
  worst = Math.max(worst, late);
  reported += Number(outcome.state === 'damaged');
  wrong += Number(faults.size > 0);
  const what = `${file} ${way} at ${outcome.place}${plan.isAnew ? ', restarted' : ''}`;
  const found = `${outcome.state}, ${outcome.answered} answers, others ${late > 0 ? '+' : ''}${Math.round(late)} ms`;
  console.log([`${faults.size > 0 ? 'WRONG' : 'right'}: ${what}: ${found}`, ...faults].join(', '));
}

/**
 * Runs a sample and its control concurrently; returns the delay of other jobs, and what is wrong with the damaged job.
 */
async function lateness({ isAnew, ...damage }) {
  number += 1;
  const [sample, control] = await Promise.all([
    runOn(sides[0], { isAnew, damage }),
    runOn(sides[1], { isAnew, damage: {} }),
  ]);
  return { ...sample, late: sample.slowest - control.slowest };
}

/** Runs a job, damages it, and runs two jobs of another key: one that starts before the damage, and one after. */
async function runOn(side, { isAnew, damage: { file, way, at } }) {
  const name = `${side.name}${number}`;
  const id = await begin(side, headers, lines, name);
  const first = timed(side, `before${name}`);
  await until(async () => (await jobOf(side, id)).answered >= (file === 'end' ? lines : lines / 6), 120, 'answers');
  if (file === 'end') await until(async () => (await jobOf(side, id)).state === 'completed', 120, 'its end');
  if (isAnew) await side.service.stop();
  const place = file && (await damage(side, id, { file, way, at }));
  if (isAnew) side.service = await start(side.folder);
  const second = timed(side, `after${name}`);
  const slowest = Math.max(...(await Promise.all([first, second])));
  await until(async () => (await jobOf(side, id)).state !== 'running', 180, 'the end of the job');
  await readResults(side, id); // reading results detects damage in them
  const found = await faultsOf(side, id, name);
  await remove(side, id, headers);
  return { place, slowest, ...found };
}

/** Milliseconds until a job of another key has ended. */
async function timed(side, name) {
  const began = performance.now();
  const id = await begin(side, others, fewLines, name);
  await until(async () => (await jobOf(side, id, others)).state === 'completed', 180, `${name} to end`);
  const took = performance.now() - began;
  await remove(side, id, others);
  return took;
}

/** A key may store 100 jobs, which is fewer than the possible number of samples. */
async function remove(side, id, { 'x-api-key': key }) {
  const init = { method: 'DELETE', headers: { 'x-api-key': key } };
  const response = await untilAnswered(() => fetch(`${side.service.address}/api/v1/batches/${id}`, init));
  if (!response.ok) throw new Error(`DELETE of a job was answered with ${response.status}`);
}

/** What is wrong with a job from its owner's view. */
async function faultsOf(side, id, name) {
  const { state, answered } = await jobOf(side, id);
  const answers = await readResults(side, id);
  const faults = [
    answers.length !== answered && `answered is ${answered} and ${answers.length} are given`,
    new Set(answers.map((answer) => answer.id)).size !== answers.length && 'an id is given twice',
    !answers.every((answer) => isAnswerTo(answer, name)) && 'an answer is wrong',
    state !== 'damaged' && (state !== 'completed' || answered !== lines) && `${state} with ${answered}`,
    state === 'damaged' && (await damagesSeen(side)) === 0 && 'no metric',
  ].filter(Boolean);
  return { state, answered, faults };
}

async function damage({ folder }, id, { file, way, at }) {
  const owners = (await readdir(folder)).map((name) => join(folder, name, id));
  const path = join(owners.find(existsSync), file);
  const bytes = await readFile(path);
  const place = Math.floor(at * bytes.length);
  if (way === 'garbled') bytes[place] ^= 1 << (place % 8);
  const left = { garbled: bytes, cut: bytes.subarray(0, place), emptied: Buffer.of() };
  await writeFile(path, left[way]);
  return place;
}

async function begin(side, who, count, name) {
  const init = { method: 'POST', headers: who, body: linesOf(count, name) };
  const accepted = await untilAnswered(() => fetch(`${side.service.address}/api/v1/batches`, init));
  if (accepted.status !== 202) throw new Error(`${name} was answered with ${accepted.status}`);
  return (await accepted.json()).id;
}

async function jobOf(side, id, who = headers) {
  const response = await untilAnswered(() => fetch(`${side.service.address}/api/v1/batches/${id}`, { headers: who }));
  if (response.status !== 200) throw new Error(`GET of a job was answered with ${response.status}`);
  return response.json();
}

async function readResults(side, id) {
  return answersIn(await (await fetch(`${side.service.address}/api/v1/batches/${id}/results`, { headers })).text());
}

/** Repeats a request while the service restarts, which takes seconds on a busy machine. */
async function untilAnswered(ask) {
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

async function damagesSeen(side) {
  const metrics = await (await fetch(`${side.service.address}/metrics`, { headers })).text();
  return Number(/^svc_jobs_damaged_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

function start(folder) {
  const keys = `${headers['x-api-key']},${otherKey}`;
  return engines.start({
    SVC_API_KEYS: keys,
    SVC_BATCH_FOLDER: folder,
    SVC_BATCH_STORE: 'folder',
    SVC_CPU_BACKLOG: '0',
    SVC_LOG_LEVEL: 'silent',
  });
}
