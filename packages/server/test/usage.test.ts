import { lstat, mkdir, readdir, readFile, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryUsageStore } from '../src/limits/quotas.js';
import { openUsageFile } from '../src/limits/usage-file.js';
import { breakFs } from './helpers/break-fs.js';
import { temporaryFolder } from './helpers/temporary.js';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const day = 86_400_000;

function noFault(error: unknown): never {
  throw error;
}

/** Closes the file after the test, which otherwise would be written to a removed folder. */
const openFile: typeof openUsageFile = async (path, options) => {
  const usage = await openUsageFile(path, options);
  onTestFinished(() => usage.close());
  return usage;
};

test('usage is counted by key, day and month', async () => {
  const usage = memoryUsageStore();
  expect(await usage.add('a', 3, noon)).toEqual({ day: 3, month: 3 });
  expect(await usage.add('a', 2, noon + day)).toEqual({ day: 2, month: 5 });
  expect(await usage.add('b', 1, noon + day)).toEqual({ day: 1, month: 1 });
  expect(await usage.add('a', -1, noon + day)).toEqual({ day: 1, month: 4 });
  expect(await usage.used('a', noon + 30 * day)).toEqual({ day: 0, month: 0 });
  expect(await usage.used('c', noon)).toEqual({ day: 0, month: 0 });
});

test('a month may last longer than the maximum timer of Node.js', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T00:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const usage = memoryUsageStore();
  await usage.add('a', 3, Date.now());
  await vi.advanceTimersByTimeAsync(29 * day);
  expect((await usage.used('a', Date.now())).month).toBe(3);
});

test('days and months before the previous ones are removed', async () => {
  let uptime = 0;
  const usage = memoryUsageStore(() => uptime);
  for (let count = 0; count < 70; count += 1) {
    await usage.add('a', 1, noon + count * day);
    uptime += day;
  }
  expect(JSON.stringify(usage.dump()).match(/"key"/g)).toHaveLength(4);
});

test('a clock that was set forward and back again leaves the counts of the day and the month', async () => {
  let uptime = 0;
  const usage = memoryUsageStore(() => uptime);
  await usage.add('a', 3, noon);
  for (const away of [20, 40, 400, -40]) {
    uptime += day / 10;
    await usage.add('a', 1, noon + away * day);
  }
  expect(await usage.used('a', noon)).toEqual({ day: 3, month: 3 });
  for (let count = 0; count < 3; count += 1) {
    uptime += day;
    await usage.add('a', 1, noon + count * day);
  }
  expect(JSON.stringify(usage.dump()).match(/"key"/g)?.length).toBeLessThanOrEqual(4); // those of the future too
});

test('an existing usage file is continued', async () => {
  const path = join(await temporaryFolder(), 'usage');
  const kept = [
    { key: 'a 2026-11-20', value: 3, expiresAt: null },
    { key: 'a 2026-11', value: 5, expiresAt: null },
  ];
  await writeFile(path, JSON.stringify({ version: 1, storage: kept }));
  const usage = await openFile(path, { onFault: noFault });
  expect(await usage.used('a', noon)).toEqual({ day: 3, month: 5 });
});

test('counts survive a restart', async () => {
  const path = join(await temporaryFolder(), 'usage');
  const first = await openFile(path, { onFault: noFault });
  await first.add('a', 3, noon);
  await first.close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const second = await openFile(path, { onFault: noFault });
  expect(await second.used('a', noon)).toEqual({ day: 3, month: 3 });
  expect(await second.add('a', 1, noon + day)).toEqual({ day: 1, month: 4 });
  await second.close();
  expect(await (await openFile(path, { onFault: noFault })).used('a', noon + day)).toEqual({ day: 1, month: 4 });
});

test('counts are written periodically, and only if they have changed', async () => {
  const path = join(await temporaryFolder(), 'usage');
  const usage = await openFile(path, { every: 20, onFault: noFault });
  onTestFinished(() => usage.close());
  await new Promise((resolve) => setTimeout(resolve, 80));
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await usage.add('a', 3, noon);
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('a 2026-11-20');
});

