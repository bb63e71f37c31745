import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createExhaustionHandler } from '../src/session-pool/exhausted-pool.js';
import type { Exit } from '../src/session-pool/exit.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import { exitOf } from './support/exits.js';

const second = 1_000;
const minute = 60 * second;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => void vi.useRealTimers();
});

const [plain] = parseProxies(['http://10.0.0.1:80']);

/** An exit that is blocked at the engine until `coolsUntil`. */
const blocked = (coolsUntil: number, known: Partial<Exit> = {}) =>
  exitOf(plain, { isBlocked: true, engineHealth: { coolsUntil, strikes: 1 }, ...known });
const usedUp = (known: Partial<Exit> = {}) =>
  exitOf(plain, { counts: { passed: 8 }, engineHealth: { coolsUntil: 0, strikes: 0, pace: 8 }, ...known });
const broken = (coolsUntil: number) => exitOf(plain, { proxyHealth: { coolsUntil, strikes: 1 } });

/** A pool whose first trial is due. */
async function due(exits: readonly Exit[]) {
  const store = memoryHealthStore();
  const pool = createExhaustionHandler('alpha', store);
  await pool.decide(exits, minute);
  vi.advanceTimersByTime(30 * second);
  return { store, pool };
}

describe('a search without a free exit', () => {
  const decide = (exits: readonly Exit[], timeLeft = minute) =>
    createExhaustionHandler('alpha', memoryHealthStore()).decide(exits, timeLeft);

  it.each([
    ['there is no exit', [], 'no_proxy_available', 'There are no proxies', 30],
    [
      'all are used up',
      [usedUp(), usedUp()],
      'no_proxy_available',
      'Every proxy has reached its pace for this hour',
      30,
    ],
    ['all are blocked', [blocked(90_001), blocked(95_000)], 'no_proxy_available', 'Every proxy is cooling down', 91],
    ['some are used up', [usedUp(), blocked(90_000)], 'no_proxy_available', 'Every proxy is cooling down', 90],
    ['all are broken', [broken(2_000), broken(1_000)], 'no_proxy_available', 'Every proxy is cooling down', 1],
    [
      'the engine asks to wait',
      [exitOf(undefined, { engineHealth: { coolsUntil: 20_000, strikes: 1 } })],
      ...(['rate_limited', 'The engine asks to wait 20 s', 20] as const),
    ],
    [
      'there are a direct connection and a proxy',
      [exitOf(undefined, { engineHealth: { coolsUntil: 20_000, strikes: 1 } }), broken(30_000)],
      ...(['no_proxy_available', 'Every proxy is cooling down', 20] as const),
    ],
  ] as const)('is refused if %s', async (_, exits, code, message, retryAfter) => {
    expect(await decide(exits)).toMatchObject({ code, message, retryAfter });
  });

  it('waits up to ten seconds for a broken proxy that usually works, but not for a gateway', async () => {
    const working = (milliseconds: number, known: Partial<Exit> = {}) => ({
      ...broken(milliseconds),
      counts: { passed: 20, unreached: 2 },
      ...known,
    });
    expect(await decide([working(10 * second)])).toBe('wait');
    expect(await decide([broken(second), working(10 * second)])).toBe('wait');
    expect(await decide([working(second), blocked(minute)])).toMatchObject({ code: 'no_proxy_available' });
    const [gateway] = parseProxies(['http://user-{session}:word@gateway.test:1']);
    const others = [
      working(10 * second + 1),
      working(second, { counts: { passed: 20, unreached: 7 } }),
      working(second, { counts: { unreached: 1 } }),
      { ...working(second), proxy: gateway! },
    ];
    for (const other of others) expect(await decide([other])).toMatchObject({ code: 'no_proxy_available' });
  });

  it('waits up to ten seconds for the end of a Retry-After, if it has that time', async () => {
    const direct = (coolsUntil: number) => exitOf(undefined, { engineHealth: { coolsUntil, strikes: 1 } });
    expect(await decide([direct(10 * second)])).toBe('wait');
    expect(await decide([direct(10 * second + 1)])).toMatchObject({ code: 'rate_limited', retryAfter: 11 });
    expect(await decide([direct(3 * second)], 3 * second)).toBe('wait');
    expect(await decide([direct(3 * second)], 3 * second - 1)).toMatchObject({ code: 'rate_limited', retryAfter: 3 });
  });

  it('waits up to ten seconds for a blocked exit, but not for a broken one', async () => {
    expect(await decide([blocked(minute), blocked(10 * second)])).toBe('wait');
    expect(await decide([blocked(minute), blocked(10 * second + 1)])).toMatchObject({ code: 'no_proxy_available' });
    expect(await decide([broken(second), blocked(minute)])).toMatchObject({ code: 'no_proxy_available' });
    expect(await decide([blocked(5 * second, { isBlocked: false })])).toMatchObject({ code: 'no_proxy_available' });
    const both = blocked(5 * second, { proxyHealth: { coolsUntil: 6 * second, strikes: 1 } });
    expect(await decide([both])).toMatchObject({ code: 'no_proxy_available' });
  });

  it('measures waits from now, not from the start of the process', async () => {
    vi.advanceTimersByTime(20 * second);
    expect(await decide([blocked(30 * second)])).toBe('wait');
    expect(await decide([broken(22 * second)])).toMatchObject({ retryAfter: 2 });
  });

  it('waits for a used-up exit with a short Retry-After', async () => {
    const waiting = usedUp({ engineHealth: { coolsUntil: 4 * second, strikes: 1, pace: 8 } });
    expect(await decide([waiting])).toBe('wait');
  });
});

