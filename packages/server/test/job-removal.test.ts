import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchHeaders, ndjson } from './helpers/batches.js';
import { drawn, startedService } from './helpers/started.js';
import { temporaryFolder } from './helpers/temporary.js';

test('cancelling and removing a job at any moment causes no damage and no error', async () => {
  const serve = drawn();
  const log: string[] = []; // damage is logged too
  const service = await startedService({
    adapter: async (...given) => {
      await sleep(20 * Math.random());
      return serve(...given);
    },
    env: {
      SVC_BATCH_FOLDER: join(await temporaryFolder(), 'jobs'),
      ...{ SVC_LOG_LEVEL: 'error', SVC_KEY_BATCHES: '100', SVC_KEPT_BATCHES: '10000' },
    },
    logTo: { write: (line) => log.push(line) },
  });
  const statuses = new Set<number>();
  const remove = async (id: string) => {
    const { statusCode } = await service.remove(`/api/v1/batches/${id}`);
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
  expect(log).toEqual([]);
});

test('a folder that a killed process had not deleted completely is deleted at the next scan', async () => {
  const folder = join(await temporaryFolder(), 'jobs');
  await mkdir(join(folder, 'removed-half', 'results'), { recursive: true });
  const admin = { 'an-administrator': { scopes: ['search', 'admin'] } };
  const service = await startedService({ env: { SVC_BATCH_FOLDER: folder }, callers: admin });
  const listed = await service.get('/api/v1/batches?owner=*', { 'x-api-key': 'an-administrator' });
  expect(listed.json()).toEqual({ batches: [] });
  await expect.poll(() => readdir(folder)).toEqual([]);
});
