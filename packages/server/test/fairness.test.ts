import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '@svc/fetchers';
import { expect, test } from 'vitest';
import { type FakePage, fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { createGate } from './helpers/gate.js';
import { testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const [loud, quiet] = ['the-key-that-floods', 'the-key-that-does-not'];

/** A service with two keys. Searches whose query begins with `slow` are answered when the gate opens. */
function shared(
  env: Record<string, string> = {},
  served: (query: string) => FakePage | { state: 'captcha' } = () => tenRows(1),
) {
  const gate = createGate<void>();
  const answer = serving(({ query }) => served(query));
  const adapter: Adapter = async (request, context) => {
    if (request.query.startsWith('slow')) await gate.promise;
    return answer(request, context);
  };
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter,
    env: { SVC_API_KEYS: `${loud},${quiet}`, SVC_DISABLED_API_KEYS: '', ...env },
  });
  const ask = (key: string, query: string) => service.post(path, { query }, { 'x-api-key': key });
  return { service, ask, open: gate.open };
}

const queries = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

test('searches of one key that fill an engine leave room for another key', async () => {
  const { service, ask, open } = shared({ SVC_MAX_SEARCHES: '10', SVC_KEY_SEARCHES: '50' });
  const slow = queries(50, 'slow').map((query) => ask(loud, query));
  await expect.poll(() => service.requests.length).toBe(8);
  const answers = await Promise.all(queries(10, 'quick').map((query) => ask(quiet, query)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  open();
  for (const answer of await Promise.all(slow)) expect(answer.statusCode).toBe(200);
});

test('a full queue of one key rejects searches of that key only', async () => {
  const { service, ask, open } = shared({ SVC_MAX_SEARCHES: '1', SVC_QUEUED_SEARCHES: '5', SVC_KEY_SEARCHES: '50' });
  const slow = queries(6, 'slow').map((query) => ask(loud, query));
  await expect.poll(() => service.requests.length).toBe(1);
  const one = ask(quiet, 'one');
  await sleep(20); // it joins the queue, or is served without waiting
  open();
  expect((await one).statusCode).toBe(200);
  const codes = (await Promise.all(slow)).map((answer) => answer.json().code ?? 'found');
  expect(codes.toSorted()).toEqual(['found', 'found', 'found', 'found', 'found', 'overloaded']);
});

test('captchas caused by one key open the circuit for that key only', async () => {
  const { ask } = shared({ SVC_CIRCUIT_FAILURES: '5' }, (query) =>
    query.startsWith('odd') ? { state: 'captcha' } : tenRows(1),
  );
  for (const query of queries(21, 'odd')) await ask(loud, query);
  expect((await ask(loud, 'anything')).json()).toMatchObject({
    code: 'circuit_open',
    detail: expect.stringContaining('this key'),
  });
  for (const query of queries(5, 'good')) expect((await ask(quiet, query)).statusCode).toBe(200);
});

test('captchas that every key gets open the circuit for all keys', async () => {
  const { ask } = shared({ SVC_CIRCUIT_FAILURES: '6' }, () => ({ state: 'captcha' }));
  for (const query of queries(4, 'a')) await Promise.all([ask(loud, query), ask(quiet, `${query} b`)]);
  expect((await ask(loud, 'a')).json().code).toBe('circuit_open');
  expect((await ask(quiet, 'a')).json()).toMatchObject({
    code: 'circuit_open',
    detail: 'The engine has failed too often recently.',
  });
});

test('searches of a key beyond its concurrency limit wait, and beyond the queue limit are rejected', async () => {
  const { service, ask, open } = shared({ SVC_KEY_SEARCHES: '2', SVC_KEY_QUEUED_SEARCHES: '3' });
  const slow = queries(5, 'slow').map((query) => ask(loud, query));
  await expect.poll(() => service.requests.length).toBe(2);
  const refused = await ask(loud, 'one too many');
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toMatchObject([
    429,
    { code: 'rate_limited', retryable: true },
    '1',
  ]);
  expect((await ask(quiet, 'another')).statusCode).toBe(200);
  open();
  for (const answer of await Promise.all(slow)) expect(answer.statusCode).toBe(200);
});

test('a search that waits too long for a slot is rejected and costs nothing', async () => {
  const { service, ask, open } = shared({ SVC_KEY_SEARCHES: '1', SVC_QUEUE_TIMEOUT_MS: '50', SVC_DAY_QUOTA: '10' });
  const slow = ask(loud, 'slow');
  await expect.poll(() => service.requests.length).toBe(1);
  const refused = await ask(loud, 'late');
  expect([refused.statusCode, refused.headers.ratelimit]).toEqual([429, expect.stringMatching(/"day";r=9;/)]);
  open();
  expect((await slow).statusCode).toBe(200);
});
