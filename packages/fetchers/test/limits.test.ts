import { describe, expect, it } from 'vitest';
import { engines } from '../src/engines.js';
import { concurrencyLimitFor, withDefaultLimits } from '../src/session-pool/limits.js';
import { createSession } from '../src/session-pool/session.js';
import { newSession } from './support/requests.js';

const perAddress = { ...Object.fromEntries(engines.map((engine) => [engine, 4])), gamma: 1 };
const most = Number.POSITIVE_INFINITY;

describe('the limits of a pool', () => {
  it('have defaults', () => {
    const expected = { engine: 16, caller: most, proxy: perAddress, gateway: 16, direct: perAddress };
    expect(withDefaultLimits()).toEqual({ ...expected, queue: 256, queueTimeout: 10_000 });
  });

  it('of a gateway and of a direct connection default to the others', () => {
    expect(withDefaultLimits({ engine: 50 })).toMatchObject({ gateway: 50, proxy: perAddress, direct: perAddress });
    expect(withDefaultLimits({ engine: 50, proxy: 7 })).toMatchObject({ gateway: 7, proxy: 7, direct: 7 });
    expect(withDefaultLimits({ proxy: 7, gateway: 9, direct: 2 })).toMatchObject({ gateway: 9, proxy: 7, direct: 2 });
  });

  it.each([
    { engine: 0 },
    { caller: 0 },
    { proxy: 0 },
    { gateway: 0 },
    { direct: 0 },
    { proxy: { ...perAddress, gamma: 0 } },
    { queue: -1 },
    { queueTimeout: -1 },
    { engine: Number.NaN },
  ])('are rejected if one is too low: %j', (given) => {
    expect(() => withDefaultLimits(given)).toThrow(
      new TypeError('limits must be at least 1; queue and queueTimeout at least 0'),
    );
  });

  it('may be 1, without a queue', () => {
    const least = { engine: 1, caller: 1, proxy: 1, gateway: 1, direct: 1, queue: 0, queueTimeout: 0 };
    expect(withDefaultLimits(least)).toEqual(least);
  });

  it('may differ by engine', () => {
    expect([
      concurrencyLimitFor(3, 'gamma'),
      concurrencyLimitFor(perAddress, 'alpha'),
      concurrencyLimitFor(perAddress, 'gamma'),
    ]).toEqual([3, 4, 1]);
  });
});

describe('cookies of a session', () => {
  const address = 'http://engine.test/search';
  const sessionOf = () => {
    const { id, engine, profile } = newSession();
    return createSession({ id, engine, profile }).cookies;
  };

  it('are kept up to 4,096 bytes, and the oldest is dropped first', async () => {
    const cookies = sessionOf();
    for (const name of ['one', 'two', 'three']) await cookies.setCookie(`${name}=${'x'.repeat(1_500)}`, address);
    const sent = (await cookies.getCookieString(address)).split('; ').map((cookie) => cookie.split('=')[0]);
    expect(sent).toEqual(['two', 'three']);
  });

  it('are all kept at exactly 4,096 bytes', async () => {
    const cookies = sessionOf();
    // Name, equals sign, value and separator: 2,048 bytes each.
    for (const name of ['a', 'b']) await cookies.setCookie(`${name}=${'x'.repeat(2_044)}`, address);
    expect(await cookies.getCookieString(address)).toHaveLength(2 * 2_046 + 2);
    await cookies.setCookie('c=1', address);
    expect(await cookies.getCookieString(address)).toHaveLength(2_046 + 2 + 3);
  });

  it('with a domain and a path are dropped too', async () => {
    const cookies = sessionOf();
    await cookies.setCookie(`old=${'x'.repeat(2_000)}; Domain=engine.test; Path=/search`, address);
    for (const name of ['new', 'newer']) await cookies.setCookie(`${name}=${'x'.repeat(1_500)}`, address);
    expect(await cookies.getCookieString(address)).not.toContain('old=');
  });

  it('are not kept if one exceeds 4,096 bytes', async () => {
    const cookies = sessionOf();
    await cookies.setCookie(`a=${'x'.repeat(4_095)}`, address);
    expect(await cookies.getCookieString(address)).toBe('');
  });
});