test('a failed write is reported and repeated', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'usage');
  const faults: unknown[] = [];
  const usage = await openFile(path, { every: 60_000, onFault: (error) => faults.push(error) });
  await mkdir(path);
  await usage.add('a', 3, noon);
  await usage.close();
  expect(faults).toHaveLength(1);
  await rmdir(path);
  await usage.close();
  expect(faults).toHaveLength(1);
  expect(await readFile(path, 'utf8')).toContain('a 2026-11-20');
});

test.each(['no JSON', '[]', '{"version":2}'])('a file with %s is not accepted as usage file', async (text) => {
  const path = join(await temporaryFolder(), 'usage');
  await writeFile(path, text);
  await expect(openFile(path, { onFault: noFault })).rejects.toThrow(
    text === 'no JSON' ? SyntaxError : 'The file holds no counts',
  );
});

/** A usage file with a fake timer, and the faults that it reports. */
async function openCounted() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(await temporaryFolder(), 'usage');
  const faults: string[] = [];
  const onFault = (error: unknown) => faults.push(`${(error as { code?: string }).code}`);
  const usage = await openFile(path, { onFault });
  await usage.add('a', 3, noon);
  const written = () => readFile(path, 'utf8').catch(() => '');
  const tick = () => vi.advanceTimersByTime(5_000);
  tick();
  await expect.poll(written).toContain('a 2026-11-20');
  return { path, faults, usage, written, tick };
}

test('counts are written again if the file is removed, even without new counts', async () => {
  const { path, faults, written, tick, usage } = await openCounted();
  await rm(path);
  tick();
  await expect.poll(written).toContain('a 2026-11-20');
  await rm(path);
  await usage.close();
  expect([await written(), faults]).toEqual([expect.stringContaining('a 2026-11-20'), []]);
});

test('counts are kept in memory while a folder is in place of the file, each failed write is reported, and they are written later', async () => {
  const { path, faults, written, tick, usage } = await openCounted();
  await rm(path);
  await mkdir(path);
  tick();
  await expect.poll(() => faults).toEqual(['EISDIR']);
  tick();
  await expect.poll(() => faults).toEqual(['EISDIR', 'EISDIR']);
  expect(await usage.used('a', noon)).toEqual({ day: 3, month: 3 });
  await rmdir(path);
  tick();
  await expect.poll(written).toContain('a 2026-11-20');
});

test('the file is unchanged while the disk is full, and written once there is space', async () => {
  const { path, faults, written, tick, usage } = await openCounted();
  const before = await written();
  const { restore } = breakFs('writeFile', 'ENOSPC');
  await usage.add('a', 4, noon);
  tick();
  await expect.poll(() => faults).toEqual(['ENOSPC']);
  expect([await written(), await readdir(dirname(path))]).toEqual([before, ['usage']]);
  restore();
  tick();
  await expect.poll(written).not.toBe(before);
  await usage.close();
  expect(await (await openFile(path, { onFault: noFault })).used('a', noon)).toEqual({ day: 7, month: 7 });
});

test('two processes that share a usage file report it', async () => {
  const { path, faults, tick, usage } = await openCounted();
  const others: unknown[] = [];
  const other = await openFile(path, { onFault: (error) => others.push(error) });
  await other.add('b', 1, noon);
  tick();
  await expect.poll(() => readFile(path, 'utf8')).toContain('b 2026-11-20');
  expect([others, faults]).toEqual([[], []]);
  await usage.add('a', 1, noon);
  tick();
  await expect.poll(() => readFile(path, 'utf8')).not.toContain('b 2026-11-20');
  expect(faults).toEqual(['written by another process']);
  await other.add('b', 1, noon);
  await other.close();
  expect(others).toEqual([
    expect.objectContaining({ name: 'SharedUsageFile', message: 'Another process writes the file' }),
  ]);
});

test('a symbolic link to the usage file is kept', async () => {
  const folder = await temporaryFolder();
  await symlink('real', join(folder, 'usage'));
  await writeFile(join(folder, 'real'), JSON.stringify(memoryUsageStore().dump()));
  const usage = await openFile(join(folder, 'usage'), { onFault: noFault });
  await usage.add('a', 1, noon);
  await usage.close();
  expect(await readFile(join(folder, 'real'), 'utf8')).toContain('a 2026-11-20');
  expect((await lstat(join(folder, 'usage'))).isSymbolicLink()).toBe(true);
});
