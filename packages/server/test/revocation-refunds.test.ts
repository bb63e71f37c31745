import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import { fileKeyStore } from '../src/limits/keys/file-key-store.js';
import { openKeyRing } from '../src/limits/keys/key-ring.js';
import { createKey, setKeyDisabled } from '../src/limits/keys/manage.js';
import { batchHeaders, ndjson } from './helpers/batches.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

/** Milliseconds that the engine takes: longer than until searches of a disabled key end. */
const engineDelay = 1_500;

/** A service with a key of two concurrent searches, and how many pages of its quota are used. */
async function serviceWithKey() {
  const folder = await temporaryFolder(onTestFinished);
  const keys = fileKeyStore(join(folder, 'keys.json'));
  const limits = { concurrency: 2, per_day: 10_000 };
  const key = { id: 'one', name: 'one', scopes: ['search'], limits, expiresAt: undefined };
  const { secret } = await createKey(keys, key, Date.now());
  const ring = await openKeyRing({ fixed: [], store: keys, onFault: () => {}, onMended: () => {} });
  const jobs = new FolderJobStore(join(folder, 'jobs'), { retention: 60_000, onDamage: () => {} });
  const serve = serving(({ page = 1 }) => tenRows(page));
  const service = testService({
    ...{ endpoints: [fakeEndpoint], keys: ring, jobs },
    adapter: async (request, context) => {
      await sleep(engineDelay);
      return serve(request, context);
    },
  });
  onTestFinished(async () => {
    await service.app.close();
    ring.close();
  });
  const headers = { 'x-api-key': secret };
  return {
    ...{ service, headers },
    setDisabled: (disabled: boolean) => setKeyDisabled(keys, 'one', { disabled }),
    async usedPages() {
      await expect.poll(async () => (await service.get('/api/v1/account', headers)).statusCode).toBe(200);
      return (await service.get('/api/v1/account', headers)).json().limits.day.used;
    },
  };
}

const lines = ndjson(
  Array.from({ length: 6 }, (_, id) => ({ id: `${id}`, operation: 'alpha.search', query: `tides ${id}`, num: 30 })),
);

test('searches that end because their key was disabled are refunded, whether they waited or had begun', async () => {
  const { service, headers, setDisabled, usedPages } = await serviceWithKey();
  const searches = Array.from({ length: 5 }, (_, index) =>
    service.post(fakeEndpoint.path, { query: `waves ${index}`, num: 30 }, headers),
  );
  await expect.poll(() => service.requests.length).toBe(2);
  await setDisabled(true);
  const codes = (await Promise.all(searches)).map((answer) => answer.json().code);
  expect(codes).toEqual(Array(5).fill('api_key_disabled'));
  await setDisabled(false);
  expect(await usedPages()).toBe(0);
});

test.each(['/api/v1/batch', '/api/v1/batches'])('so are the lines of %s', async (path) => {
  const { service, headers, setDisabled, usedPages } = await serviceWithKey();
  const answer = service.post(path, lines, { ...batchHeaders, ...headers });
  await expect.poll(() => service.requests.length).toBeGreaterThan(0);
  await setDisabled(true);
  const { headers: answered } = await answer;
  await sleep(engineDelay + 1_000);
  await setDisabled(false);
  expect(await usedPages()).toBe(0);
  const { location } = answered;
  if (typeof location === 'string')
    expect((await service.get(location, headers)).json()).toMatchObject({ state: 'completed', found: 0 });
});
