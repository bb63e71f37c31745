import { FetchError } from '@svc/fetchers';
import { expect, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { largePages, paddedPage } from './helpers/large-pages.js';
import { alphaSearch } from './helpers/operations.js';
import { p99, probesWhile } from './helpers/probes.js';
import { bytes, environment, key } from './helpers/service.js';

/** Pages served in turn: common pages of 2 MB, and pages that are slow to parse. */
const pages = [
  bytes(largePages.references!(8_000_000)),
  bytes(paddedPage('t', 2_000_000)),
  ...Object.values(largePages).map((make) => bytes(make(1_000_000))),
];

/** Sends searches and parses such pages; returns the response times of probes in ascending milliseconds. */
async function probesWhileReading(env: Record<string, string>, seconds: number): Promise<number[]> {
  let calls = 0;
  const config = readConfig({ ...environment, SVC_PORT: '0', SVC_SEARCH_TIMEOUT_MS: '1000', ...env });
  const service = await startService(config, {
    adapter: async ({ url }) => {
      const body = pages[calls % pages.length];
      calls += 1;
      if (body === undefined) throw new FetchError('network', 'There is always a page');
      return { url, status: 200, headers: { 'content-type': 'text/html' }, body };
    },
  });
  const end = performance.now() + seconds * 1000;
  const search = async (caller: number) => {
    for (let number = 0; performance.now() < end; number += 1) {
      const body = JSON.stringify({ query: 't', page: 0, tbs: `x:${caller}-${number}` });
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      await (await fetch(service.address + alphaSearch.path, { method: 'POST', headers, body })).text();
    }
  };
  const times = await probesWhile(service.address, () => Promise.all([1, 2, 3, 4].map(search)));
  await service.stop();
  expect(calls).toBeGreaterThan(3);
  return times;
}

test('threads keep probes fast while hostile and 2 MB pages are parsed', { retry: 2 }, async () => {
  const withThreads = await probesWhileReading({}, 5);
  const without = await probesWhileReading({ SVC_READING_THREADS: '0' }, 1);
  console.info(
    `/livez while large pages are parsed: p99 ${p99(withThreads).toFixed(0)} ms, ${without.at(-1)} ms without`,
  );
  expect(withThreads.length).toBeGreaterThan(30);
  expect(p99(withThreads)).toBeLessThan(without.at(-1)! / 2);
});
