import type { UnreadableState } from '@svc/parsers';
import { expect, test } from 'vitest';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { testService } from './helpers/service.js';

const { path } = fakeEndpoint;

test('an open circuit rejects searches without a request to the engine, and sets Retry-After', async () => {
  const adapter = serving(() => ({ state: 'captcha' }));
  const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_CIRCUIT_FAILURES: '2' } });
  for (const query of ['one', 'two']) {
    expect((await service.post(path, { query })).json().code).toBe('upstream_captcha');
  }
  const refused = await service.post(path, { query: 'three' });
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'circuit_open', retryable: true }]);
  expect(refused.headers['retry-after']).toBe('30');
  expect(service.requests).toHaveLength(2);
});

test('pages already read are returned when the circuit opens between two pages', async () => {
  const adapter = serving(({ page }) => (page === 1 ? tenRows(1) : { state: 'captcha' }));
  const env = { SVC_CIRCUIT_FAILURES: '2', SVC_ATTEMPTS: '1' };
  const service = testService({ endpoints: [fakeEndpoint], adapter, env });
  const found = await service.post(path, { query: 'one', num: 40 });
  expect([found.statusCode, found.json().organic_results.length]).toEqual([200, 10]);
  expect((await service.post(path, { query: 'two' })).json().code).toBe('circuit_open');
});

test('no circuit opens if circuit breaking is turned off', async () => {
  const adapter = serving(() => ({ state: 'captcha' }));
  const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_CIRCUIT_FAILURES: '0' } });
  for (let count = 0; count < 30; count += 1) {
    expect((await service.post(path, { query: `query ${count}` })).json().code).toBe('upstream_captcha');
  }
});

test.each<UnreadableState>(['wrong_query', 'wrong_page', 'unrecognised'])(
  '%s concerns one page and opens no circuit',
  async (state) => {
    const adapter = serving(() => ({ state }));
    const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_CIRCUIT_FAILURES: '2' } });
    for (let count = 0; count < 5; count += 1) {
      expect((await service.post(path, { query: `query ${count}` })).json().code).toBe(`upstream_${state}`);
    }
  },
);
