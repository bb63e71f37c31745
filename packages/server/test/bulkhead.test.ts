import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@svc/fetchers';
import { afterEach, expect, test } from 'vitest';
import { betaSearch, gammaSearch } from './helpers/operations.js';
import { pagesFolder, type TestService, testService } from './helpers/service.js';

const query = 'عبارة مدرسة جسر قمر';
const gammaPage = readFileSync(join(pagesFolder, 'gamma.search', 'desktop-2023-arabic', 'page.html'));

let service: TestService | undefined;
afterEach(() => service?.app.close());

const many = { SVC_KEY_SEARCHES: '1000', SVC_MAX_SEARCHES: '50', SVC_QUEUED_SEARCHES: '300' };

test('50 stuck searches of one engine do not delay 20 searches of another', async () => {
  const adapter: Adapter = ({ engine, url }) =>
    engine === 'gamma'
      ? Promise.resolve({ url, status: 200, headers: { 'content-type': 'text/html' }, body: gammaPage })
      : new Promise(() => {});
  const running = testService({ adapter, env: { ...many, SVC_SEARCH_TIMEOUT_MS: '12000' } });
  service = running;
  const stuck = Array.from({ length: 50 }, (_, index) => running.post(betaSearch.path, { query: `stuck ${index}` }));
  let ended = 0;
  for (const search of stuck) void search.then(() => (ended += 1));
  await expect.poll(() => running.requests.length).toBeGreaterThanOrEqual(40);
  const result = await Promise.all(
    Array.from({ length: 20 }, () => running.post(gammaSearch.path, { query, page: 0 })),
  );
  expect(result.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect(ended).toBe(0);
  const ends = (await Promise.all(stuck)).map(({ statusCode }) => statusCode);
  // One key may use four fifths of an engine's slots; its other searches may still be queued.
  expect(ends.filter((status) => status === 504).length).toBeGreaterThanOrEqual(40);
  expect(ends.filter((status) => status !== 504 && status !== 503)).toEqual([]);
});
