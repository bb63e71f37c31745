import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError } from '@svc/fetchers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { createGate } from './helpers/gate.js';
import { key, type TestService, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const answering = serving(({ page }) => tenRows(page, 3));

/** A service whose engine waits for a gate. */
function gated(env: Record<string, string> = {}) {
  const gate = createGate<void>();
  const service = testService({
    endpoints: [fakeEndpoint],
    env,
    adapter: async (request, context) => {
      await gate.promise;
      return answering(request, context);
    },
  });
  return { service, open: gate.open };
}

/** Returns a function that waits until the service has this many searches, each of which has started or joined another. */
function arrivals({ app }: TestService): (count: number) => Promise<void> {
  let arrived = 0;
  app.addHook('preHandler', async ({ method }) => {
    if (method === 'POST') arrived += 1;
  });
  return async (count) => {
    await expect.poll(() => arrived).toBe(count);
    await sleep(50); // in this process, the handlers have begun
  };
}

describe('identical concurrent searches', () => {
  test('share one fetch', async () => {
    const { service, open } = gated();
    const arrived = arrivals(service);
    const answers = [1, 2, 3].map(() => service.post(path, { query: 'same', page: 1 }));
    await arrived(3);
    open();
    const bodies = (await Promise.all(answers)).map((answer) => answer.json());
    expect(service.requests).toHaveLength(1);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[0].organic_results).toHaveLength(10);
  });

  test('do not include those with other parameters or extras', async () => {
    const { service, open } = gated();
    const answers = [
      service.post(path, { query: 'one' }),
      service.post(path, { query: 'two' }),
      service.post(path, { query: 'one', page: 2 }),
      service.post(`${path}?include=html`, { query: 'one' }),
    ];
    await expect.poll(() => service.requests.length).toBe(4);
    open();
    await Promise.all(answers);
    expect(service.requests).toHaveLength(4);
  });

  test('fail together, and a later search fetches again', async () => {
    const gate = createGate<void>();
    let isBroken = true;
    const service = testService({
      endpoints: [fakeEndpoint],
      adapter: async (request, context) => {
        await gate.promise;
        if (isBroken) throw new FetchError('network', 'broken');
        return answering(request, context);
      },
    });
    const arrived = arrivals(service);
    const both = [1, 2].map(() => service.post(path, { query: 'same' }));
    await arrived(2);
    gate.open();
    expect((await Promise.all(both)).map((answer) => answer.json().code)).toEqual(
      Array(2).fill('upstream_bad_response'),
    );
    expect(service.requests).toHaveLength(1);
    isBroken = false;
    expect((await service.post(path, { query: 'same' })).statusCode).toBe(200);
  });

  test('continue until the last caller has left', async () => {
    const inner = createGate<AbortSignal>();
    const service = testService({
      endpoints: [fakeEndpoint],
      adapter: (_, { signal }) => {
        inner.open(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const arrived = arrivals(service);
    const address = await service.app.listen({ port: 0 });
    onTestFinished(() => {
      service.app.server.closeAllConnections();
      return service.app.close();
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const headers = { connection: 'close', 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'same' });
    const calls = [first, second].map(({ signal }) => fetch(address + path, { method: 'POST', headers, body, signal }));
    const settled = Promise.allSettled(calls);
    const signal = await inner.promise;
    await arrived(2);
    first.abort(new Error('first left'));
    await sleep(50);
    expect(signal.aborted).toBe(false);
    second.abort(new Error('second left'));
    expect(await settled).toMatchObject([
      { reason: { message: 'first left' } },
      { reason: { message: 'second left' } },
    ]);
    await expect.poll(() => signal.aborted).toBe(true);
    expect(service.requests).toHaveLength(1);
  });
});

test('searches beyond the limit are rejected', async () => {
  const { service, open } = gated({ SVC_MAX_SEARCHES: '1', SVC_QUEUED_SEARCHES: '0' });
  const first = service.post(path, { query: 'one' });
  await expect.poll(() => service.requests.length).toBe(1);
  const second = await service.post(path, { query: 'two' });
  expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([503, 'overloaded', '1']);
  open();
  expect((await first).statusCode).toBe(200);
  expect((await service.post(path, { query: 'two' })).statusCode).toBe(200);
});

describe('the cache', () => {
  const withCache = () => testService({ endpoints: [fakeEndpoint], adapter: answering, env: { SVC_CACHE: 'memory' } });

  test('is off by default', async () => {
    const service = testService({ endpoints: [fakeEndpoint], adapter: answering });
    const answers = [await service.post(path, { query: 'a' }), await service.post(path, { query: 'a' })];
    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual([undefined, undefined]);
    expect(service.requests).toHaveLength(2);
  });

  test('returns a cached answer to every key', async () => {
    const service = withCache();
    const [miss, hit] = [await service.post(path, { query: 'a' }), await service.post(path, { query: 'a' })];
    expect([miss.headers['x-cache'], hit.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    expect(hit.json()).toEqual(miss.json());
    expect(service.requests).toHaveLength(1);
  });

  test('is bypassed on request, and then updated', async () => {
    const service = withCache();
    await service.post(path, { query: 'a' });
    const fresh = await service.post(path, { query: 'a' }, { 'cache-control': 'max-age=0, no-cache' });
    expect(fresh.headers['x-cache']).toBe('BYPASS');
    expect(service.requests).toHaveLength(2);
  });

  test('does not store a list that ended with an error', async () => {
    const adapter = serving(({ page }) => (page === 1 ? tenRows(1) : { state: 'captcha' }));
    const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_CACHE: 'memory' } });
    const answers = [1, 2].map(() => service.post(path, { query: 'a', num: 20 }));
    const headers = (await Promise.all(answers)).map((answer) => answer.headers['x-gathered-pages']);
    expect(headers).toEqual(['1;stop=upstream_captcha', '1;stop=upstream_captcha']);
    expect((await service.post(path, { query: 'a', num: 20 })).headers['x-cache']).toBe('MISS');
  });
});

test('num on web search is supported and gets a Deprecation header', async () => {
  const service = testService();
  const path = '/api/v1/alpha/search';
  const query = 'how to descale a kettle';
  const [without, withNum] = [await service.post(path, { query }), await service.post(path, { query, num: 3 })];
  expect(without.headers.deprecation).toBeUndefined();
  expect(withNum.headers.deprecation).toMatch(/^@\d{10}$/);
  expect(withNum.json().organic_results).toHaveLength(3);
  expect(withNum.json().search_parameters).not.toHaveProperty('num');
});