describe('a trial', () => {
  it('is made half a minute after the first refusal, by one search', async () => {
    const exits = [usedUp()];
    const store = memoryHealthStore();
    const pool = createExhaustionHandler('alpha', store);
    const refused = { code: 'no_proxy_available' };
    expect(await pool.decide(exits, minute)).toMatchObject(refused);
    vi.advanceTimersByTime(30 * second - 1);
    expect(await pool.decide(exits, minute)).toMatchObject(refused);
    vi.advanceTimersByTime(1);
    expect(await pool.decide(exits, minute)).toBe(exits[0]);
    expect(await pool.decide(exits, minute)).toMatchObject(refused);
    vi.advanceTimersByTime(minute);
    expect(await pool.decide(exits, minute)).toBe(exits[0]); // the first trial has not ended
  });

  it('is separate for each engine', async () => {
    const exits = [usedUp()];
    const { store, pool } = await due(exits);
    expect(pool.key).toBe('starving:alpha');
    expect(await createExhaustionHandler('beta', store).decide(exits, minute)).toMatchObject({
      code: 'no_proxy_available',
    });
    expect(await pool.decide(exits, minute)).toBe(exits[0]);
  });

  it('uses the blocked exit that cools down first, is unused and has a working proxy', async () => {
    const first = blocked(5 * minute);
    const exits = [
      blocked(6 * minute),
      blocked(3 * minute, { active: 1 }),
      first,
      blocked(2 * minute, { proxyHealth: { coolsUntil: 3 * minute, strikes: 1 } }),
      blocked(4 * minute, { isBlocked: false }),
      blocked(7 * minute),
    ];
    const { pool } = await due(exits);
    expect(await pool.decide(exits, minute)).toBe(first);
  });

  it('uses an exit whose proxy has just cooled down', async () => {
    const back = blocked(5 * minute, { proxyHealth: { coolsUntil: 30 * second, strikes: 1 } });
    const exits = [back, blocked(6 * minute)];
    const { pool } = await due(exits);
    expect(await pool.decide(exits, minute)).toBe(back);
  });

  it('is left to the next search if all exits are in use', async () => {
    const { pool } = await due([usedUp()]);
    expect(await pool.decide([usedUp({ active: 1 })], minute)).toMatchObject({ code: 'no_proxy_available' });
    const free = usedUp();
    expect(await pool.decide([free], minute)).toBe(free);
  });

  it('ends the wait if it succeeds and doubles it if it fails', async () => {
    const exits = [usedUp()];
    const { store, pool } = await due(exits);
    await pool.decide(exits, minute);
    await pool.recordTrial(false);
    expect(await store.readHealth([pool.key])).toMatchObject([{ strikes: 2, coolingFor: minute }]);
    vi.advanceTimersByTime(minute);
    expect(await pool.decide(exits, minute)).toBe(exits[0]);
    await pool.recordTrial(true);
    expect(await store.readHealth([pool.key])).toMatchObject([{ strikes: 0, coolingFor: 0 }]);
  });
});
