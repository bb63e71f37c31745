import { describe, expect, it } from 'vitest';
import { createSessionPool, FetchError, readProxies, type Session, type SessionPool } from '../src/index.js';

const nothing = { sessions: new Set<string>(), proxies: new Set<string>() };

function acquire(pool: SessionPool, avoid: Partial<typeof nothing> = {}): Session {
  const session = pool.acquire('gamma', { ...nothing, ...avoid });
  expect(session).toBeDefined();
  return session!;
}

describe('a session', () => {
  it('stays while it is good', () => {
    const pool = createSessionPool();
    const first = acquire(pool);
    pool.report(first, 'good');
    expect(acquire(pool)).toBe(first);
    expect(first).not.toHaveProperty('proxy');
  });

  it('belongs to one engine', () => {
    const pool = createSessionPool();
    expect(pool.acquire('alpha', nothing)).not.toBe(pool.acquire('beta', nothing));
  });

  it('ends with a block; the next one has another profile and no cookies', async () => {
    const pool = createSessionPool();
    const first = acquire(pool);
    await first.cookies.setCookie('id=1', 'http://engine.test/');
    pool.report(first, 'blocked');
    const second = acquire(pool);
    expect(second.id).not.toBe(first.id);
    expect(second.profile).not.toBe(first.profile);
    expect(await second.cookies.getCookieString('http://engine.test/')).toBe('');
  });

  it('ends with three failures, unless good pages make up for them', () => {
    const pool = createSessionPool();
    const first = acquire(pool);
    const outcomes = ['failed', 'failed', 'good', 'good', 'failed'] as const;
    for (const outcome of outcomes) pool.report(first, outcome);
    expect(acquire(pool)).toBe(first);
    pool.report(first, 'failed');
    expect(acquire(pool)).not.toBe(first);
  });

  it('ends after fifty pages', () => {
    const pool = createSessionPool();
    const used = Array.from({ length: 51 }, () => acquire(pool).id);
    expect(new Set(used.slice(0, 50)).size).toBe(1);
    expect(used[50]).not.toBe(used[0]);
  });

  it('ends after fifty minutes', () => {
    let now = 0;
    const pool = createSessionPool([], () => now);
    const first = acquire(pool);
    now = 50 * 60_000 - 1;
    expect(acquire(pool)).toBe(first);
    now += 1;
    expect(acquire(pool)).not.toBe(first);
  });

  it('is replaced when it is to be avoided and there is no other', () => {
    const pool = createSessionPool();
    const first = acquire(pool);
    expect(acquire(pool, { sessions: new Set([first.id]) }).id).not.toBe(first.id);
  });

  it('that has ended can still be reported', () => {
    const pool = createSessionPool();
    const first = acquire(pool);
    pool.report(first, 'blocked');
    const second = acquire(pool);
    pool.report(first, 'blocked');
    expect(acquire(pool)).toBe(second);
  });
});

describe('proxies', () => {
  const proxies = readProxies(['http://a.test:1', 'http://b.test:1', 'socks5h://user:pass@c.test:1']);

  it('take turns, each with its session', () => {
    const pool = createSessionPool(proxies);
    expect(pool.exits).toBe(3);
    const sessions = Array.from({ length: 6 }, () => acquire(pool));
    const ids = sessions.map(({ proxy }) => proxy?.id);
    expect(ids).toEqual(['proxy-1', 'proxy-2', 'proxy-3', 'proxy-1', 'proxy-2', 'proxy-3']);
    expect(sessions[3]).toBe(sessions[0]);
  });

  it('are avoided, down to the last', () => {
    const pool = createSessionPool(proxies);
    expect(acquire(pool, { proxies: new Set(['proxy-1', 'proxy-3']) }).proxy?.id).toBe('proxy-2');
    const all = new Set(['proxy-1', 'proxy-2', 'proxy-3']);
    expect(pool.acquire('gamma', { ...nothing, proxies: all })).toBeUndefined();
  });

  it('keep their address through a block', () => {
    const pool = createSessionPool(proxies.slice(0, 1));
    const first = acquire(pool);
    pool.report(first, 'blocked');
    expect(acquire(pool).proxy).toBe(first.proxy);
  });

  it('may have letters of Latin-1 in host and password, however many are read', () => {
    const addresses = Array.from({ length: 20_000 }, () => 'http://user:geheimnä@bücher.example:8080');
    const hosts = new Set(readProxies(addresses).map(({ url }) => url.host));
    expect([...hosts]).toEqual(['xn--bcher-kva.example:8080']);
  });

  it.each(['proxy.test:8080', 'ftp://proxy.test', 'http://', '', 'http://user:50%@proxy.test'])(
    'with the address %j are refused, without saying it',
    (address) => {
      const read = () => readProxies(['http://fine.test:1', address]);
      expect(read).toThrow(FetchError);
      expect(read).toThrow(/^Proxy 2 is no address of a known scheme \(http:, https:, socks/);
    },
  );
});
