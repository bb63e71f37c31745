import { expect, onTestFinished, test, vi } from 'vitest';
import { createLimiter } from '../src/limits/limiter.js';
import { type Caller, limitHeaders } from '../src/limits/policy.js';
import { drawTokens } from '../src/limits/rate-store.js';

const usual = { rate: { requests: 10, seconds: 10 }, lookupRate: { requests: 2, seconds: 4 }, perDay: 0, perMonth: 0 };
const caller = (limits: Caller['limits'] = {}): Caller => ({ id: 'a', limits });

test('a bucket allows its capacity at once, then refills one token at a time', () => {
  const rate = { requests: 4, seconds: 8 };
  let fullAt = 0;
  const take = (now: number, cost = 1) => {
    const drawn = drawTokens(fullAt, cost, { rate, now });
    fullAt = drawn.fullAt;
    return [drawn.allowed, drawn.remaining, drawn.wait];
  };
  const start = 1_000_000;
  expect([take(start), take(start), take(start), take(start)]).toEqual([
    [true, 3, 0],
    [true, 2, 0],
    [true, 1, 0],
    [true, 0, 0],
  ]);
  expect(take(start)).toEqual([false, 0, 2_000]);
  expect(take(start + 1_999)).toEqual([false, 0, 1]);
  expect(take(start + 2_000)).toEqual([true, 0, 0]);
  expect(take(start + 2_000, 0)).toEqual([true, 0, 0]);
  expect(take(start + 6_000, 0)).toEqual([true, 2, 0]);
  expect(take(start + 6_000, 2)).toEqual([true, 0, 0]);
  expect(take(start + 60_000, 4)).toEqual([true, 0, 0]);
});

test('a cost above the capacity needs a full bucket and leaves a debt', () => {
  const rate = { requests: 4, seconds: 8 };
  const first = drawTokens(0, 1, { rate, now: 1_000 });
  expect(drawTokens(first.fullAt, 10, { rate, now: 1_000 })).toMatchObject({
    allowed: false,
    wait: 2_000,
    remaining: 3,
  });
  const debt = drawTokens(first.fullAt, 10, { rate, now: 3_000 });
  expect(debt).toEqual({ allowed: true, wait: 0, remaining: 0, fullAt: 23_000 });
  expect(drawTokens(debt.fullAt, 1, { rate, now: 16_999 })).toMatchObject({ allowed: false, wait: 1 });
  expect(drawTokens(debt.fullAt, 1, { rate, now: 17_000 }).allowed).toBe(true);
  expect(drawTokens(debt.fullAt, 0, { rate, now: 3_000 })).toEqual({ ...debt, allowed: true });
});

test('no time window admits more than one refill and one full bucket', () => {
  const rate = { requests: 7, seconds: 10 };
  let fullAt = 0;
  const admitted: number[] = [];
  for (let now = 0; now < 60_000; now += 37) {
    const drawn = drawTokens(fullAt, 1, { rate, now });
    fullAt = drawn.fullAt;
    if (drawn.allowed) admitted.push(now);
  }
  for (const start of admitted) {
    const within = admitted.filter((time) => time >= start && time < start + 10_000).length;
    expect(within).toBeLessThanOrEqual(14);
  }
  expect(admitted.length).toBeGreaterThanOrEqual(7 + 40);
  expect(admitted.length).toBeLessThanOrEqual(7 + 42);
});

test('each key and each rate has its own bucket', async () => {
  let now = 1_000_000;
  const limiter = createLimiter({ defaults: usual, now: () => now });
  const other = { id: 'b', limits: { rate: { requests: 1, seconds: 60 } } };
  expect((await limiter.countRequest(other, 'default')).refusal).toBeUndefined();
  expect((await limiter.countRequest(other, 'default')).refusal).toMatchObject({ code: 'rate_limited' });
  expect((await limiter.countRequest(other, 'lookups')).limitStatuses).toEqual([
    { name: 'lookups', limit: 2, used: 1, remaining: 1, window: 4, reset: 2 },
  ]);
  expect((await limiter.countRequest(caller(), 'default')).limitStatuses[0]).toEqual({
    name: 'default',
    limit: 10,
    used: 1,
    remaining: 9,
    window: 10,
    reset: 1,
  });
  now += 60_000;
  expect((await limiter.countRequest(other, 'default')).refusal).toBeUndefined();
});

