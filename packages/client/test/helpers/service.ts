import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Simulator, startSimulator } from '@svc/fixtures';

/** The real service with simulated engines, in a separate process. */
export interface RunningService {
  baseUrl: string;
  apiKey: string;
  simulator: Simulator;
  close(): Promise<void>;
}

const cli = fileURLToPath(new URL('../../../server/dist/cli.js', import.meta.url));
const apiKey = 'test-key-of-the-client';

/** Starts the service. */
export async function startService(env: Record<string, string> = {}): Promise<RunningService> {
  const simulator = await startSimulator();
  const port = await freePort();
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      PATH: process.env.PATH,
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: simulator.origin,
      SVC_PORT: `${port}`,
      SVC_API_KEYS: apiKey,
      SVC_LOG_LEVEL: 'silent',
      SVC_ATTEMPTS: '1',
      SVC_CIRCUIT_FAILURES: '0',
      SVC_CPU_BACKLOG: '0',
      SVC_RATE_LIMIT: '100000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilReady(baseUrl, child);
  return {
    baseUrl,
    apiKey,
    simulator,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await simulator.close();
    },
  };
}

async function untilReady(baseUrl: string, child: { exitCode: number | null }): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
    const ready = await fetch(`${baseUrl}/readyz`).catch(() => undefined); // it does not listen yet
    if (ready?.ok) return;
    await sleep(100);
  }
  throw new Error('The service was not ready within a minute');
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
