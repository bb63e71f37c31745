import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import { batchHeaders, ndjson } from './helpers/batches.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

test('a job may be cancelled and removed at any moment: none is damaged by it, and none is a fault', async () => {
  const damaged: string[] = [];
  const folder = join(await temporaryFolder(), 'jobs');
  const jobs = new FolderJobStore(folder, { keep: 60_000, onDamage: (_, error) => damaged.push(error.message) });
  const serve = serving(() => tenRows(1));
  const log: string[] = [];
  const service = testService({
    adapter: async (...given) => {
      await sleep(20 * Math.random());
      return serve(...given);
    },
    endpoints: [fakeEndpoint],
    jobs,
    env: { SVC_LOG_LEVEL: 'error', SVC_KEY_BATCHES: '100', SVC_KEPT_BATCHES: '10000' },
    logTo: { write: (line) => log.push(line) },
  });
  onTestFinished(() => service.app.close());
  const statuses = new Set<number>();
  const remove = async (id: string) => {
    const headers = { 'x-api-key': key };
    const { statusCode } = await service.app.inject({ method: 'DELETE', url: `/api/v1/batches/${id}`, headers });
    statuses.add(statusCode);
  };
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let count = 0; count < 25; count += 1) {
      const lines = Array.from({ length: 1 + (count % 3) }, (_, id) => `${caller} ${count} ${id}`);
      const searches = lines.map((query, id) => ({ id: `${id}`, operation: 'alpha.search', query }));
      const { id } = (await service.post('/api/v1/batches', ndjson(searches), batchHeaders)).json();
      await sleep(60 * Math.random());
      await Promise.all([remove(id), remove(id)]);
      await remove(id);
    }
  });
  await Promise.all(callers);
  expect([...statuses].filter((status) => ![200, 204, 404, 429].includes(status))).toEqual([]);
  expect([damaged, log]).toEqual([[], []]);
});

test('what a killed process had not deleted yet is deleted with the next look', async () => {
  const folder = join(await temporaryFolder(), 'jobs');
  await mkdir(join(folder, 'removed-half', 'results'), { recursive: true });
  const jobs = new FolderJobStore(folder, { keep: 60_000, onDamage: (_, error) => console.error(error) });
  expect([await jobs.owners(), await jobs.open(), await readdir(folder)]).toEqual([[], [], []]);
});
