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

test('a circuit that is open for one key is shown by /readyz, without the key', async () => {
  const adapter = serving(({ query }) => (query.startsWith('bad') ? { state: 'captcha' } : tenRows(1)));
  const env = {
    SVC_CIRCUIT_FAILURES: '3',
    SVC_ATTEMPTS: '1',
    SVC_API_KEYS: 'first-key-of-test,second-key-of-test',
    SVC_DISABLED_API_KEYS: '',
  };
  const service = testService({ endpoints: [fakeEndpoint], adapter, env });
  const search = async (query: string, key: string) =>
    (await service.post(path, { query }, { 'x-api-key': key })).json().code ?? 'found';
  for (let count = 0; count < 3; count += 1) await search(`bad ${count}`, 'first-key-of-test');
  expect(await search('good', 'first-key-of-test')).toBe('circuit_open');
  expect(await search('good', 'second-key-of-test')).toBe('found');
  const ready = await service.get('/readyz');
  const { engines, status } = ready.json();
  const shown = { unavailable_seconds: 0, circuit: 'closed', keys_with_open_circuit: 1 };
  expect([status, Object.values(engines)]).toEqual(['ready', [shown]]);
  expect(ready.body).not.toContain('first-key-of-test');
});
