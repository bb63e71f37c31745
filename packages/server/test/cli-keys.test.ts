import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { type Ended, endAll, runHere } from './helpers/command-line.js';
import { pagesFolder } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

afterAll(endAll);

let file = '';
beforeEach(async () => {
  file = join(await temporaryFolder(), 'keys.json');
});

const keys = (...args: string[]): Promise<Ended> => runHere(['keys', ...args], { SVC_KEYS_FILE: file });

const json = async (...args: string[]) => JSON.parse((await keys(...args, '--json')).out);

describe('svc keys', () => {
  test('create shows the secret once, and the file never contains it', async () => {
    const { code, out, err } = await keys('create', '--name', 'Team A', '--id', 'team-a');
    const [, secret = ''] = /^Secret, shown only once: (svc_\S+)$/m.exec(out) ?? [];
    expect([code, err, secret]).toEqual([0, '', expect.stringMatching(/^svc_[0-9a-f]{10}_[\w-]{43}$/)]);
    expect(await readFile(file, 'utf8')).not.toContain(secret.slice(15));
    for (const shown of [await keys('show', 'team-a'), await keys('list'), await keys('list', '--json')]) {
      expect(shown.code).toBe(0);
      expect(shown.out).toContain('Team A');
      expect(shown.out).not.toContain(secret.slice(15));
      expect(shown.out).not.toMatch(/[0-9a-f]{64}/);
    }
  });

  test('create accepts scopes, limits and an expiry date', async () => {
    const limits = ['--rate', '5/10', '--concurrency', '2', '--per-day', '30', '--per-month', '400'];
    const made = await json('create', '--name', 'a', '--scope', 'search', '--expires', '2100-01-01', ...limits);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key-[0-9a-f]{8}$/),
      scopes: ['search'],
      expires_at: '2100-01-01T00:00:00.000Z',
      disabled: false,
      limits: { rate: { requests: 5, seconds: 10 }, concurrency: 2, per_day: 30, per_month: 400 },
    });
    await json('create', '--name', 'c', '--id', 'c');
    expect((await keys('list')).out).toMatch(
      /^ID +NAME +STATE +EXPIRES +.*\n\S+ +a +active +2100-01-01 +search +5 pages/,
    );
    expect((await keys('list')).out).toMatch(/^c +c +active +never /m);
    const { expires_at } = await json('create', '--name', 'b', '--expires', '2h');
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 7_200_000)).toBeLessThan(60_000);
  });

  test('disable, enable, rotate and delete change a key', async () => {
    const { secret } = await json('create', '--name', 'a', '--id', 'a');
    expect((await json('disable', 'a')).disabled).toBe(true);
    expect((await keys('list')).out).toMatch(/^a +a +disabled/m);
    expect((await json('enable', 'a')).disabled).toBe(false);
    const rotated = await json('rotate', 'a', '--keep', '24h');
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.secrets).toMatchObject([{ expires_at: expect.any(String) }, { expires_at: null }]);
    expect((await json('rotate', 'a')).secrets).toHaveLength(1);
    expect(await json('delete', 'a')).toEqual({ id: 'a', deleted: true });
    expect((await keys('list')).out).toBe('There are no keys.\n');
  });

  test.each([
    [['show', 'a'], 'There is no key "a"'],
    [['rotate', 'a'], 'There is no key "a"'],
    [['delete', 'a'], 'There is no key "a"'],
    [
      ['list', '--file', ''],
      'Set where the keys are stored: --file <path> or SVC_KEYS_FILE, --redis <url> or SVC_REDIS_URL',
    ],
  ])('%o exits with 1 and states the reason', async (args, message) => {
    expect(await keys(...args)).toEqual({ code: 1, out: '', err: `${message}\n` });
  });

  test('a file that is not a file of keys is not changed', async () => {
    await writeFile(file, 'no keys');
    const { code, err } = await keys('create', '--name', 'a');
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be used (no JSON)')]);
    expect(await readFile(file, 'utf8')).toBe('no keys');
  });

  test.each([
    [['create']],
    [['create', '--name', ' ']],
    [['create', '--name', 'a', '--id', 'a b']],
    [['create', '--name', 'a', '--rate', '5']],
    [['create', '--name', 'a', '--rate', '0/5']],
    [['create', '--name', 'a', '--per-day', '0']],
    [['create', '--name', 'a', '--expires', '2020-01-01']],
    [['create', '--name', 'a', '--expires', '2100-13-01']],
    [['create', '--name', 'a', '--expires', '5w']],
    [['create', '--name', 'a', '--scope', 'everything']],
    [['rotate', 'a', '--keep', '1']],
    [['show']],
    [['show', 'a', 'b']],
    [['remove', 'a']],
  ])('%o is rejected with exit code 2', async (args) => {
    const { code, out, err } = await keys(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^svc keys.*; "svc keys.*" shows what it takes\n$/);
  });
});

test('update only changes the given properties', async () => {
  await json('create', '--name', 'a', '--id', 'a', '--rate', '10/60', '--per-day', '5', '--expires', '90d');
  const before = await json('show', 'a');
  const changed = await json(
    'update',
    'a',
    '--scope',
    'search',
    '--per-day',
    'usual',
    '--per-month',
    '9',
    '--expires',
    'never',
  );
  const limits = { rate: { requests: 10, seconds: 60 }, per_month: 9 };
  expect(changed).toEqual({ ...before, scopes: ['search'], limits, expires_at: null });
  expect(await json('show', 'a')).toEqual(changed);
  expect((await keys('update', 'nobody', '--name', 'b')).code).toBe(1);
  expect((await keys('update', 'a', '--rate', 'much')).code).not.toBe(0);
});

test('a running service notices keys that are created, disabled, rotated and deleted', async () => {
  const env = { SVC_KEYS_FILE: file, SVC_REPLAY_FOLDER: pagesFolder, SVC_PORT: '0', SVC_LOG_LEVEL: 'silent' };
  const service = await startService(readConfig(env));
  onTestFinished(() => service.stop());
  const status = async (secret: string) =>
    (await fetch(`${service.address}/api/v1/account`, { headers: { 'x-api-key': secret } })).status;
  const becomes = (secret: string, expected: number) =>
    expect.poll(() => status(secret), { interval: 100 }).toBe(expected);
  const { secret } = await json('create', '--name', 'a', '--id', 'a');
  expect([200, 401]).toContain(await status(secret));
  await becomes(secret, 200);
  await keys('disable', 'a');
  await becomes(secret, 403);
  await keys('enable', 'a');
  await becomes(secret, 200);
  const { secret: next } = await json('rotate', 'a');
  await becomes(secret, 401);
  await becomes(next, 200);
  await keys('delete', 'a');
  await becomes(next, 401);
});
