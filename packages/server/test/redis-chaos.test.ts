import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { after } from './contracts/several.js';
import { answersIn, type BatchAnswer, batchHeaders, manyLines, sendBatch } from './helpers/batches.js';
import { hasRedis, redisForTest, type TestRedis } from './helpers/redis.js';
import { environment, key, pagesFolder } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/**
 * Seconds of each Redis outage. Only the `chaos` command sets it, as the measurement needs an otherwise idle machine.
 */
const outage = Number(process.env.SVC_CHAOS_SECONDS ?? 0);

/** The owner of the batch has its own rate, which does not affect the measured callers. */
const keyOfBatch = 'key-of-the-batch';
const batchOwner = { 'x-api-key': keyOfBatch };

/** The query of the callers and of the lines of the batch. */
const query = 'how do tides work';

/** More lines than the rate admits before the last machine is killed. */
const lines = manyLines(150).map((line) => ({ ...line, query }));

/** Refilled at four pages per second, which the callers always exceed. */
const rate = { requests: 20, seconds: 5 };

/** A machine, simulated by a process. */
interface Machine {
  address: string;
  child: ChildProcess;
  isMeantToDie: boolean;
}

async function startMachine(redis: TestRedis): Promise<Machine> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...{ PATH: process.env.PATH, SVC_PORT: '0', SVC_REPLAY_FOLDER: pagesFolder, SVC_LOG_LEVEL: 'error' },
      ...{
        SVC_API_KEYS: `${key},${keyOfBatch}`,
        SVC_CPU_BACKLOG: '0',
        SVC_REDIS_URL: redis.url,
        SVC_REDIS_TIMEOUT_MS: '1000',
        XDG_STATE_HOME: await temporaryFolder(),
      },
      ...{ SVC_RATE_LIMIT: `${rate.requests}`, SVC_RATE_WINDOW_SECONDS: `${rate.seconds}` },
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  await expect.poll(() => output).toMatch(/svc listens on/);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  return { address, child, isMeantToDie: false };
}

/** Responses to the callers. */
interface Tally {
  found: number;
  refused: number;
  /** Any other outcome: a wrong body, another status, or a connection reset by a machine that was not killed. */
  wrong: string[];
}

/** Callers that search without pause, each using the machines in turn, until stopped. */
function load(machines: Machine[]): { tally: Tally; stop(): Promise<void> } {
  const tally: Tally = { found: 0, refused: 0, wrong: [] };
  let isOver = false;
  const search = async (machine: Machine) => {
    try {
      const response = await fetch(`${machine.address}/api/v1/gamma/search`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
        signal: AbortSignal.timeout(60_000),
      });
      const body = (await response.json()) as { organic_results?: unknown[]; code?: string };
      if (response.status === 200 && body.organic_results?.length) tally.found += 1;
      else if (response.status === 429 && body.code === 'rate_limited') tally.refused += 1;
      else tally.wrong.push(`${response.status} ${JSON.stringify(body).slice(0, 200)}`);
    } catch (error) {
      if (!machine.isMeantToDie) tally.wrong.push(`${error}`);
    }
  };
  const callers = Array.from({ length: 6 }, async (_, first) => {
    for (let turn = first; !isOver; turn += 1) {
      await search(machines[turn % machines.length]!);
      await after(20);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  return { tally, stop };
}

/** The number of results found in this many seconds. */
async function foundIn(seconds: number, tally: Tally): Promise<number> {
  const before = tally.found;
  const start = performance.now();
  await after(seconds * 1000);
  return ((tally.found - before) * seconds * 1000) / (performance.now() - start);
}

/** The callers' pages that Redis has counted today and this month. */
async function counted(redis: TestRedis): Promise<number[]> {
  const client = redis.client();
  const id = readConfig(environment).apiKeys[0]?.id ?? '';
  const keys = (await client.keys('svc:2:usage:*')).filter((name) => name.includes(id)).sort();
  return (await client.mget(keys)).map(Number);
}

/** Starts a stored batch; returns its path. */
async function beginBatch({ address }: Machine): Promise<string> {
  const accepted = await sendBatch(address, lines, { path: '/api/v1/batches', headers: batchOwner });
  expect(accepted.status).toBe(202);
  return `/api/v1/batches/${((await accepted.json()) as { id: string }).id}`;
}

/** The answers of a batch, after it has ended. */
async function answersOfBatch({ address }: Machine, path: string): Promise<BatchAnswer[]> {
  const get = (rest: string) => fetch(`${address}${path}${rest}`, { headers: { ...batchHeaders, ...batchOwner } });
  const state = async () => ((await (await get('')).json()) as { state?: string }).state;
  await expect.poll(state, { timeout: 120_000, interval: 500 }).toBe('completed');
  return answersIn(await (await get(`/results?limit=${lines.length}`)).text());
}

describe.skipIf(!hasRedis || outage === 0)('three machines and one Redis, each killed in turn', () => {
  test('give no wrong answer, enforce the limits and agree on usage', { timeout: 400_000 }, async () => {
    const redis = await redisForTest();
    const machines = await Promise.all([startMachine(redis), startMachine(redis), startMachine(redis)]);
    const batch = await beginBatch(machines[0]!);
    const { tally, stop } = load(machines);
    const perSecond = rate.requests / rate.seconds;

    await expect.poll(() => tally.refused).toBeGreaterThan(0); // the initial burst is over
    await after(2_000); // and its searches have been answered
    expect(Math.abs((await foundIn(4, tally)) - 4 * perSecond)).toBeLessThanOrEqual(0.05 * 4 * perSecond + 1);

    for (const [index, machine] of machines.entries()) {
      machine.isMeantToDie = true;
      machine.child.kill('SIGKILL');
      machines[index] = await startMachine(redis);
    }

    for (const [stopRedis, startRedis] of [
      [() => redis.pause(), () => redis.resume()],
      [() => redis.kill(), () => redis.restart()],
    ] as const) {
      await stopRedis();
      // Each machine may use a third of what was left and of the refill.
      const found = await foundIn(outage, tally);
      expect(found).toBeGreaterThan(0.5 * outage * perSecond);
      expect(found).toBeLessThan(1.05 * (outage * perSecond + rate.requests));
      await startRedis();
      await after(1_500);
    }

    await stop();
    await after(500);
    expect(tally.wrong).toEqual([]);
    expect(tally.refused).toBeGreaterThan(0);
    const [day = 0, month = 0] = await counted(redis);
    expect(day).toBe(month);
    // Searches on killed machines were counted but not answered, at most one per caller.
    expect(Math.abs(day - tally.found)).toBeLessThanOrEqual(0.05 * tally.found + 6);

    const answers = await answersOfBatch(machines[0]!, batch);
    expect(answers.map(({ id }) => id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    console.info(`${answers.length} lines of a batch, each answered once;`);
    console.info(`${tally.found} found, ${tally.refused} refused, ${day} counted`);
  });
});
