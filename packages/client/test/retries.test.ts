import { describe, expect, test } from 'vitest';
import type { Problem } from '../src/index.js';
import { createClient } from '../src/index.js';

const problem: Problem = {
  type: 'urn:svc:error:overloaded',
  title: 'Too many searches are in progress',
  status: 503,
  detail: 'Too many.',
  instance: '/api/v1/account',
  code: 'overloaded',
  request_id: 'r1',
  retryable: true,
  error: 'Too many.',
};

const refusal =
  (change: Partial<Problem> = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ ...problem, ...change }, { status: change.status ?? 503, headers });
const found = () => Response.json({ id: 'k' });
const broken = () => {
  throw new TypeError('fetch failed');
};

/** A client that gets these responses in turn, and the last one repeatedly. */
function answering(...answers: (() => Response)[]) {
  const times: number[] = [];
  const bodies: Promise<string>[] = [];
  const fetch = async (request: Request) => {
    times.push(performance.now());
    bodies.push(request.text());
    return (answers[times.length - 1] ?? answers.at(-1) ?? found)();
  };
  return {
    times,
    bodies,
    client: (options = {}) => createClient({ baseUrl: 'http://service.example', fetch, ...options }),
  };
}

test('a retryable error is retried with the same body', async () => {
  const { times, bodies, client } = answering(refusal(), broken, found);
  await client().search('gamma.search', { query: 'q' });
  expect(times).toHaveLength(3);
  expect(new Set(await Promise.all(bodies))).toEqual(new Set(['{"query":"q"}']));
});

test('an error that is not retryable is not retried', async () => {
  const { times, client } = answering(refusal({ retryable: false }));
  await expect(client().account()).rejects.toMatchObject({ code: 'overloaded', retryable: false });
  expect(times).toHaveLength(1);
});

test('the number of retries is limited, and then the error is thrown', async () => {
  const { times, client } = answering(refusal({ code: 'upstream_captcha', status: 502 }));
  await expect(client({ attempts: 2 }).account()).rejects.toMatchObject({ code: 'upstream_captcha', status: 502 });
  expect(times).toHaveLength(2);
});

test('a response that is not a problem document is judged by its status', async () => {
  const gateway = (status: number) => () => new Response('<h1>Sorry</h1>', { status });
  const passing = answering(gateway(503), found);
  await expect(passing.client().account()).resolves.toEqual({ id: 'k' });
  const failing = answering(gateway(500));
  await expect(failing.client().account()).rejects.toMatchObject({ code: 'invalid_answer', status: 500 });
  expect(failing.times).toHaveLength(1);
});

describe('Retry-After', () => {
  test('is respected', async () => {
    const { times, client } = answering(refusal({}, { 'retry-after': '1' }), found);
    await client().account();
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  test('beyond the deadline rejects immediately', async () => {
    const { times, client } = answering(refusal({}, { 'retry-after': '3600' }));
    await expect(client().account()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 3600 });
    expect(times).toHaveLength(1);
  });
});

describe('a call ends', () => {
  const hanging = (request: Request) =>
    new Promise<Response>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });

  test('at its deadline', async () => {
    const client = createClient({ baseUrl: 'http://service.example', fetch: hanging, deadlineMs: 100 });
    await expect(client.account()).rejects.toMatchObject({ code: 'deadline_exceeded', retryable: false });
  });

  test('at its deadline while the response is being received', async () => {
    const body = () => new ReadableStream({ pull: () => new Promise(() => undefined) });
    const fetch = async (request: Request) => {
      const stream = body();
      const answer = new ReadableStream({
        start(controller) {
          request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
          void stream.getReader().read();
        },
      });
      return new Response(answer, { headers: { 'content-type': 'application/json' } });
    };
    const client = createClient({ baseUrl: 'http://service.example', fetch, deadlineMs: 100 });
    await expect(client.account()).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  test('when its caller aborts, even while waiting', async () => {
    const { client, times } = answering(refusal({}, { 'retry-after': '30' }), found);
    const caller = new AbortController();
    const reason = new Error('Enough');
    setTimeout(() => caller.abort(reason), 100);
    await expect(client().account({ signal: caller.signal })).rejects.toBe(reason);
    expect(times).toHaveLength(1);
  });
});

test('a truncated response rejects with invalid_answer', async () => {
  const truncated = () => new Response('{"id":', { headers: { 'content-type': 'application/json' } });
  await expect(answering(truncated).client().account()).rejects.toMatchObject({ code: 'invalid_answer' });
});