test('a search is charged for all its pages except the first, which the request has paid for', async () => {
  const limiter = createLimiter({ defaults: { ...usual, perDay: 50 }, now: () => 1_000_000 });
  const rate = { name: 'default', limit: 10, window: 10 };
  await limiter.countRequest(caller(), 'default');
  const charge = await limiter.chargePages(caller(), 4);
  expect(charge.refusal).toBeUndefined();
  expect(charge.limitStatuses).toMatchObject([
    { ...rate, used: 4, remaining: 6, reset: 4 },
    { name: 'day', used: 4, remaining: 46 },
    { name: 'month', used: 4, remaining: undefined },
  ]);
  expect(await charge.refund()).toMatchObject([
    { ...rate, used: 4 },
    { name: 'day', used: 0, remaining: 50 },
    { name: 'month', used: 0 },
  ]);
  expect(await limiter.limitStatuses(caller())).toMatchObject([
    { ...rate, used: 4, remaining: 6 },
    { name: 'lookups', limit: 2, used: 0, remaining: 2, window: 4, reset: 0 },
    { name: 'day', limit: 50, used: 0 },
    { name: 'month', limit: undefined, used: 0 },
  ]);
});

test('a rejected request gets the time to wait, and costs nothing', async () => {
  const limiter = createLimiter({ defaults: usual, now: () => 1_000_000 });
  for (let count = 0; count < 2; count += 1) await limiter.countRequest(caller(), 'lookups');
  expect((await limiter.countRequest(caller(), 'lookups')).refusal).toMatchObject({
    code: 'rate_limited',
    message: 'The key may request 2 look-ups per 4 s; enough for this request are available in 2 s.',
    headers: { 'retry-after': '2' },
  });
  await limiter.chargePages(caller(), 8);
  for (let again = 0; again < 2; again += 1) {
    const { refusal, limitStatuses } = await limiter.chargePages(caller(), 6);
    expect(refusal).toMatchObject({
      message: 'The key may request 10 pages per 10 s; enough for this request are available in 3 s.',
      headers: { 'retry-after': '3' }, // includes one token for the next attempt, in addition to the five pages
    });
    expect(limitStatuses).toMatchObject([{ used: 7 }, { name: 'day', used: 8 }, { name: 'month', used: 8 }]);
  }
});

test('quotas of the key override those of the service, and count UTC days and months', async () => {
  let now = Date.parse('2026-11-30T23:59:50.000Z');
  const limiter = createLimiter({ defaults: { ...usual, perDay: 4, perMonth: 100 }, now: () => now });
  const own = caller({ perDay: 2, perMonth: 5 });
  const limitStatus = async () => (await limiter.limitStatuses(own)).slice(2);
  expect((await limiter.chargePages(own, 2)).refusal).toBeUndefined();
  expect(await limitStatus()).toEqual([
    { name: 'day', limit: 2, used: 2, remaining: 0, window: 86_400, reset: 10 },
    { name: 'month', limit: 5, used: 2, remaining: 3, window: 30 * 86_400, reset: 10 },
  ]);
  const { refusal } = await limiter.chargePages(own, 1);
  expect(refusal).toMatchObject({
    code: 'quota_exceeded',
    message:
      'The key may request 2 pages per day (UTC) and has 0 left; this search costs 1. The next day begins in 10 s.',
    headers: { 'retry-after': '10' },
  });
  expect((await limiter.chargePages({ id: 'b', limits: {} }, 4)).refusal).toBeUndefined();
  now += 10_000;
  expect(await limitStatus()).toEqual([
    { name: 'day', limit: 2, used: 0, remaining: 2, window: 86_400, reset: 86_400 },
    { name: 'month', limit: 5, used: 0, remaining: 5, window: 31 * 86_400, reset: 31 * 86_400 },
  ]);
});

test('a monthly quota spans days, and is enforced', async () => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  const limiter = createLimiter({ defaults: usual, now: () => now });
  const own = caller({ perDay: 3, perMonth: 5 });
  await limiter.chargePages(own, 3);
  now += 86_400_000;
  expect((await limiter.chargePages(own, 3)).refusal).toMatchObject({ message: expect.stringContaining('per month') });
  expect((await limiter.chargePages(own, 2)).refusal).toBeUndefined();
  expect((await limiter.limitStatuses(own)).slice(2).map(({ used }) => used)).toEqual([2, 5]);
  now += 31 * 86_400_000;
  await limiter.chargePages(own, 1);
  expect((await limiter.chargePages(own, 3)).refusal).toMatchObject({
    message: expect.stringContaining('and has 2 left'),
  });
});

test('a refund after midnight goes to the day that was charged', async () => {
  let now = Date.parse('2026-11-20T23:59:59.000Z');
  const limiter = createLimiter({ defaults: usual, now: () => now });
  const own = caller({ perDay: 10 });
  const late = await limiter.chargePages(own, 3);
  now += 2_000;
  await limiter.chargePages(own, 4);
  await late.refund();
  expect((await limiter.limitStatuses(own)).slice(2).map(({ used }) => used)).toEqual([4, 4]);
});

