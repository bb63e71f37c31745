// Injects faults while servers run a job, and reconciles lines, answers, searches (counted by the engine) and charged
// pages (from the owner's account). Every line has its own query, so that repeated work is detected.
//
//   pnpm --filter @svc/server job:faults                                     every fault, jobs in Redis and in a folder, seed 1
//   pnpm --filter @svc/server job:faults --fault halt --seeds 1-20 --lines 800
//   pnpm --filter @svc/server job:faults --fault refuse                      see `faults.mjs` for all faults
//   pnpm --filter @svc/server job:faults --seeds 7-23 --at-once 3            three runs at a time, as they mostly wait
//   pnpm --filter @svc/server job:faults --fault upgrade --older <folder>   with a built checkout of another version
//   pnpm --filter @svc/server job:faults --patient                           on a busy machine: fewer lines at a time
//   pnpm --filter @svc/server job:faults --fault speed                       compares one server with three
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, checkOnce, headers, isAnswerTo, linesOf, startEngines, until, warmUp } from './batch-service.mjs';
import { faults, skewedBy } from './faults.mjs';
import { durable, startRedis } from './own-redis.mjs';
import { randomFrom } from './random.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const { values: given } = parseArgs({
  options: {
    fault: text('all'),
    seeds: text('1'),
    'at-once': text('1'),
    lines: { type: 'string' },
    seconds: text('20'),
    ...{ delay: { type: 'string' }, older: { type: 'string' }, patient: { type: 'boolean', default: false } },
  },
});
/** With fewer lines or a faster engine, `speed` would measure the startup of the servers instead of their throughput. */
const usual = given.fault === 'speed' ? { lines: '1200', delay: '1000' } : { lines: '400', delay: '300' };
const values = { ...usual, ...given };
const [atOnce, lines, seconds, delay] = ['at-once', 'lines', 'seconds', 'delay'].map((name) => Number(values[name]));
const [firstSeed, lastSeed = firstSeed] = values.seeds.split('-').map(Number);

/**
 * Milliseconds above which line timeouts are due to a slow engine, so that the run is repeated, and the maximum number
 * of runs.
 */
const [late, tries] = [5_000, 3];
/** Codes of lines that fail because of a slow engine. */
const lateCodes = ['upstream_timeout', 'upstream_bad_response'];

/** Columns of the table of results. */
const columns = ['fault', 'seed', 'lines', 'answered', 'lost', 'doubled', 'wrong', 'repeated', 'charged', 'is'];

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // also ends the child processes

const chosen = values.fault === 'all' ? Object.keys(faults) : [values.fault];
const engines = await startEngines({ delay });
try {
  process.exitCode = (values.fault === 'speed' ? await isFast() : await areRight()) ? 0 : 1;
} finally {
  await engines.close();
}

