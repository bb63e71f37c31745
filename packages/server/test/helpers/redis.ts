import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';

/** Whether `redis-server` is installed (Debian package `redis-server`). */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedis) console.warn('SKIPPED: redis-server is not on the path, so no test with Redis ran');

/** A Redis for one test, on the loopback address. */
export interface TestRedis {
  readonly url: string;
  /** Stops the process, which keeps its connections but does not answer, as on a machine that hangs. */
  pause(): void;
  resume(): void;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with its data from disk. */
  restart(): Promise<void>;
  /** A client for inspecting the data. */
  client(): Redis;
  close(): Promise<void>;
}

/** Starts a Redis that writes every acknowledged command to disk. The caller must close it. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const clients: Redis[] = [];
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const start = () => launch([...args, '--appendonly', 'yes', '--appendfsync', 'always'], url);
  let server = await start();

  async function kill(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    const isRunning = server.exitCode === null && server.signalCode === null;
    if (isRunning && server.kill('SIGKILL')) await ended;
  }

  return {
    url,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
    async restart() {
      await kill();
      server = await start();
    },
    client() {
      const client = new Redis(url);
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.disconnect();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Redis that is closed after the test. */
export async function redisForTest(): Promise<TestRedis> {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  return redis;
}

/** Starts the server and waits until it answers. */
async function launch(args: readonly string[], url: string): Promise<ChildProcess> {
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined); // not started yet
    try {
      await client.connect();
      await client.ping();
      return server;
    } catch {
      await sleep(25);
    } finally {
      client.disconnect();
    }
  }
  server.kill('SIGKILL');
  throw new Error('redis-server did not start');
}

/**
 * A free port. It and port + 10,000, the cluster bus, are below those that the system gives to outgoing connections, one of which could
 * take it before a server listens there.
 */
export async function freePort(): Promise<number> {
  const port = 12_000 + Math.floor(10_000 * Math.random());
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => probe.close(resolve));
  return isFree ? port : freePort();
}
