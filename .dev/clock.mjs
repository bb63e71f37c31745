// Measures the seconds from a clone of this repository to each of the first things that people do, using the documented
// commands. Run by `npm run clock`; packages come from the caches of npm and pnpm if possible.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './served.mjs';

const keywords = [
  'how do tides work',
  'river ferry',
  'espresso',
  'new moon',
  'best kettle',
  'garden shed',
  'rain radar',
]
  .flatMap((word) => [word, `${word} today`, `${word} guide`])
  .slice(0, 20);

const folder = mkdtempSync(join(tmpdir(), 'svc-clock-'));
const clone = join(folder, 'svc');
const env = { ...process.env, XDG_STATE_HOME: folder, SVC_PORT: '0' };
const load = loadavg()[0].toFixed(1);
const began = performance.now();
const times = [];
let service;
try {
  run('git', ['clone', '-q', root, clone], folder);
  note('clone');
  service = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const address = await addressOf(service);
  note('npm start listens');
  const headers = { 'x-api-key': readFileSync(join(folder, 'svc', 'quick-start-key'), 'utf8').trim() };
  const found = await post(`${address}/api/v1/gamma/search`, headers, { query: 'how do tides work' });
  note('first search', found.organic_results.length > 0);

  cpSync(join(clone, 'fixtures/pages/gamma.search/typical/page.html'), join(clone, 'page.html'));
  const read = run('npm', ['run', '-s', 'svc', '--', 'parse', 'auto', 'page.html', '--json'], clone);
  note('own page read', JSON.parse(read).organic_results.length > 0);
  const fixtures = (...args) => run(process.execPath, ['fixtures/dist/cli.js', ...args], clone);
  fixtures('add', 'gamma.search/mine', 'page.html', '--root', 'captures');
  note('own capture under test', /1 capture, /.test(fixtures('verify', 'captures')));

  writeFileSync(join(clone, 'keywords.csv'), `query\n${keywords.join('\n')}\n`);
  const { domain } = found.organic_results[0];
  const args = ['batch', 'keywords.csv', '--operation', 'alpha.search', '--domain', domain, '--out', 'ranks.csv'];
  run('npm', ['run', '-s', 'svc', '--', ...args], clone);
  const rows = readFileSync(join(clone, 'ranks.csv'), 'utf8').trim().split('\n').length - 1;
  note('ranks of 20 keywords', rows === 20);

  const call = { name: 'search', arguments: { query: 'how do tides work', engine: 'brave' } };
  const asks = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const answer = await post(`${address}/mcp`, { ...headers, accept: 'application/json, text/event-stream' }, asks);
  note("an agent's first tool call", answer.result?.isError !== true && answer.result?.content.length > 0);
} finally {
  if (service?.exitCode === null) {
    process.kill(-service.pid, 'SIGTERM'); // npm and its child processes
    await once(service, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
console.log(`Seconds since the clone began, load average ${load} before:`);
for (const { what, seconds } of times) console.log(`${seconds.toFixed(1).padStart(7)}  ${what}`);

function note(what, isRight = true) {
  if (!isRight) throw new Error(`${what}: not what was expected`);
  times.push({ what, seconds: (performance.now() - began) / 1000 });
}

function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

async function addressOf(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /svc listens on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('npm start ended without a service');
}

async function post(address, headers, body) {
  const sent = { ...headers, 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
