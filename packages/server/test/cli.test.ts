import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { endAll, runHere } from './helpers/command-line.js';
import { key, pagesFolder } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const started: ChildProcess[] = [];
const state = mkdtempSync(join(tmpdir(), 'svc-state-'));

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(state, { recursive: true });
  endAll();
});

/** Runs the built command with only PATH from the environment of this process. */
function svc(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, XDG_STATE_HOME: state, SVC_PORT: '0', SVC_REPLAY_FOLDER: pagesFolder, ...env },
  });
  started.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    output.out += data;
  });
  child.stderr.on('data', (data) => {
    output.err += data;
  });
  return { child, output, ended: once(child, 'close').then(([code]) => code as number) };
}

/** A curl command of the startup message, parsed as a shell would. */
interface Call {
  url: string;
  key: string;
  body: string;
}

async function greeted(env: Record<string, string> = {}) {
  const run = svc(['start'], env);
  const ready = new Promise<void>((resolve) => {
    run.child.stdout.on('data', () => {
      if (run.output.out.match(/^curl /gm)?.length === endpoints.length) resolve();
    });
  });
  await Promise.race([ready, run.ended]);
  const lines = run.output.out.match(/^curl .*$/gm) ?? [];
  const calls = lines.map((line): Call => {
    const [, url = '', key = '', body = ''] = /^curl -s (\S+) .*"x-api-key: (.+?)" .* -d '(.*)'$/.exec(line) ?? [];
    return { url, key, body: body.replaceAll("'\\''", "'") };
  });
  return { ...run, calls };
}

describe.skipIf(!existsSync('/dev/full'))('svc start, with a log that cannot be written', () => {
  test.each(['json', 'text'])('in %s continues to answer', async (format) => {
    const full = openSync('/dev/full', 'w');
    const env = { PATH: process.env.PATH, XDG_STATE_HOME: state, SVC_PORT: '0', SVC_REPLAY_FOLDER: pagesFolder };
    const child = spawn(process.execPath, [cli, 'start'], {
      env: { ...env, SVC_LOG_FORMAT: format },
      stdio: ['ignore', 'pipe', full],
    });
    started.push(child);
    let out = '';
    child.stdout?.on('data', (data) => {
      out += data;
    });
    await expect.poll(() => out, { timeout: 20_000 }).toMatch(/^curl /m);
    const [address = ''] = /http:\/\/\S+:\d+/.exec(out) ?? [];
    for (let request = 0; request < 10; request += 1) expect((await fetch(`${address}/nowhere`)).status).toBe(404);
    expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    closeSync(full);
  });
});

