import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRedis, redisForTest, startRedis, type TestRedis } from './helpers/redis.js';
import { pagesFolder } from './helpers/service.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const query = 'how do tides work';

const key = 'key-of-the-cluster-test';
const state = mkdtempSync(join(tmpdir(), 'svc-cluster-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

/** A service of two processes that share a Redis, started by `svc serve`. */
interface Cluster {
  child: ChildProcess;
  address: string;
  output(): string;
  search(): Promise<Response>;
  get(path: string): Promise<string>;
  /** Process ids of the workers. */
  workers(): number[];
  /** Those of them that accept connections: the others are still starting. */
  listening(): number[];
  ended: Promise<number | null>;
}

async function startCluster({ url }: TestRedis, env: Record<string, string>): Promise<Cluster> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...{ PATH: process.env.PATH, SVC_PORT: '0', SVC_REPLAY_FOLDER: pagesFolder, SVC_LOG_LEVEL: 'warn' },
      ...{ XDG_STATE_HOME: state, SVC_REDIS_URL: url, SVC_API_KEYS: key },
      SVC_REDIS_TIMEOUT_MS: '5000',
      ...{ SVC_WORKERS: '2', SVC_CPU_BACKLOG: '0', ...env },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  await vi.waitFor(() => expect(output).toMatch(/^curl /m), { timeout: 150_000, interval: 100 });
  const address = /svc listens on (\S+)/.exec(output)?.[1] ?? '';
  return {
    ...{ child, address },
    output: () => output,
    async search() {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', connection: 'close' };
      const init = { method: 'POST', headers, body: JSON.stringify({ query }), signal: AbortSignal.timeout(60_000) };
      const response = await fetch(`${address}/api/v1/gamma/search`, init);
      await response.arrayBuffer();
      return response;
    },
    get: async (path) => (await fetch(`${address}${path}`, { headers: { connection: 'close' } })).text(),
    workers: () => childrenOf(child.pid ?? 0),
    listening: () => childrenOf(child.pid ?? 0).filter((pid) => isListening(pid, Number(new URL(address).port))),
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Whether a process has the listening socket of a port. */
function isListening(pid: number, port: number): boolean {
  const listener = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 0A (?:\\S+ +){5}(\\d+)`);
  const inode = listener.exec(readFileSync('/proc/net/tcp', 'utf8'))?.[1];
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`);
  } catch {
    return false; // it has ended, or closed a file meanwhile
  }
}

test('more than one worker requires a shared Redis', async () => {
  const env = { PATH: process.env.PATH, SVC_WORKERS: '2', SVC_API_KEYS: key, SVC_REPLAY_FOLDER: pagesFolder };
  const child = spawn(process.execPath, [cli, 'serve'], { env });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([1, expect.stringContaining('SVC_WORKERS above 1 needs SVC_REDIS_URL')]);
});

describe.skipIf(!hasRedis)('svc serve with several workers', () => {
  // Several tests share a service, since starting three processes takes longer than the tests.
  let redis: TestRedis;
  let cluster: Cluster;
  beforeAll(async () => {
    redis = await startRedis();
    cluster = await startCluster(redis, { SVC_RATE_LIMIT: '100000' });
  });
  afterAll(async () => {
    cluster.child.kill('SIGKILL');
    await redis.close();
  });
  const replaced = async (reason: string) =>
    Number(
      new RegExp(`^svc_workers_replaced_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(
        await cluster.get('/metrics'),
      )?.[1] ?? 0,
    );

  test('enforces exact limits, prints one startup message, adds up metrics and stops in order', async () => {
    const limits = { SVC_RATE_LIMIT: '20', SVC_RATE_WINDOW_SECONDS: '86400', SVC_DAY_QUOTA: '15' };
    const cluster = await startCluster(await redisForTest(), limits);
    onTestFinished(() => void cluster.child.kill('SIGKILL'));
    expect(cluster.output().match(/svc listens on/g)).toHaveLength(1);
    expect(cluster.workers()).toHaveLength(2);
    const answers = await Promise.all(Array.from({ length: 40 }, () => cluster.search()));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([15, 25]);

    const metrics = await cluster.get('/metrics');
    const searched =
      /^http_server_request_duration_seconds_count\{route="\/api\/v1\/gamma\/search",method="POST",status="(\d+)"\} (\d+)$/gm;
    expect(Object.fromEntries([...metrics.matchAll(searched)].map(([, status, value]) => [status, value]))).toEqual({
      200: '15',
      429: '25',
    });
    expect(metrics).toMatch(/^svc_circuit_state\{engine="gamma"\} 0$/m);
    expect(metrics).toMatch(/^svc_field_fill_baseline\{operation="gamma.search",field="title"\} 1$/m);

    cluster.child.kill('SIGTERM');
    expect(await cluster.ended).toBe(0);
    await expect(cluster.get('/livez')).rejects.toThrow();
  });

  test('replaces a killed worker without failed requests at other workers', async () => {
    const before = await replaced('ended');
    const [first = 0] = cluster.workers();
    const answers: (number | string)[] = [];
    let isOver = false;
    const caller = async () => {
      while (!isOver)
        answers.push(
          await cluster.search().then(
            ({ status }) => status,
            () => 'lost',
          ),
        );
    };
    const callers = [caller(), caller(), caller()];
    await expect.poll(() => answers.length).toBeGreaterThan(6);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => cluster.listening().filter((pid) => pid !== first).length).toBe(2);
    const answered = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(answered + 6);
    isOver = true;
    await Promise.all(callers);
    // Each caller has one search in progress, so at most those are lost with the worker.
    expect(answers.filter((answer) => answer === 'lost').length).toBeLessThanOrEqual(3);
    expect(new Set(answers.filter((answer) => answer !== 'lost'))).toEqual(new Set([200]));
    expect(cluster.output()).toContain('a worker has ended and is replaced');
    expect(await replaced('ended')).toBe(before + 1);
  });

  test('replaces a frozen worker', async () => {
    const before = await replaced('frozen');
    await expect.poll(() => cluster.listening().length).toBe(2);
    const [first = 0] = cluster.workers();
    process.kill(first, 'SIGSTOP');
    await expect.poll(() => cluster.workers().includes(first), { timeout: 150_000, interval: 250 }).toBe(false);
    await expect.poll(() => cluster.listening().length).toBe(2);
    expect(cluster.output()).toContain('a worker is frozen and is killed');
    expect(await replaced('frozen')).toBe(before + 1);
    expect((await cluster.search()).status).toBe(200);
  });

  test('loses no request on a rolling restart or on SIGTERM of one worker', async () => {
    await expect.poll(() => cluster.listening().length).toBe(2);
    const before = cluster.workers();
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const answers: (number | string)[] = [];
    let isOver = false;
    const callers = Array.from({ length: 4 }, async () => {
      while (!isOver) answers.push(await searchBy(agent, cluster.address).catch((error: Error) => error.message));
    });
    const isReplaced = (pids: number[]) => () => cluster.workers().some((pid) => pids.includes(pid));
    await expect.poll(() => answers.length).toBeGreaterThan(20);
    cluster.child.kill('SIGHUP');
    await expect.poll(isReplaced(before)).toBe(false);
    const [one = 0] = cluster.workers();
    process.kill(one, 'SIGTERM');
    await expect.poll(isReplaced([one])).toBe(false);
    await expect.poll(() => answers.length, { timeout: 120_000 }).toBeGreaterThan(300);
    isOver = true;
    await Promise.all(callers);
    agent.destroy();
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(cluster.workers()).toHaveLength(2);
  });

  test('reports once, by setting, why workers cannot start', async () => {
    const env = {
      PATH: process.env.PATH,
      SVC_WORKERS: '2',
      SVC_HOST: '203.0.113.1',
      SVC_REPLAY_FOLDER: pagesFolder,
      SVC_API_KEYS: key,
      SVC_REDIS_URL: (await redisForTest()).url,
    };
    const child = spawn(process.execPath, [cli, 'serve'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const [code] = await once(child, 'close');
    expect([code, stderr.match(/SVC_HOST and SVC_PORT must name an address to listen on/g)]).toEqual([
      1,
      [expect.any(String)],
    ]);
  });
});

/** A search over a keep-alive connection, so that a connection that is closed too early is noticed. */
function searchBy(agent: Agent, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = request(`${address}/api/v1/gamma/search`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });
}
