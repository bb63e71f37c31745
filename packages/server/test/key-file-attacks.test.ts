import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { fileKeyStore } from '../src/keys/file-key-store.js';
import { type KeyRing, openKeyRing } from '../src/keys/key-ring.js';
import { createKey } from '../src/keys/manage.js';
import { openService } from '../src/main.js';
import { keyRecordOf } from './contracts/key-store.js';
import { environment, testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const newKey = { id: 'a', name: 'a', scopes: ['search'], limits: {} };

interface Kept {
  path: string;
  /** The text of the file with one key. */
  text: string;
  secret: string;
  ring: KeyRing;
  /** What the ring told, in order: messages of faults, and `mended`. */
  told: string[];
}

/** A file with one key, and a ring that follows it. */
async function kept(): Promise<Kept> {
  const path = join(await temporaryFolder(), 'keys.json');
  const store = fileKeyStore(path, { poll: 10 });
  const { secret } = await createKey(store, newKey, Date.now());
  const told: string[] = [];
  const ring = await openKeyRing({
    fixed: [],
    store,
    retry: 20,
    onFault: (error) => told.push((error as Error).message),
    onMended: () => told.push('mended'),
  });
  onTestFinished(() => ring.close());
  return { path, text: await readFile(path, 'utf8'), secret, ring, told };
}

type Attack = (kept: Kept) => Promise<unknown>;

const replaced =
  (by: (path: string) => Promise<unknown>): Attack =>
  async ({ path }) => {
    await rm(path);
    await by(path);
  };

const attacks: Readonly<Record<string, { attack: Attack; reason: string }>> = {
  'is removed': { attack: ({ path }) => rm(path), reason: 'are gone' },
  'is in a folder that is moved away': {
    attack: async ({ path }) => {
      await rename(dirname(path), `${dirname(path)}-away`);
      onTestFinished(() => rm(`${dirname(path)}-away`, { recursive: true, force: true }));
    },
    reason: 'are gone',
  },
  'is empty': { attack: ({ path }) => writeFile(path, ''), reason: '(no JSON)' },
  'is half written': { attack: ({ path, text }) => truncate(path, Math.floor(text.length / 2)), reason: '(no JSON)' },
  'has a field that is not known': {
    attack: ({ path, text }) => writeFile(path, text.replace('"limits"', '"limit"')),
    reason: 'limit',
  },
  'becomes a folder': { attack: replaced((path) => mkdir(path)), reason: '(no file)' },
  'becomes a pipe': { attack: replaced((path) => run('mkfifo', [path])), reason: '(no file)' },
  'becomes a link to nothing': { attack: replaced((path) => symlink('nowhere', path)), reason: 'are gone' },
  'becomes a link to itself': { attack: replaced((path) => symlink(path, path)), reason: '(ELOOP)' },
  'becomes a link to a device': { attack: replaced((path) => symlink('/dev/zero', path)), reason: '(no file)' },
  'has 100 MB': { attack: ({ path }) => truncate(path, 100_000_000), reason: '(larger than 16 MiB)' },
};

describe('a file of keys that', () => {
  test.each(Object.entries(attacks))('%s takes no key away, and is read again once it is there', async (_, given) => {
    const all = await kept();
    const { path, text, secret, ring, told } = all;
    await given.attack(all);
    await expect.poll(() => told.at(-1), { timeout: 5_000 }).toContain(given.reason);
    expect([ring.state(), ring.authenticate(secret).id]).toEqual(['stale', 'a']);
    await rm(path, { recursive: true, force: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await expect.poll(ring.state, { timeout: 5_000 }).toBe('current');
    expect(told.at(-1)).toBe('mended');
    expect(ring.authenticate(secret).id).toBe('a');
    await fileKeyStore(path).remove('a');
    await expect.poll(() => ring.byId('a'), { timeout: 5_000 }).toBeUndefined();
  });

  test('may not be read for a while takes no key away, though nothing of it changes when it may again', async () => {
    const { path, secret, ring, told } = await kept();
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const spy = vi.spyOn(fs.promises, 'readFile').mockRejectedValue(denied);
    const mend = () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    };
    syncBuiltinESMExports();
    onTestFinished(mend);
    await fs.promises.utimes(path, 1, 1);
    await expect.poll(() => told, { timeout: 5_000 }).toEqual([expect.stringContaining('(EACCES)')]);
    expect(ring.authenticate(secret).id).toBe('a');
    mend();
    await expect.poll(() => told.length, { timeout: 5_000 }).toBe(2);
    expect(ring.state()).toBe('current');
  });

  test('is a link is followed, locked and changed where it leads', async () => {
    const { path, ring } = await kept();
    await rename(path, `${path}.real`);
    await symlink(`${path}.real`, path);
    const [byLink, direct] = [fileKeyStore(path), fileKeyStore(`${path}.real`)];
    const ids = Array.from({ length: 6 }, (_, number) => `key-${number}`);
    await Promise.all(ids.map((id, number) => (number % 2 === 0 ? byLink : direct).add(keyRecordOf(id))));
    expect((await direct.list())?.map(({ id }) => id).sort()).toEqual(['a', ...ids]);
    await expect.poll(() => ids.every((id) => ring.byId(id)), { timeout: 5_000 }).toBe(true);
  });

  test('two processes write at once loses no key', async () => {
    const { path, ring } = await kept();
    const create = (id: string) =>
      run(process.execPath, [cli, 'keys', 'create', '--file', path, '--id', id, '--name', id]);
    await Promise.all(['b', 'c', 'd'].map(create));
    expect((await fileKeyStore(path).list())?.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
    await expect.poll(() => ['b', 'c', 'd'].every((id) => ring.byId(id)), { timeout: 5_000 }).toBe(true);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test('is on a disk that is full in the middle of a write stays as it was', async () => {
    const { path } = await kept();
    const store = fileKeyStore(path);
    const name = 'x'.repeat(200);
    for (let number = 0; number < 20; number += 1) await store.add(keyRecordOf(`key-${number}`, { name }));
    const text = await readFile(path, 'utf8');
    // The system writes as much as a limit allows, 4 KiB here, and refuses the rest: so does a disk that gets full.
    const deaf = ['--import', 'data:text/javascript,process.on("SIGXFSZ", () => undefined)'];
    const create = [...deaf, cli, 'keys', 'create', '--file', path, '--name', 'b'];
    const command = 'ulimit -f 8; exec "$@"';
    await expect(run('sh', ['-c', command, 'sh', process.execPath, ...create])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(EFBIG)'),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test.each(['ENOSPC', 'EROFS', 'EDQUOT'])('cannot be written (%s) stays as it was, and unlocked', async (code) => {
    const { path, text } = await kept();
    const store = fileKeyStore(path);
    const spy = vi.spyOn(fs.promises, 'writeFile').mockRejectedValue(Object.assign(new Error(code), { code }));
    const mend = () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    };
    syncBuiltinESMExports();
    onTestFinished(mend);
    const unusable = { code: 'unusable', message: expect.stringContaining(`(${code})`) };
    await expect(store.add(keyRecordOf('b'))).rejects.toMatchObject(unusable);
    mend();
    expect([await readFile(path, 'utf8'), await readdir(dirname(path))]).toEqual([text, ['keys.json']]);
    await store.add(keyRecordOf('b'));
  });

  test('is in a folder that may not be written is refused at once', async () => {
    const { path } = await kept();
    const spy = vi.spyOn(fs.promises, 'access').mockRejectedValue(Object.assign(new Error('no'), { code: 'EROFS' }));
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    const start = performance.now();
    await expect(fileKeyStore(path).add(keyRecordOf('b'))).rejects.toMatchObject({
      message: expect.stringContaining('(EROFS)'),
    });
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(spy).toHaveBeenCalledWith(dirname(await fs.promises.realpath(path)), fs.constants.W_OK);
  });

  test('would become larger than what is read stays as it was', async () => {
    const { path } = await kept();
    const store = fileKeyStore(path);
    const scopes = ['x'.repeat(2 ** 24 - 1_000)];
    await writeFile(path, JSON.stringify({ version: 1, keys: [keyRecordOf('large', { scopes })] }));
    const before = await readFile(path, 'utf8');
    expect(await store.list()).toHaveLength(1);
    await expect(
      store.add(keyRecordOf('one-more', { name: 'x'.repeat(200), scopes: ['x'.repeat(1_000)] })),
    ).rejects.toMatchObject({
      message: expect.stringContaining('(larger than 16 MiB)'),
    });
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});

describe('a service', () => {
  test('says that its keys are from before, in /readyz, log and metrics, and answers with them', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    const store = fileKeyStore(path);
    const config = readConfig({ ...environment, SVC_API_KEYS: '', SVC_DISABLED_API_KEYS: '', SVC_KEYS_FILE: path });
    const { app, stop } = await openService(config);
    onTestFinished(stop);
    const warnings = vi.spyOn(app.log, 'error');
    const ready = async () => (await app.inject('/readyz')).json();
    const stale = async () => /^svc_keys_stale (\d)$/m.exec((await app.inject('/metrics')).body)?.[1];
    expect(await ready()).toEqual({ status: 'ready', keys: 'none' });
    const { secret } = await createKey(store, newKey, Date.now());
    const account = async () =>
      (await app.inject({ url: '/api/v1/account', headers: { 'x-api-key': secret } })).statusCode;
    await expect.poll(account, { timeout: 5_000 }).toBe(200);
    expect([await ready(), await stale()]).toEqual([{ status: 'ready', keys: 'current' }, '0']);
    await rm(path);
    await expect.poll(ready, { timeout: 5_000 }).toEqual({ status: 'ready', keys: 'stale' });
    expect([await account(), await stale()]).toEqual([200, '1']);
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(warnings.mock.lastCall?.[1]).toBe('the keys cannot be read again; those from before stay in force');
  });

  test('with keys of the environment alone says nothing of them', async () => {
    expect((await testService().app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('does not start with a file of keys in a folder that is not there', async () => {
    const path = join(await temporaryFolder(), 'nowhere', 'keys.json');
    const start = () => readConfig({ ...environment, SVC_KEYS_FILE: path });
    expect(start).toThrow(`SVC_KEYS_FILE must be in a folder that is there; "${path}" is not`);
  });

  test('does not start with a file of keys that is half written', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    await writeFile(path, '{"version":1,"keys":[');
    await expect(openService(readConfig({ ...environment, SVC_KEYS_FILE: path }))).rejects.toThrow(
      'SVC_KEYS_FILE must be a file of keys',
    );
  });
});
