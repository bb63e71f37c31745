import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepQuickStartKey, quickStartFile, readQuickStartKey } from '../src/commands/quick-start-key.js';
import { testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const words = [{ word: 'sim:captcha', meaning: 'the captcha page' }];

describe('the key of the quick start', () => {
  test('stays the same over starts, in a file for its owner alone', async () => {
    const file = quickStartFile({ XDG_STATE_HOME: await temporaryFolder() });
    const [first, second] = [await keepQuickStartKey(file), await keepQuickStartKey(file)];
    expect(first).toEqual({ key: expect.stringMatching(/^svc_[0-9a-f]{32}$/), file });
    expect(second).toEqual(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is made anew where others can read it, or the file holds none', async () => {
    const file = quickStartFile({ XDG_STATE_HOME: await temporaryFolder() });
    const { key: first } = await keepQuickStartKey(file);
    await chmod(file, 0o644);
    expect(await readQuickStartKey(file)).toBeUndefined();
    const { key: second } = await keepQuickStartKey(file);
    await writeFile(file, 'not a key');
    const { key: third } = await keepQuickStartKey(file);
    expect(new Set([first, second, third])).toHaveLength(3);
    expect((await readFile(file, 'utf8')).trim()).toBe(third);
  });

  test('is for one run where it cannot be kept', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'svc'), 'a file in the place of the folder');
    expect(await keepQuickStartKey(quickStartFile({ XDG_STATE_HOME: folder }))).toMatchObject({ file: undefined });
  });

  test('is beside the state of other programs by default', async () => {
    await mkdir(await temporaryFolder(), { recursive: true });
    expect(quickStartFile({ HOME: '/home/jane' })).toBe('/home/jane/.local/state/svc/quick-start-key');
  });
});

test('a simulated service says so in every answer and to its playground, with the words', async () => {
  const { get } = testService({ simulatorWords: words });
  const { headers } = await get('/docs/reference/simulator');
  expect(headers['x-simulated']).toBe('true');
  expect((await get('/playground.json')).json()).toMatchObject({ simulated: true, words });
});

test('one that asks engines says nothing of it', async () => {
  const { get } = testService();
  const { headers } = await get('/docs');
  expect(headers['x-simulated']).toBeUndefined();
  expect((await get('/playground.json')).json()).toEqual({ key: null, simulated: false, words: [] });
});
