import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  createSingleRunKey,
  formatStartMessage,
  loadOrCreateQuickStartKey,
  quickStartKeyFile,
  readQuickStartKey,
  singleRunKeyFile,
} from '../src/commands/quick-start.js';
import { readConfig } from '../src/index.js';
import { terminalStyleOf } from '../src/observe/terminal-text.js';
import { faultsOfAnswer } from './helpers/description.js';
import { environment, testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const words = [{ word: 'sim:captcha', meaning: 'the captcha page' }];

describe('the quick start key', () => {
  test('is the same for every start, in a file readable by its owner only', async () => {
    const file = quickStartKeyFile({ XDG_STATE_HOME: await temporaryFolder() });
    const [first, second] = [await loadOrCreateQuickStartKey(file), await loadOrCreateQuickStartKey(file)];
    expect(first).toEqual({ key: expect.stringMatching(/^svc_[0-9a-f]{32}$/), file });
    expect(second).toEqual(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is replaced if others can read it, or if the file is invalid', async () => {
    const file = quickStartKeyFile({ XDG_STATE_HOME: await temporaryFolder() });
    const { key: first } = await loadOrCreateQuickStartKey(file);
    await chmod(file, 0o644);
    expect(await readQuickStartKey(file)).toBeUndefined();
    const { key: second } = await loadOrCreateQuickStartKey(file);
    await writeFile(file, 'not a key');
    const { key: third } = await loadOrCreateQuickStartKey(file);
    expect(new Set([first, second, third])).toHaveLength(3);
    expect((await readFile(file, 'utf8')).trim()).toBe(third);
  });

  test('lasts for one run if it cannot be saved', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'svc'), 'a file in the place of the folder');
    expect(await loadOrCreateQuickStartKey(quickStartKeyFile({ XDG_STATE_HOME: folder }))).toMatchObject({
      file: undefined,
    });
  });

  test("is stored in the user's state folder by default", async () => {
    await mkdir(await temporaryFolder(), { recursive: true });
    expect(quickStartKeyFile({ HOME: '/home/jane' })).toBe('/home/jane/.local/state/svc/quick-start-key');
  });
});

describe('the startup message', () => {
  const key = `svc_${'0123456789abcdef'.repeat(2)}`;
  const config = readConfig(environment);
  const printed = (made: { key: string; file: string | undefined } | undefined, isTerminal: boolean) =>
    formatStartMessage(config, {
      address: 'http://127.0.0.1:8080',
      made,
      style: terminalStyleOf({ isTTY: isTerminal, hasColors: () => true }),
      isTerminal,
    });

  test('has the key on a terminal only in the URL fragment', async () => {
    const text = await printed({ key, file: '/home/jane/.local/state/svc/quick-start-key' }, true);
    expect(text.split(key)).toHaveLength(2);
    expect(text).toContain(`http://127.0.0.1:8080/#key=${key}`);
  });

  test('has no key on other outputs, and commands that read it from its file', async () => {
    const file = join(await temporaryFolder(), "Jane's key");
    await writeFile(file, `${key}\n`);
    const text = await printed({ key, file }, false);
    expect(text).not.toContain(key);
    expect(text).toContain(file);
    const [setting = ''] = /export SVC_KEY=.*/.exec(text) ?? [];
    const { stdout: set } = await promisify(execFile)('sh', ['-c', `${setting}; printf %s "$SVC_KEY"`]);
    expect(set).toBe(key);
    const [command = ''] = text.split('\n').filter((line) => line.startsWith('curl '));
    const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s|' "$@"; }; ${command}`]);
    expect(stdout.split('|')).toContain(`x-api-key: ${key}`);
  });

  test.each<[string, Record<string, string>, RegExp, boolean]>([
    ['from this machine', {}, /the engines themselves by http.*the address of this machine.*SVC_PROXIES/s, true],
    ['through proxies', { SVC_PROXIES: 'http://u:secret@p:1,http://q:1' }, /themselves by http.*2 proxies/s, true],
    ['from a gateway', { SVC_GATEWAY: 'http://127.0.0.1:9' }, /fetched from http:\/\/127\.0\.0\.1:9 by http/, false],
    ['simulated', { SVC_ADAPTER: 'simulated' }, /generated on this machine, without requests to the engines/, false],
  ])('states how and from where engines are queried: %s', async (_, env, expected, hasExits) => {
    const config = readConfig({ SVC_API_KEYS: 'a-key-of-the-test-environment', SVC_ADAPTER: 'http', ...env });
    const rest = {
      address: 'http://127.0.0.1:8080',
      made: undefined,
      style: terminalStyleOf({ isTTY: false }),
      isTerminal: false,
    };
    const text = await formatStartMessage(config, rest);
    expect(text).toMatch(expected);
    expect([/Exits/.test(text), text.includes('secret')]).toEqual([hasExits, false]);
    expect(text.includes('SVC_ADAPTER=simulated')).toBe(hasExits);
  });

  test.each([
    [{ SVC_API_KEYS: 'a-key-of-the-test-environment' }, 'those of SVC_API_KEYS'],
    [{ SVC_KEYS_FILE: 'keys.json', SVC_REDIS_URL: 'redis://127.0.0.1' }, 'those of SVC_KEYS_FILE'],
    [
      { SVC_API_KEYS: 'a-key-of-the-test-environment', SVC_REDIS_URL: 'redis://127.0.0.1' },
      'those of SVC_API_KEYS and SVC_REDIS_URL',
    ],
  ])('names the settings that have keys: %j', async (env, expected) => {
    const config = readConfig({ SVC_ADAPTER: 'simulated', ...env });
    const style = terminalStyleOf({ isTTY: false });
    const text = await formatStartMessage(config, { address: 'http://a', made: undefined, style, isTerminal: false });
    expect(text).toMatch(new RegExp(`Keys +${expected}\n`));
  });

  test('does not show keys of the environment', async () => {
    expect(await printed(undefined, true)).not.toContain(environment.SVC_API_KEYS);
  });
});

