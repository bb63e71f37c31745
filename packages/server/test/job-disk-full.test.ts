import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import { batchHeaders, manyLines, ndjson } from './helpers/batches.js';
import { breakFs } from './helpers/break-fs.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const path = '/api/v1/batches';
const atOnce = 5;

/** Has nothing more be written, as on a disk that is full, until the function returned is called. */
async function fillDisk(): Promise<() => void> {
  const { mend } = breakFs('writeFile', 'ENOSPC');
  const handle = await open(import.meta.filename);
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const spy = vi.spyOn(files, 'appendFile').mockRejectedValue(full);
  onTestFinished(() => spy.mockRestore());
  return () => {
    spy.mockRestore();
    mend();
  };
}

test('while the disk is full no search begins, new jobs are refused, and the job goes on where there is room', async () => {
  const jobs = new FolderJobStore(join(await temporaryFolder(), 'jobs'), {
    keep: 60_000,
    onDamage: (_, error) => console.error(error),
  });
  const service = testService({
    adapter: async (...given) => {
      await sleep(20);
      return serving(() => tenRows(1))(...given);
    },
    endpoints: [fakeEndpoint],
    env: { SVC_BATCH_SEARCHES: `${atOnce}` },
    jobs,
  });
  onTestFinished(() => service.app.close());
  const lines = manyLines(100).map((line) => ({ ...line, operation: fakeEndpoint.name }));
  const send = () => service.post(path, ndjson(lines), batchHeaders);
  const { id } = (await send()).json();
  const job = async () => (await service.get(`${path}/${id}`)).json();
  await expect.poll(async () => (await job()).answered, { timeout: 20_000 }).toBeGreaterThan(20);

  const emptied = await fillDisk();
  const asked = service.requests.length;
  await expect.poll(() => jobs.fault(), { timeout: 20_000 }).toBe('disk_full');
  const { answered } = await job();
  await sleep(6_000); // longer than from one trial whether there is room to the next
  expect(service.requests.length).toBeLessThanOrEqual(asked + atOnce);
  expect(await job()).toMatchObject({ state: 'running', answered });
  const refused = await send();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { code: 'overloaded', detail: 'Batches cannot be kept: the disk is full.' },
  ]);
  expect(refused.headers['retry-after']).toBe('10');
  expect(await service.get('/readyz').then((response) => response.json())).toMatchObject({ jobs: 'paused: disk_full' });

  emptied();
  await expect.poll(async () => (await job()).state, { timeout: 40_000 }).toBe('completed');
  const results = await service.get(`${path}/${id}/results`);
  const ids = results.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
  expect(service.requests.length).toBeLessThanOrEqual(100 + atOnce);
}, 120_000);
