import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLimiter } from '../src/limits/limiter.js';
import type { Caller } from '../src/limits/policy.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { testService } from './helpers/service.js';

/** Pseudo-random integers in a range, from a seed. */
function random(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((state / 2 ** 32) * (to - from + 1));
  };
}

/** A key with its own limits, some of which are used. */
function caseOf(seed: number) {
  const next = random(seed * 7_919);
  let time = Date.UTC(2026, next(0, 11), next(1, 28), next(0, 23), next(0, 59), next(0, 59), next(0, 999));
  const caller: Caller = {
    id: 'a',
    limits: {
      rate: { requests: next(1, 20), seconds: next(1, 120) },
      ...(next(0, 1) && { perDay: next(1, 40) }),
      ...(next(0, 1) && { perMonth: next(1, 80) }),
    },
  };
  const usual = { requests: 100, seconds: 60 };
  const defaults = { rate: usual, lookupRate: usual, perDay: 0, perMonth: 0 };
  const limiter = createLimiter({ defaults, now: () => time });
  /** The error of a request for this many pages, as sent by the service. */
  async function ask(pages: number) {
    const { refusal } = await limiter.countRequest(caller, 'default');
    if (refusal !== undefined) return (await limiter.refusalOf(caller, pages)) ?? refusal;
    return (await limiter.chargePages(caller, pages)).refusal;
  }
  return {
    next,
    ask,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('a caller that waits for Retry-After succeeds at the second attempt, or gets cost_over_limit: 1,000 seeded cases', async () => {
  const ends = { passed: 0, waited: 0, never: 0 };
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { next, ask, pass } = caseOf(seed);
    for (let used = next(0, 30); used > 0; used -= 1) {
      await ask(next(1, 5));
      pass(next(0, 2_000));
    }
    const pages = next(1, 12);
    const first = await ask(pages);
    if (first === undefined) ends.passed += 1;
    else if (first.code === 'cost_over_limit') {
      ends.never += 1;
      expect(first.headers['retry-after']).toBeUndefined();
      pass(40 * 86_400_000);
      expect((await ask(pages))?.code, `seed ${seed}`).toBe('cost_over_limit');
    } else {
      ends.waited += 1;
      pass(Number(first.headers['retry-after']) * 1_000);
      expect(await ask(pages), `seed ${seed}: ${first.message}`).toBeUndefined();
    }
  }
  expect(Object.values(ends).every((count) => count > 50)).toBe(true);
});

describe('over HTTP', () => {
  const adapter = serving(({ page = 1 }) => tenRows(page));
  const service = (env: Record<string, string>) => testService({ adapter, endpoints: [fakeEndpoint], env });

  test.each([
    [{ SVC_RATE_LIMIT: '5', SVC_RATE_WINDOW_SECONDS: '5' }, '5 per 5 s'],
    [{ SVC_DAY_QUOTA: '4' }, '4 per day'],
    [{ SVC_MONTH_QUOTA: '4' }, '4 per month'],
  ])('a search that costs more than %o allows gets an error without Retry-After', async (env, limit) => {
    const one = service(env);
    for (const form of ['direct', 'batch']) {
      const body = { query: 'a', num: 60 };
      const line = JSON.stringify({ id: 'a', operation: 'alpha.search', ...body });
      const response =
        form === 'direct'
          ? await one.post('/api/v1/fake', body)
          : await one.post('/api/v1/batch', line, { 'content-type': 'application/x-ndjson' });
      const problem = form === 'direct' ? response.json() : response.json().body;
      expect([problem.status, problem.code, problem.retryable]).toEqual([403, 'cost_over_limit', false]);
      expect(problem.detail).toContain(limit);
      expect(response.headers['retry-after']).toBeUndefined();
    }
    expect(one.requests).toEqual([]);
  });

  test('a search above the rate gets the wait for its own cost, before any page is fetched', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const one = service({ SVC_RATE_LIMIT: '10', SVC_RATE_WINDOW_SECONDS: '10' });
    const ask = (num: number) => one.post('/api/v1/fake', { query: `a${num}`, num });
    expect((await ask(100)).statusCode).toBe(200);
    const waits = [await ask(10), await ask(50), await ask(100)].map(({ headers }) => headers['retry-after']);
    expect(waits).toEqual(['1', '5', '10']);
    vi.advanceTimersByTime(5_000);
    expect((await ask(50)).statusCode).toBe(200);
  });
});