/** Injects every fault with every seed, and prints a table of results. */
async function areRight() {
  const runs = [];
  for (const name of chosen) for (let seed = firstSeed; seed <= lastSeed; seed += 1) runs.push({ name, seed });
  const ledgers = [];
  const runner = async () => {
    for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
      let ledger;
      for (
        let count = 0;
        count < tries && (ledger === undefined || (ledger.isEngineLate && ledger.failed !== ''));
        count += 1
      )
        ledger = await injected(run, count).catch((error) => ({ ...run, failed: error.message }));
      ledgers.push(ledger);
      console.log(rowOf(ledger));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  const wrong = ledgers.filter(({ failed }) => failed !== '');
  console.log(`\n| ${columns.join(' | ')} |\n|${columns.map(() => ' --- |').join('')}`);
  for (const ledger of ledgers) console.log(rowOf(ledger));
  console.log(`\n${ledgers.length} runs of ${lines} lines, ${wrong.length} wrong`);
  return wrong.length === 0;
}

/** Runs a job with a fault at a random moment; returns the result. */
async function injected({ name, seed }, attempt) {
  const { store, servers: count, takeovers, inject, ...which } = faults[name];
  const random = randomFrom(seed);
  const run = await openRun(store, count, random, which);
  const job = `${name}${seed}x${attempt}`;
  try {
    const id = await begin(run, job);
    const start = Math.floor((0.1 + 0.4 * random()) * lines);
    await until(async () => ((await progress(run, id))?.answered ?? 0) >= start, 600, `${start} answers`);
    await inject(run, seconds, { id, headers });
    await until(async () => (await progress(run, id))?.state === 'completed', 900, 'the end of the job');
    await sleep(2_000); // time for a halted server to notice
    const { answered } = await progress(run, id);
    const answers = await answersOf(run, id);
    const ids = new Set(answers.map((answer) => answer.id)).size;
    const wrongs = answers.filter((answer) => !isAnswerTo(answer, job));
    const ledger = {
      ...{ name, seed, lines, answered, lost: lines - ids, doubled: answers.length - ids },
      wrong: wrongs.length,
      codes: [...new Set(wrongs.map(({ status, body }) => body.code ?? status))].join(' '),
      again: engines.requestCount(job) - lines,
      charged: await chargedBy(run),
    };
    const isEngineLate = engines.longest(job) > late && wrongs.every(({ body }) => lateCodes.includes(body.code));
    return { ...ledger, isEngineLate, failed: faultsOf(ledger, takeovers) };
  } finally {
    await run.close();
  }
}

/** What is wrong with a result; '' if nothing. */
function faultsOf({ answered, lost, doubled, wrong, codes, again, charged }, takeovers) {
  const faults = [
    answered !== lines && 'answered',
    lost + doubled + wrong > 0 && `lost, doubled or wrong ${codes}`,
    (again < 0 || again > 20 * takeovers) && 'repeated',
    Math.abs(charged - lines) > Math.max(2, 0.02 * lines) && 'charged',
  ];
  return faults.filter(Boolean).join(', ');
}

function rowOf({ name, seed, lines = '', answered = '', lost = '', doubled = '', wrong = '', again = '', ...rest }) {
  const { charged = '', failed } = rest;
  const cells = [
    name,
    seed,
    lines,
    answered,
    lost,
    doubled,
    wrong,
    again,
    charged,
    failed === '' ? 'right' : `WRONG: ${failed}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Whether three servers are at least 2.5 times as fast as one. */
async function isFast() {
  const times = {};
  for (const count of [1, 3]) {
    const run = await openRun('redis', count, Math.random);
    try {
      const id = await begin(run, `speed${count}`);
      const began = performance.now();
      await until(async () => (await progress(run, id))?.state === 'completed', 900, 'the end of the job');
      times[count] = performance.now() - began;
      checkOnce(await answersOf(run, id), lines, `speed${count}`);
    } finally {
      await run.close();
    }
  }
  const ratio = times[1] / times[3];
  console.log(
    `${lines} lines, an engine that takes ${delay} ms: one server ${Math.round(times[1])} ms, three ${Math.round(times[3])} ms: ${ratio.toFixed(2)} times as fast`,
  );
  return ratio >= 2.5;
}

async function openRun(store, count, random, { skews = [], older = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  const redis = await startRedis(folder, durable);
  const env = {
    SVC_REDIS_URL: redis.url,
    SVC_BATCH_STORE: store,
    SVC_BATCH_FOLDER: join(folder, 'jobs'),
    SVC_CPU_BACKLOG: '0',
    SVC_LOG_LEVEL: 'silent', // errors about Redis are expected
    ...(values.patient && { SVC_BATCH_SEARCHES: '5', SVC_SEARCH_TIMEOUT_MS: '120000' }),
  };
  const start = async (settings, build) => {
    const server = await engines.start(settings, build);
    await warmUp(server);
    return server;
  };
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      start({ ...env, ...skewedBy(skews[index]) }, index < older ? values.older : undefined),
    ),
  );
  return {
    ...{ servers, redis, env, random, start },
    async close() {
      for (const server of servers) await server.kill();
      redis.process.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function begin({ servers }, job) {
  const accepted = await fetch(`${servers.at(-1).address}/api/v1/batches`, {
    method: 'POST',
    headers,
    body: linesOf(lines, job),
  });
  if (accepted.status !== 202) throw new Error(`The job was answered with ${accepted.status}`);
  return (await accepted.json()).id;
}

/** Progress of a job, from any server that responds. */
async function progress({ servers }, id) {
  for (const { address } of servers.toReversed()) {
    const response = await fetch(`${address}/api/v1/batches/${id}`, {
      headers,
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (response?.status === 200) return response.json();
  }
  return undefined;
}

async function answersOf({ servers }, id) {
  const { address } = servers.at(-1);
  return answersIn(await (await fetch(`${address}/api/v1/batches/${id}/results`, { headers })).text());
}

/** Pages that the key was charged for today. */
async function chargedBy({ servers }) {
  const { limits } = await (await fetch(`${servers.at(-1).address}/api/v1/account`, { headers })).json();
  return limits.day.used;
}
