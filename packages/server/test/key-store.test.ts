import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileKeyStore } from '../src/limits/keys/file-key-store.js';
import { describeKeyStore, keyRecordOf } from './contracts/key-store.js';
import { temporaryFolder } from './helpers/temporary.js';

const poll = 20;

describeKeyStore('a key file', async () => {
  const path = join(await temporaryFolder(), 'keys.json');
  return { one: fileKeyStore(path, { poll }), other: fileKeyStore(path, { poll }) };
});

test('the key file is readable by its owner only, and no other files are left', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'keys.json');
  await fileKeyStore(path).add(keyRecordOf('a'));
  expect(await readdir(folder)).toEqual(['keys.json']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, keys: [keyRecordOf('a')] });
});

test.each([
  ['{', '(no JSON)'],
  ['{"version":2,"keys":[]}', 'version'],
  [JSON.stringify({ version: 1, keys: [{ ...keyRecordOf('a'), limits: { per_dya: 5 } }] }), 'per_dya'],
  [JSON.stringify({ version: 1, keys: [keyRecordOf('a b')] }), 'keys[0].id'],
  [JSON.stringify({ version: 1, keys: [keyRecordOf('a', { limits: { concurrency: 0 } })] }), 'concurrency'],
])('a key file with %s is rejected and left unchanged', async (text, reason) => {
  const path = join(await temporaryFolder(), 'keys.json');
  await writeFile(path, text);
  const store = fileKeyStore(path);
  const unusable = { code: 'unusable', message: expect.stringContaining(reason) };
  await expect(store.list()).rejects.toMatchObject(unusable);
  await expect(store.add(keyRecordOf('b'))).rejects.toMatchObject(unusable);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('the error for a missing folder has its code', async () => {
  const store = fileKeyStore(join(await temporaryFolder(), 'none', 'keys.json'));
  await expect(store.add(keyRecordOf('a'))).rejects.toMatchObject({
    code: 'unusable',
    message: expect.stringContaining('ENOENT'),
  });
});

test('watching a key file does not keep the process alive', async () => {
  const stop = fileKeyStore(join(await temporaryFolder(), 'keys.json')).onChange(() => undefined);
  expect(process.getActiveResourcesInfo()).not.toContain('StatWatcher');
  stop();
});

test('the error of an invalid key file names the file and the reason', async () => {
  const path = join(await temporaryFolder(), 'keys.json');
  await writeFile(path, '{');
  const error: unknown = await fileKeyStore(path)
    .list()
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toBe(`KeyStoreError: The file of keys "${path}" cannot be used (no JSON)`);
});
