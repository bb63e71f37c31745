import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Starts a redis-server of its own, that keeps on disk whatever it has acknowledged. */
export async function startRedis() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'svc-planner-'));
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  const server = spawn('redis-server', [...place, '--appendonly', 'yes', '--appendfsync', 'always'], {
    stdio: 'ignore',
  });
  server.once('error', (error) => {
    throw new Error('What a search asks of Redis is measured with a redis-server on the path', { cause: error });
  });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 50 });
  client.on('error', () => undefined); // until it listens
  await client.ping();
  return {
    url,
    /** Operations so far, those of scripts too, and the milliseconds of processor that they took. */
    async used() {
      const text = await client.info();
      const number = (name) => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(text)?.[1]);
      return {
        operations: number('total_commands_processed'),
        time: (number('used_cpu_user') + number('used_cpu_sys')) * 1000,
      };
    },
    async stop() {
      client.disconnect();
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
