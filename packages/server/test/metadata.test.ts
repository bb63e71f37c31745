import { expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { alphaSearch } from './helpers/operations.js';
import { testService } from './helpers/service.js';

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'metadata of %s',
  async (_name, endpoint) => {
    const { adapter, query } = typical(endpoint);
    const service = testService({ adapter });
    const before = Date.now();
    const response = await service.post(`${endpoint.path}?include=metadata`, { query });
    const { metadata } = response.json();
    expect(metadata).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      processed_at: expect.stringMatching(/Z$/),
      seconds: expect.any(Number),
      engine_url: service.requests[0]?.url,
      attempts: 1,
    });
    const [created, processed] = [Date.parse(metadata.created_at), Date.parse(metadata.processed_at)];
    expect(created).toBeGreaterThanOrEqual(before);
    expect(processed).toBeGreaterThanOrEqual(created);
    expect(metadata.seconds).toBe((processed - created) / 1000);
    expect(response.headers['x-request-id']).not.toBe(metadata.id);
    const plain = await service.post(endpoint.path, { query });
    expect(plain.json()).not.toHaveProperty('metadata');
  },
);

test('metadata counts the attempts for all pages', async () => {
  const failed = new Set<number>();
  const service = testService({
    endpoints: [fakeEndpoint],
    env: { SVC_ATTEMPTS: '3' },
    adapter: serving(({ page }) => {
      if (page !== 2 || failed.has(page)) return tenRows(page);
      failed.add(page);
      return { state: 'wrong_query' };
    }),
  });
  const response = await service.post(`${fakeEndpoint.path}?include=metadata`, { query: 'a', num: 30 });
  expect(response.json().metadata).toMatchObject({ attempts: 4, engine_url: service.requests[0]?.url });
});

test('metadata has no engine_url beyond the last page of the engine', async () => {
  const response = await testService().post(`${alphaSearch.path}?include=metadata`, { query: 'a', page: 41 });
  expect(response.json().metadata).toMatchObject({ engine_url: null, attempts: 0 });
});
