import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { batchHeaders, manyLines, ndjson } from './helpers/batches.js';
import { breakFs } from './helpers/break-fs.js';
import { drawn, startedService } from './helpers/started.js';
import { temporaryFolder } from './helpers/temporary.js';

const path = '/api/v1/batches';
const atOnce = 5;

/** Makes all writes fail, as on a full disk, until the returned function is called. */
async function fillDisk(): Promise<() => void> {
  const { restore } = breakFs('writeFile', 'ENOSPC');
  const handle = await open(import.meta.filename);
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const spy = vi.spyOn(files, 'appendFile').mockRejectedValue(full);
  onTestFinished(() => spy.mockRestore());
  return () => {
    spy.mockRestore();
    restore();
  };
}

test('no search begins and new jobs are rejected while the disk is full, and the job continues when there is space', async () => {
  const serve = drawn();
  const service = await startedService({
    adapter: async (...given) => {
      await sleep(20);
      return serve(...given);
    },
    env: { SVC_BATCH_SEARCHES: `${atOnce}`, SVC_BATCH_FOLDER: join(await temporaryFolder(), 'jobs') },
  });
  const jobsFault = async () => (await service.get('/readyz')).json().jobs;
  const lines = manyLines(100);
  const send = () => service.post(path, ndjson(lines), batchHeaders);
  const { id } = (await send()).json();
  const job = async () => (await service.get(`${path}/${id}`)).json();
  await expect.poll(async () => (await job()).answered).toBeGreaterThan(20);

  const emptied = await fillDisk();
  const requests = service.requests.length;
  await expect.poll(jobsFault).toBe('paused: disk_full');
  const { answered } = await job();
  await sleep(6_000); // longer than the interval at which the service checks for space
  expect(service.requests.length).toBeLessThanOrEqual(requests + atOnce);
  expect(await job()).toMatchObject({ state: 'running', answered });
  const refused = await send();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { code: 'overloaded', detail: 'Batches cannot be stored: the disk is full.' },
  ]);
  expect(refused.headers['retry-after']).toBe('10');
  expect(await jobsFault()).toBe('paused: disk_full');

  emptied();
  await expect.poll(async () => (await job()).state).toBe('completed');
  const results = await service.get(`${path}/${id}/results`);
  const ids = results.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
  expect(service.requests.length).toBeLessThanOrEqual(100 + atOnce);
}, 120_000);
