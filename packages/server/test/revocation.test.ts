import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import { RedisJobStore } from '../src/jobs/redis-store.js';
import type { JobStore } from '../src/jobs/store.js';
import { fileKeyStore } from '../src/limits/keys/file-key-store.js';
import { openKeyRing } from '../src/limits/keys/key-ring.js';
import type { KeyStore } from '../src/limits/keys/key-store.js';
import { createKey, rotateKey, setKeyDisabled, updateKey } from '../src/limits/keys/manage.js';
import { openRedis } from '../src/state/redis/connection.js';
import { redisKeyStore } from '../src/state/redis/key-store.js';
import { answersIn, batchHeaders, ndjson } from './helpers/batches.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { hasRedis, startRedis } from './helpers/redis.js';
import { environment, testService } from './helpers/service.js';
import { type AfterTest, temporaryFolder } from './helpers/temporary.js';

/** Milliseconds within which searches of a revoked key must stop, and for which the engine is then watched. */
const [grace, watched] = [2_000, 1_500];

/**
 * Response time of the engine in milliseconds, so that a batch or a search of ten pages far exceeds the grace period.
 */
const engineDelay = 400;

/** How a key can be revoked, and the resulting code of its remaining searches. */
const revocations: Record<string, { code: string; after?: number; revoke(store: KeyStore): Promise<unknown> }> = {
  disabled: { code: 'api_key_disabled', revoke: (store) => setKeyDisabled(store, 'one', { disabled: true }) },
  deleted: { code: 'invalid_api_key', revoke: (store) => store.remove('one') },
  rotated: {
    code: 'invalid_api_key',
    revoke: (store) => rotateKey(store, 'one', { keepPreviousFor: 0, now: Date.now() }),
  },
  expired: {
    code: 'api_key_disabled',
    after: 500,
    revoke: (store) => updateKey(store, 'one', { expiresAt: Date.now() + 500 }),
  },
};

/** The stores of keys and jobs, separate for each test. */
interface Place {
  keys: KeyStore;
  jobs: JobStore;
}

const lines = (count: number) =>
  ndjson(Array.from({ length: count }, (_, id) => ({ id: `${id}`, operation: 'alpha.search', query: `tides ${id}` })));

/** Requests that continually start searches; each resolves to the codes of failed searches. */
type Service = ReturnType<typeof testService>;
const forms: Record<string, (service: Service, headers: Record<string, string>) => Promise<string[]>> = {
  async stream(service, headers) {
    const response = await service.post('/api/v1/batch', lines(400), { ...batchHeaders, ...headers });
    return answersIn(response.body).flatMap(({ body }) => body.code ?? []);
  },
  async job(service, headers) {
    const accepted = await service.post('/api/v1/batches', lines(400), { ...batchHeaders, ...headers });
    expect(accepted.statusCode).toBe(202);
    return ['not read: the owner has no access'];
  },
  async pages(service, headers) {
    const response = await service.post('/api/v1/fake', { query: 'tides', num: 100 }, headers);
    return [response.json().code];
  },
};

/**
 * Revokes a key while it searches. Returns the number of searches before, the number started beyond what all slots can
 * start within the grace period, and the codes of failed ones. Searches are counted instead of timed, because a busy
 * machine starts fewer of them in the same time.
 */
async function revoked({ keys, jobs }: Place, { form, how }: Case, { expect, onTestFinished }: TestContext) {
  const { after = 0, revoke } = revocations[how]!;
  const key = { id: 'one', name: 'one', scopes: ['search'], limits: {}, expiresAt: undefined };
  const { secret } = await createKey(keys, key, Date.now());
  const ring = await openKeyRing({ fixed: [], store: keys, onFault: () => {}, onMended: () => {} });
  const searches = { begun: 0, active: 0, peak: 0 };
  const serve = serving(({ page = 1 }) => tenRows(page));
  const service = testService({
    endpoints: [fakeEndpoint],
    keys: ring,
    jobs,
    adapter: async (request, context) => {
      searches.begun += 1;
      searches.active += 1;
      searches.peak = Math.max(searches.peak, searches.active);
      await sleep(engineDelay);
      searches.active -= 1;
      return serve(request, context);
    },
  });
  onTestFinished(async () => {
    await service.app.close();
    ring.close();
  });
  const ended = forms[form]!(service, { 'x-api-key': secret });
  await expect.poll(() => searches.begun).toBeGreaterThan(0);
  await sleep(500);
  await revoke(keys);
  const [before, begunAtMost] = [searches.begun, Math.ceil((after + grace) / engineDelay) + 1];
  for (let last = -1; searches.begun !== last || searches.active > 0; await sleep(watched)) last = searches.begun;
  return { before, late: searches.begun - before - searches.peak * begunAtMost, codes: await ended };
}

interface Case {
  form: string;
  how: string;
}

function searchesEnd(open: (afterTest: AfterTest) => Promise<Place>): void {
  const cases = Object.keys(forms).flatMap((form) => Object.keys(revocations).map((how) => ({ form, how })));
  test.concurrent.for(cases)('$form, $how', async ({ form, how }, context) => {
    const { expect, onTestFinished } = context; // those of other tests that run meanwhile are not to be used
    const { before, late, codes } = await revoked(await open(onTestFinished), { form, how }, context);
    expect(before).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(0);
    if (form === 'pages') expect(codes).toEqual([revocations[how]!.code]);
    if (form === 'stream') expect(new Set(codes)).toEqual(new Set([revocations[how]!.code]));
  });
}

describe('no search of a revoked key begins, with keys and jobs in files', () => {
  searchesEnd(async (afterTest) => {
    const folder = await temporaryFolder(afterTest);
    const jobs = new FolderJobStore(join(folder, 'jobs'), {
      retention: 60_000,
      onDamage: (_, error) => console.error(error),
    });
    return { keys: fileKeyStore(join(folder, 'keys.json')), jobs };
  });
});

describe.runIf(hasRedis)('no search of a revoked key begins, with keys and jobs in Redis', () => {
  searchesEnd(async (afterTest) => {
    const redis = await startRedis();
    const events = { onAway: () => {}, onBack: () => {}, onRefusal: () => {} };
    const config = readConfig({ ...environment, SVC_REDIS_URL: redis.url, SVC_REDIS_TIMEOUT_MS: '2000' });
    const connection = await openRedis(config, events);
    const jobs = new RedisJobStore(connection, { retention: 60_000, onDamage: (_, error) => console.error(error) });
    afterTest(async () => {
      await connection.close();
      await redis.close();
    });
    return { keys: redisKeyStore(connection), jobs };
  });
});

/** Milliseconds that the engine takes: longer than until searches of a disabled key end. */
const slowDelay = 1_500;

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
      await sleep(slowDelay);
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

const sixLines = ndjson(
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
  const answer = service.post(path, sixLines, { ...batchHeaders, ...headers });
  await expect.poll(() => service.requests.length).toBeGreaterThan(0);
  await setDisabled(true);
  const { headers: answered } = await answer;
  await sleep(slowDelay + 1_000);
  await setDisabled(false);
  expect(await usedPages()).toBe(0);
  const { location } = answered;
  if (typeof location === 'string')
    expect((await service.get(location, headers)).json()).toMatchObject({ state: 'completed', found: 0 });
});
