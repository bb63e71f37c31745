import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../src/errors/api-error.js';
import { fileKeyStore } from '../src/limits/keys/file-key-store.js';
import { type KeyRing, openKeyRing } from '../src/limits/keys/key-ring.js';
import { createKey } from '../src/limits/keys/manage.js';
import { keyRecordOf } from './contracts/key-store.js';
import { breakFs } from './helpers/break-fs.js';
import { temporaryFolder } from './helpers/temporary.js';

const run = promisify(execFile);
const newKey = { id: 'a', name: 'a', scopes: ['search'], limits: {} };

interface KeyFile {
  path: string;
  /** The text of the file with one key. */
  text: string;
  secret: string;
  ring: KeyRing;
  /** Events of the ring, in order: error messages, and `mended`. */
  events: string[];
}

/** A file with one key, and a ring that reloads it. */
async function openKeyFile(): Promise<KeyFile> {
  const path = join(await temporaryFolder(), 'keys.json');
  const store = fileKeyStore(path, { poll: 10 });
  const { secret } = await createKey(store, newKey, Date.now());
  const events: string[] = [];
  const ring = await openKeyRing({
    fixed: [],
    store,
    retry: 20,
    onFault: (error) => events.push((error as Error).message),
    onMended: () => events.push('mended'),
  });
  onTestFinished(() => ring.close());
  return { path, text: await readFile(path, 'utf8'), secret, ring, events };
}

type Attack = (file: KeyFile) => Promise<unknown>;

const replaced =
  (by: (path: string) => Promise<unknown>): Attack =>
  async ({ path }) => {
    await rm(path);
    await by(path);
  };

const attacks: Readonly<Record<string, { attack: Attack; reason: string }>> = {
  'is removed': { attack: ({ path }) => rm(path), reason: 'are gone' },
  'is in a folder that is renamed': {
    attack: async ({ path }) => {
      await rename(dirname(path), `${dirname(path)}-away`);
      onTestFinished(() => rm(`${dirname(path)}-away`, { recursive: true, force: true }));
    },
    reason: 'are gone',
  },
  'is empty': { attack: ({ path }) => writeFile(path, ''), reason: '(no JSON)' },
  'is truncated': { attack: ({ path, text }) => truncate(path, Math.floor(text.length / 2)), reason: '(no JSON)' },
  'has an unknown field': {
    attack: ({ path, text }) => writeFile(path, text.replace('"limits"', '"limit"')),
    reason: 'limit',
  },
  'becomes a folder': { attack: replaced((path) => mkdir(path)), reason: '(not a file)' },
  'becomes a pipe': { attack: replaced((path) => run('mkfifo', [path])), reason: '(not a file)' },
  'becomes a dangling symbolic link': { attack: replaced((path) => symlink('nowhere', path)), reason: 'are gone' },
  'becomes a circular symbolic link': { attack: replaced((path) => symlink(path, path)), reason: '(ELOOP)' },
  'becomes a symbolic link to a device': {
    attack: replaced((path) => symlink('/dev/zero', path)),
    reason: '(not a file)',
  },
  'grows to 100 MB': { attack: ({ path }) => truncate(path, 100_000_000), reason: '(larger than 16 MiB)' },
};

describe('a key file that', () => {
  test.each(Object.entries(attacks))('%s disables no key, and is reloaded once it is valid again', async (_, given) => {
    const all = await openKeyFile();
    const { path, text, secret, ring, events } = all;
    await given.attack(all);
    await expect.poll(() => events.at(-1)).toContain(given.reason);
    expect([ring.state(), ring.authenticate(secret).id]).toEqual(['stale', 'a']);
    await rm(path, { recursive: true, force: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await expect.poll(ring.state).toBe('current');
    expect(events.at(-1)).toBe('mended');
    expect(ring.authenticate(secret).id).toBe('a');
    await fileKeyStore(path).remove('a');
    await expect.poll(() => isKnown(ring, 'a')).toBe(false);
  });

  test('is temporarily unreadable disables no key, even if its content has not changed afterwards', async () => {
    const { path, secret, ring, events } = await openKeyFile();
    const { restore } = breakFs('readFile', 'EACCES');
    await fs.promises.utimes(path, 1, 1);
    await expect.poll(() => events).toEqual([expect.stringContaining('(EACCES)')]);
    expect(ring.authenticate(secret).id).toBe('a');
    restore();
    await expect.poll(() => events.length).toBe(2);
    expect(ring.state()).toBe('current');
  });

  test('is a symbolic link is followed, locked and changed at its target', async () => {
    const { path, ring } = await openKeyFile();
    await rename(path, `${path}.real`);
    await symlink(`${path}.real`, path);
    const [byLink, direct] = [fileKeyStore(path), fileKeyStore(`${path}.real`)];
    const ids = Array.from({ length: 6 }, (_, number) => `key-${number}`);
    await Promise.all(ids.map((id, number) => (number % 2 === 0 ? byLink : direct).add(keyRecordOf(id))));
    expect((await direct.list())?.map(({ id }) => id).sort()).toEqual(['a', ...ids]);
    await expect.poll(() => ids.every((id) => isKnown(ring, id))).toBe(true);
  });

  test.each(['ENOSPC', 'EROFS', 'EDQUOT'])('cannot be written (%s) is left unchanged and unlocked', async (code) => {
    const { path, text } = await openKeyFile();
    const store = fileKeyStore(path);
    const { restore } = breakFs('writeFile', code);
    const unusable = { code: 'unusable', message: expect.stringContaining(`(${code})`) };
    await expect(store.add(keyRecordOf('b'))).rejects.toMatchObject(unusable);
    restore();
    expect([await readFile(path, 'utf8'), await readdir(dirname(path))]).toEqual([text, ['keys.json']]);
    await store.add(keyRecordOf('b'));
  });

  test('is in a folder without write permission is rejected at once', async () => {
    const { path } = await openKeyFile();
    const { spy } = breakFs('access', 'EROFS');
    await expect(fileKeyStore(path).add(keyRecordOf('b'))).rejects.toMatchObject({
      message: expect.stringContaining('(EROFS)'),
    });
    expect(spy).toHaveBeenCalledTimes(1); // no retry
    expect(spy).toHaveBeenCalledWith(dirname(await fs.promises.realpath(path)), fs.constants.W_OK);
  });

  test('would exceed the maximum size is left unchanged', async () => {
    const { path } = await openKeyFile();
    const store = fileKeyStore(path);
    const largest = 2 ** 24;
    const sized = (length: number) => keyRecordOf('large', { scopes: ['x'.repeat(length)] });
    await store.remove('a');
    await store.add(sized(1_000));
    const around = (await stat(path)).size - 1_000;
    await store.change('large', () => sized(largest - around));
    expect((await stat(path)).size).toBe(largest);
    expect(await store.list()).toHaveLength(1);
    const before = await readFile(path, 'utf8');
    await expect(store.change('large', () => sized(largest - around + 1))).rejects.toMatchObject({
      message: expect.stringContaining('(larger than 16 MiB)'),
    });
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});

/** Whether the ring has this key, with any secret. */
function isKnown(ring: KeyRing, id: string): boolean {
  try {
    ring.check({ id, credential: '' });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.message.includes('secret');
  }
}
