import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './documents.js';
import { hasRedis, startRedis } from './redis.js';

/** The service used by the requests in the documents. */
export interface Service {
  origin: string;
  key: string;
  /** Host and port of a Redis, or undefined if none is installed. */
  redis: string | undefined;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, with simulated engines, on a free port. */
export async function startService(): Promise<Service> {
  const cli = join(root, 'packages/server/dist/cli.js');
  const folder = mkdtempSync(join(tmpdir(), 'svc-keys-'));
  const keys = join(folder, 'keys.json');
  const scopes = ['search', 'lookup', 'parse', 'extract', 'admin'];
  const make = [cli, 'keys', 'create', '--file', keys, '--name', 'documents', '--json', '--scope', ...scopes];
  const { secret: key } = JSON.parse(execFileSync(process.execPath, make, { encoding: 'utf8' })) as { secret: string };
  const child = spawn(process.execPath, [cli, 'serve'], {
    cwd: root,
    env: { ...process.env, SVC_ADAPTER: 'simulated', SVC_PORT: '0', SVC_KEYS_FILE: keys, SVC_RATE_LIMIT: '100000' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const redis = hasRedis ? await startRedis() : undefined;
  return {
    origin: await addressOf(child),
    key,
    redis: redis?.address,
    stop: async () => {
      await Promise.all([stop(child), redis?.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The URL printed at startup. */
async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin) {
      lines.close();
      child.stdout!.resume();
      return origin;
    }
  }
  throw new Error('The service ended without an address');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
