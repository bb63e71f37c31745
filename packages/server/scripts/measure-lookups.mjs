// Measures how long the service does not respond while clients look up unknown places, by the response time of /livez.
//   pnpm --filter @svc/server lookups:measure [CLIENTS] [SECONDS]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const [clients = 8, seconds = 10] = process.argv.slice(2).map(Number);
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const key = 'key-of-the-measurement';

/** Misspelt names, each different so that no result is cached. */
const names = ['Frankfrut', 'Uluwatu', 'Munchen, Germny', 'Sna Francisco', 'London, France', 'Bangaluru', 'Zzqxv'];
let made = 0;
function unknownName() {
  made += 1;
  const name = names[made % names.length];
  const at = made % name.length;
  return `${name.slice(0, at)}${String.fromCharCode(97 + (made % 26))}${name.slice(at)}`;
}

const port = await freePort();
const env = {
  ...process.env,
  SVC_PORT: String(port),
  SVC_API_KEYS: key,
  SVC_RATE_LIMIT: '1000000',
  SVC_LOOKUP_RATE_LIMIT: '1000000',
  SVC_LOG_LEVEL: 'silent',
};
// The service searches for captured pages from the root.
const cwd = fileURLToPath(new URL('../../..', import.meta.url));
const service = spawn(process.execPath, [cli, 'start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await untilReady();
  await measure();
} finally {
  if (service.exitCode === null) {
    service.kill();
    await once(service, 'exit');
  }
}

async function measure() {
  const end = performance.now() + seconds * 1_000;
  const statuses = new Map();
  const lookups = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true });
    while (performance.now() < end) {
      const { status, took } = await ask(`/api/v1/locations?q=${encodeURIComponent(unknownName())}`, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      lookups.push(took);
    }
    agent.destroy();
  };
  const checks = [];
  const check = async () => {
    const agent = new Agent({ keepAlive: true });
    while (performance.now() < end) {
      checks.push((await ask('/livez', agent)).took);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    agent.destroy();
  };
  await Promise.all([check(), ...Array.from({ length: clients }, client)]);
  const answered = [...statuses].map(([status, count]) => `${count} of status ${status}`).join(', ');
  console.log(`${clients} clients, ${seconds} s: ${answered}; a look-up ${spread(lookups)}`);
  console.log(`/livez: ${checks.length} answers, ${spread(checks)}`);
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  return `median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`;
}

function ask(path, agent) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = get({ port, path, agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode, took: performance.now() - began }));
    });
    request.once('error', reject);
  });
}

async function untilReady() {
  for (let tries = 0; tries < 300; tries += 1) {
    const status = await ask('/livez').then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return;
    if (service.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not start');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}