test('concurrent searches of several costs use up a quota, and each is either counted or refused', async () => {
  for (let round = 0; round < 40; round += 1) {
    const limiter = createLimiter({ defaults: { ...usual, rate: { requests: 1000, seconds: 1 } } });
    const own = caller({ perDay: 12 });
    const costs = Array.from({ length: 20 }, (_, index) => 1 + ((index * index + round) % 5));
    const charges = await Promise.all(costs.map((cost) => limiter.chargePages(own, cost)));
    const used = (await limiter.limitStatuses(own))[2]?.used ?? 0;
    const refused = costs.filter((_, index) => charges[index]?.refusal !== undefined);
    const passed = costs.filter((_, index) => charges[index]?.refusal === undefined);
    expect(passed.reduce((sum, cost) => sum + cost, 0)).toBe(used);
    expect(used).toBeLessThanOrEqual(12);
    expect(used + Math.min(...refused)).toBeGreaterThan(12);
  }
});

test('a search that the store has not counted is refused, even if there seems to be room', async () => {
  const used = { day: 2, month: 2 };
  const usage = { add: async () => used, take: async () => ({ used, isTaken: false }), used: async () => used };
  const limiter = createLimiter({ defaults: usual, usage });
  const { refusal } = await limiter.chargePages(caller({ perDay: 5, perMonth: 9 }), 1);
  expect(refusal).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('5 pages per day') });
});

test('limit headers list every limit, the rate first', () => {
  const limitStatus = { limit: 5, used: 1, remaining: 4, window: 10, reset: 2 };
  const none = { ...limitStatus, limit: undefined, remaining: undefined };
  expect(
    limitHeaders([
      { ...limitStatus, name: 'default' },
      { ...none, name: 'day' },
      { ...limitStatus, name: 'month', limit: 9 },
    ]),
  ).toEqual({
    'ratelimit-policy': '"default";q=5;w=10, "month";q=9;w=10',
    ratelimit: '"default";r=4;t=2, "month";r=4;t=2',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset': '2',
  });
});

test('a change of the system clock neither blocks a key nor refills its bucket', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = createLimiter({ defaults: { ...usual, rate: { requests: 2, seconds: 60 } } });
  const ask = async () => (await limiter.countRequest(caller(), 'default')).limitStatuses[0];
  expect((await ask())?.remaining).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await ask()).toMatchObject({ remaining: 0, reset: 60 });
  vi.setSystemTime(Date.now() + 7_200_000);
  expect((await limiter.countRequest(caller(), 'default')).refusal).toMatchObject({ code: 'rate_limited' });
});

test('a share of a rate can be used while the rest remains, and refills at the same rate', async () => {
  let now = 1_000_000;
  const limiter = createLimiter({ defaults: usual, now: () => now });
  const ask = async (share?: number) =>
    (await limiter.countRequest(caller(), 'default', { share })).refusal === undefined;
  const countAdmitted = async (count: number, share?: number) => {
    const answers: boolean[] = [];
    for (let number = 0; number < count; number += 1) answers.push(await ask(share));
    return answers.filter(Boolean).length;
  };
  expect(await countAdmitted(10, 0.5)).toBe(5);
  now += 1_000;
  expect(await countAdmitted(10, 0.5)).toBe(1);
  expect(await countAdmitted(10)).toBe(5);
});

test('a request returns the rate and the quotas, and a look-up only its own rate', async () => {
  const limiter = createLimiter({ defaults: usual, now: () => 1_000_000 });
  const names = async (name: 'default' | 'lookups') =>
    (await limiter.countRequest(caller(), name)).limitStatuses.map((limitStatus) => limitStatus.name);
  expect(await names('default')).toEqual(['default', 'day', 'month']);
  expect(await names('lookups')).toEqual(['lookups']);
});

test('a search rejected by a quota costs nothing of the rate, however many pages it needs', async () => {
  const limiter = createLimiter({ defaults: { ...usual, perDay: 5 }, now: () => 1_000_000 });
  const left = async () => (await limiter.limitStatuses(caller()))[0]?.remaining;
  expect((await limiter.chargePages(caller(), 3)).refusal).toBeUndefined();
  expect(await left()).toBe(8);
  const { refusal, limitStatuses } = await limiter.chargePages(caller(), 4);
  expect(refusal).toMatchObject({ code: 'quota_exceeded' });
  expect([limitStatuses[0]?.remaining, await left()]).toEqual([8, 8]);
  expect((await limiter.chargePages(caller(), 2)).refusal).toBeUndefined();
  expect(await left()).toBe(7);
});