test('every page linked in the startup message is served', async () => {
  const service = testService({ simulatorWords: words });
  const made = { key: `svc_${'0'.repeat(32)}`, file: '/home/jane/key' };
  const text = await formatStartMessage(readConfig({ ...environment, SVC_ADAPTER: 'simulated' }), {
    ...{ address: 'http://127.0.0.1:8080', made, isTerminal: false },
    style: terminalStyleOf({ isTTY: false }),
  });
  const addresses = text.match(/http:\/\/127\.0\.0\.1:8080\/[\w/#.-]*/g) ?? [];
  const pages = [...new Set(addresses)].filter((address) => !address.includes('/api/'));
  expect(pages).toContain('http://127.0.0.1:8080/docs/reference/simulator');
  for (const page of pages) {
    expect(page).not.toContain('#');
    const { statusCode } = await service.get(new URL(page).pathname);
    expect([page, statusCode < 400]).toEqual([page, true]);
  }
});

test('a service that others can reach gets a new key for each run, in a file readable by its owner only', async () => {
  const file = singleRunKeyFile({ XDG_STATE_HOME: await temporaryFolder() });
  const [first, second] = [await createSingleRunKey(file), await createSingleRunKey(file)];
  expect(first.key).not.toBe(second.key);
  expect((await readFile(file, 'utf8')).trim()).toBe(second.key);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a simulated service marks every response, and lists the words for its playground', async () => {
  const origin = 'https://app.example.com';
  const { app, get } = testService({ simulatorWords: words, env: { SVC_CORS_ORIGINS: origin } });
  const preflight = { origin, 'access-control-request-method': 'POST' };
  const answers = await Promise.all([
    get('/docs/reference/simulator'),
    get('/api/v1/countries'),
    get('/api/v1/countries', { 'x-api-key': 'nobody-knows-this-key' }),
    get('/nowhere'),
    app.inject({ method: 'PUT', url: '/api/v1/countries' }),
    app.inject({ method: 'OPTIONS', url: '/api/v1/countries', headers: preflight }),
  ]);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['x-simulated']])).toEqual(
    [200, 200, 401, 404, 405, 204].map((status) => [status, 'true']),
  );
  const described = answers.slice(1, 5).map((answer) => faultsOfAnswer('get', '/api/v1/countries', answer));
  expect(described.flat()).toEqual([]);
  expect((await get('/playground.json')).json()).toMatchObject({ simulated: true, words });
});

test('a service that queries engines does not mark responses as simulated', async () => {
  const { get } = testService();
  const { headers } = await get('/docs');
  expect(headers['x-simulated']).toBeUndefined();
  expect((await get('/playground.json')).json()).toMatchObject({ simulated: false, words: [] });
});
