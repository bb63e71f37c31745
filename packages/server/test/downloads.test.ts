import { type Adapter, type AttemptEvent, createFetcher, parseProxies } from '@svc/fetchers';
import { expect, onTestFinished, test } from 'vitest';
import { betaSearch } from './helpers/operations.js';
import { bytes, testService } from './helpers/service.js';

test('a file instead of a page is retried once, and neither cools down a proxy nor opens the circuit', async () => {
  const events: AttemptEvent[] = [];
  const headers = { 'content-type': 'application/pdf' };
  const adapter: Adapter = async ({ url }) => ({ url, status: 200, headers, body: bytes('%PDF-1.7') });
  const proxies = parseProxies(['http://127.0.0.1:9', 'http://127.0.0.2:9', 'http://127.0.0.3:9']);
  const fetcher = createFetcher({ adapter, proxies, onAttempt: (event) => void events.push(event) });
  const service = testService({ fetcher });
  onTestFinished(() => service.app.close());
  onTestFinished(() => fetcher.close());
  for (let count = 0; count < 12; count += 1) {
    expect((await service.post(betaSearch.path, { query: 'tea' })).json().code).toBe('upstream_bad_response');
  }
  expect(events).toHaveLength(23); // two per search, as far as the retry budget allows: ten, and a tenth of twelve
  expect(new Set(events.map(({ outcome, suspect }) => `${outcome} ${suspect}`))).toEqual(new Set(['download request']));
  const { engines, exits } = await fetcher.status();
  expect(exits.map(({ coolingFor }) => coolingFor)).toEqual([0, 0, 0]);
  expect(engines.map(({ circuit }) => circuit)).toEqual(['closed', 'closed', 'closed']);
});