describe('svc start', () => {
  test('prints a working curl command for each operation, and exits with 0 on SIGTERM', async () => {
    const { child, calls, ended, output } = await greeted();
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(endpoints.map(({ path }) => path));
    for (const { url, key, body } of calls) {
      const [, file = ''] = /^\$\(cat (.+)\)$/.exec(key) ?? [];
      const headers = { 'x-api-key': (await readFile(file, 'utf8')).trim(), 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      expect([url, response.status]).toEqual([url, 200]);
    }
    expect(output.out).toMatch(/Key +kept in \S+\n/);
    expect(`${output.out}${output.err}`).not.toMatch(/svc_[0-9a-f]{32}/); // standard output is not a terminal
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    // If standard error is not a terminal, the log is JSON; standard output contains none of it.
    const messages = output.err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect(messages).toEqual(expect.arrayContaining(['started', 'request', 'stopped']));
    expect(output.out).not.toContain('{"level"');
  });

  test('creates and shows no key if the environment configures keys', async () => {
    const { child, calls, ended, output } = await greeted({ SVC_API_KEYS: key });
    expect(calls[0]?.key).toBe('<API_KEY>');
    expect(output.out).not.toContain(key);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('lists every configuration error and exits with 1', async () => {
    const { ended, output } = svc(['start'], { SVC_PORT: 'http', SVC_CACHE: 'disk' });
    expect(await ended).toBe(1);
    expect(output.err).toBe(
      'The configuration has 2 faults:\n' +
        '  - SVC_PORT must be a whole number from 0 to 65535, not "http"\n' +
        '  - SVC_CACHE must be one of off, memory, redis, not "disk"\n',
    );
  });

  test('names the address that it cannot listen on', async () => {
    const { child, calls, ended } = await greeted();
    const { port } = new URL(calls[0]?.url ?? '');
    for (const [setting, other] of [
      ['SVC_PORT', 'SVC_OPERATOR_PORT'],
      ['SVC_OPERATOR_PORT', 'SVC_PORT'],
    ]) {
      const second = svc(['start'], { [setting!]: port, [other!]: '0' });
      expect(await second.ended).toBe(1);
      expect(second.output.err).toContain(
        `port ${port} of 127.0.0.1 is already in use: set ${setting} to another port, such as ${Number(port) + 1},`,
      );
      expect(second.output.err).not.toMatch(/^ +at /m);
    }
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

test('an invalid list of places is a configuration error', async () => {
  const { ended, output } = svc(['start'], { SVC_PLACES_FILE: cli });
  expect(await ended).toBe(1);
  expect(output.err).toContain(
    'a fault: SVC_PLACES_FILE must be the list of places that alpha publishes: Not a list of geo',
  );
});

test.each([
  [['--help'], /^Usage: svc .*^ {2}serve, start .*^ {2}keys /ms],
  [['help'], /^Usage: svc /],
  [['help', 'keys', 'create'], /^Usage: svc keys create /],
  [['keys', 'help'], /^Usage: svc keys /],
  [['keys', 'create', 'help'], /^Usage: svc keys create /],
  [['serve', 'help'], /^Usage: svc serve\|start /],
  [['keys', 'create', '-h'], /^Usage: svc keys create /],
  [['keys', 'create', '--version'], /^\d+\.\d+\.\d+\n$/],
  [['keys', '-V'], /^\d+\.\d+\.\d+\n$/],
  [['-h'], /^Usage: svc /],
  [['start', '--help'], /SVC_ADAPTER \(replay\)/],
  [['--version'], /^\d+\.\d+\.\d+\n$/],
])('svc %o prints help or the version', async (args, answer) => {
  const { ended, output } = svc(args);
  expect(await ended).toBe(0);
  expect(output.out).toMatch(answer);
  expect(output.err).toBe('');
});

test.each([[[]], [['keys']]])('%o prints the usage and exits with 2', async (args) => {
  const { ended, output } = svc(args);
  expect(await ended).toBe(2);
  expect(output.err).toMatch(/^Usage: svc /);
  expect(output.out).toBe('');
});

test.each([
  [['stop'], 'svc: unknown command \'stop\'; "svc --help" shows what it takes'],
  [['strat'], 'svc: unknown command \'strat\' (did you mean start?); "svc --help" shows what it takes'],
  [['--versoin'], "svc: unknown option '--versoin' (did you mean --version?)"],
  [['start', 'now'], 'svc serve: too many arguments'],
  [['keys', 'crate'], "svc keys: unknown command 'crate' (did you mean create?)"],
  [['keys', 'list', '--jsn'], 'svc keys list: unknown option \'--jsn\' (did you mean --json?); "svc keys list --help"'],
  [['keys', 'create'], "svc keys create: required option '--name <text>' not specified"],
  [['keys', 'create', '--name', 'a', '--rate', 'many'], 'must be pages per seconds, such as 100/60; "svc keys'],
])('%o is rejected in one line with exit code 2', async (args, message) => {
  const { code, out, err } = await runHere(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err.trimEnd()).not.toContain('\n');
  expect(out).toBe('');
});

test('svc keys creates a key in the file named by the environment', async () => {
  const file = join(await temporaryFolder(), 'keys.json');
  const made = svc(['keys', 'create', '--name', 'a', '--json'], { SVC_KEYS_FILE: file });
  expect(await made.ended).toBe(0);
  expect(JSON.parse(made.output.out)).toMatchObject({ name: 'a', secret: expect.stringMatching(/^svc_/) });
});
