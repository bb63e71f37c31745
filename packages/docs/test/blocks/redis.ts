import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The address of Redis used in the documents. */
export const documentedRedis = '127.0.0.1:6379';

/** A Redis for the test. */
export interface Redis {
  /** Host and port. */
  address: string;
  stop(): Promise<void>;
}

/** Whether redis-server is installed. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

export async function startRedis(): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'));
  const port = await freePort();
  const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder], {
    stdio: 'ignore',
  });
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}
