// Kills the service at random moments during a job, and checks that each id is still answered once.
//
//   pnpm --filter @svc/server batch:kill                          10,000 lines, 5 kills, jobs in a folder
//   pnpm --filter @svc/server batch:kill --store redis            jobs in Redis, with its own redis-server
//   pnpm --filter @svc/server batch:kill --lines 500 --kills 1 --seed 7
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answersIn, checkOnce, headers, linesOf, startEngines, until } from './batch-service.mjs';
import { durable, startRedis } from './own-redis.mjs';
import { randomFrom } from './random.mjs';

const text = (fallback) => ({ type: 'string', default: fallback });
const options = { lines: text('10000'), kills: text('5'), seed: text('1'), store: text('folder') };
const { values } = parseArgs({ options });
const [lines, kills, seed] = [values.lines, values.kills, values.seed].map(Number);

const folder = await mkdtemp(join(tmpdir(), 'svc-batch-'));
const redis = values.store === 'redis' ? await startRedis(folder, durable) : undefined;
const engines = await startEngines();
const env = { SVC_BATCH_FOLDER: join(folder, 'jobs'), ...(redis && { SVC_REDIS_URL: redis.url }) };
let service = await engines.start(env);
try {
  await run();
} finally {
  await service.kill();
  await engines.close();
  redis?.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

async function run() {
  const began = Date.now();
  const body = linesOf(lines, 'kill');
  const accepted = await fetch(`${service.address}/api/v1/batches`, { method: 'POST', headers, body });
  const { id } = await accepted.json();
  if (accepted.status !== 202) throw new Error(`The job was answered with ${accepted.status}`);
  const random = randomFrom(seed);
  for (let kill = 1; kill <= kills; kill += 1) {
    // At a random moment of the next part of the job, once that has started.
    const moment = Math.floor(((kill - 1 + random()) / kills) * lines * 0.9);
    await until(async () => (await job(id)).answered >= moment, 600, `answer ${moment}`);
    await sleep(random() * 50);
    await service.kill();
    service = await engines.start(env);
    console.log(`kill ${kill} after ${moment} answers: ${(await job(id)).answered} were kept`);
  }
  await until(async () => (await job(id)).state === 'completed', 1_200, 'the end of the job');
  const answers = [];
  while (answers.length < lines) {
    const more = await fetch(`${service.address}/api/v1/batches/${id}/results?limit=997&cursor=${answers.length}`, {
      headers,
    });
    const read = answersIn(await more.text());
    if (read.length === 0) break;
    answers.push(...read);
  }
  checkOnce(answers, lines, 'kill');
  const seconds = Math.round((Date.now() - began) / 1000);
  const again = engines.requestCount('kill') - lines;
  if (again < 0) throw new Error(`${lines} lines were answered by ${again + lines} searches`);
  console.log(`${lines} lines, ${kills} kills, jobs in ${values.store}: each id is answered once.`);
  console.log(`${again} searches were made a second time; ${seconds} s in all.`);
}

async function job(id) {
  const response = await fetch(`${service.address}/api/v1/batches/${id}`, { headers });
  return response.json();
}
