import { describe, expect, it, vi } from 'vitest';
import { profiles } from '../src/identity/profiles.js';
import { isRotating, proxyFor, readProxies } from '../src/session-pool/proxy.js';
import { createSession } from '../src/session-pool/session.js';

const start = () => createSession({ id: 'beta-1', engine: 'beta', profile: profiles[0]!, locale: 'de-AT' });

describe('a session', () => {
  it('has what it was made with, and no cookies', async () => {
    const session = start();
    expect(session).toMatchObject({ id: 'beta-1', engine: 'beta', profile: profiles[0], locale: 'de-AT' });
    expect(await session.cookies.getCookieString('http://engine.test/')).toBe('');
  });

  it('takes cookies without a name, and none for a whole public suffix, which is no fault', async () => {
    const { cookies } = start();
    await cookies.setCookie('nameless', 'http://engine.test/');
    await cookies.setCookie('wide=1; Domain=co.uk', 'http://engine.co.uk/');
    expect(await cookies.getCookieString('http://engine.test/')).toBe('nameless');
    expect(await cookies.getCookieString('http://other.co.uk/')).toBe('');
  });

  it('keeps one thing for each owner, and closes each once', async () => {
    const session = start();
    const [one, other] = [{}, {}];
    const make = vi.fn(() => ({ close: vi.fn() }));
    const kept = session.keep(one, make);
    expect(session.keep(one, make)).toBe(kept);
    expect(session.keep(other, make)).not.toBe(kept);
    expect(make).toHaveBeenCalledTimes(2);
    await Promise.all([session.close(), session.close()]);
    await session.close();
    expect(make.mock.results.map(({ value }) => value.close.mock.calls.length)).toEqual([1, 1]);
    expect(() => session.keep(one, make)).toThrow(
      expect.objectContaining({ code: 'closed', message: 'The session has ended' }),
    );
  });

  it('closes the others where one thing fails', async () => {
    const session = start();
    const close = vi.fn();
    session.keep({}, () => ({
      close: () => {
        throw new Error('stuck');
      },
    }));
    session.keep({}, () => ({ close: () => Promise.reject(new Error('stuck')) }));
    session.keep({}, () => ({ close }));
    await session.close();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is closed once all that it keeps is', async () => {
    const session = start();
    let isClosed = false;
    session.keep({}, () => ({
      close: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        isClosed = true;
      },
    }));
    await session.close();
    expect(isClosed).toBe(true);
  });
});

describe('a list of proxies', () => {
  const tagged = (tags: string) => readProxies([`http://a.test:1 ${tags}`])[0];

  it.each(['socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:', 'http:', 'https:'])('may have %s', (scheme) => {
    expect(readProxies([`${scheme}//a.test:1`])[0]?.url.protocol).toBe(scheme);
  });

  it('says which entry is wrong, and what it should be', () => {
    const schemes = 'http:, https:, socks:, socks4:, socks4a:, socks5:, socks5h:';
    expect(() => readProxies(['ftp://a.test'])).toThrow(
      expect.objectContaining({ code: 'proxy', message: `Proxy 1 is no address of a known scheme (${schemes})` }),
    );
    expect(() => readProxies(['http://a.test', 'http://b.test fast'])).toThrow(
      expect.objectContaining({
        code: 'proxy',
        message: 'Proxy 2 has a tag that is none of country=at, tier=0 to 9, rotates=yes, id=name',
      }),
    );
    expect(() => readProxies(['http://a.test id=x', 'http://b.test', 'http://c.test id=x'])).toThrow(
      expect.objectContaining({ code: 'proxy', message: 'Proxy 3 has the id of another' }),
    );
  });

  it('reads tags as a whole, and in any order', () => {
    expect(tagged('tier=0 country=De')).toMatchObject({ id: 'proxy-1', country: 'de', tier: 0 });
    expect([tagged('rotates=yes')?.rotates, tagged('rotates=no')?.rotates]).toEqual([true, false]);
    expect([tagged('id=a.b-c_9')?.id, tagged(`id=${'x'.repeat(64)}`)?.id]).toEqual(['a.b-c_9', 'x'.repeat(64)]);
    for (const wrong of [
      ...[
        'country=a',
        'country=a1',
        'country=xat',
        'country=atx',
        'tier=',
        'tier=x1',
        'tier=1x',
        'rotates=',
        'id=a b=',
      ],
      ...[`id=${'x'.repeat(65)}`, 'id=!a', 'id=a!', '!id=a', '=a', 'id', 'hasOwnProperty=a'],
    ]) {
      expect(() => tagged(wrong), wrong).toThrow('Proxy 1 has a tag that is none of');
    }
  });

  it.each([
    'proxy.test:8080',
    '',
    'http://',
    'socks5://',
    'nonsense',
    'http://user:50%@a.test',
    'http://50%:word@a.test',
  ])('refuses the address %j without saying it', (address) => {
    expect(() => readProxies([address])).toThrow(/^Proxy 1 is no address of a known scheme \(http:/);
  });

  it('takes any number of spaces between tags', () => {
    expect(readProxies(['http://a.test:1  tier=2\t country=at'])).toMatchObject([{ tier: 2, country: 'at' }]);
  });

  it('takes an address with spaces around it', () => {
    expect(readProxies(['  http://a.test:1  '])).toEqual([{ id: 'proxy-1', url: new URL('http://a.test:1') }]);
  });

  it('tells which give each session another address', () => {
    const rotating = (entry: string) => isRotating(readProxies([entry])[0]!);
    expect(rotating('http://a.test')).toBe(false);
    expect(rotating('http://u-{session}:p@a.test')).toBe(true);
    expect(rotating('http://u-%7Bsession%7D:p@a.test')).toBe(true);
    expect(rotating('http://u-{session}:p@a.test rotates=no')).toBe(false);
    expect(rotating('http://a.test rotates=yes')).toBe(true);
  });

  it('puts the name of a session into the user name, wherever it is wanted', () => {
    const [proxy] = readProxies(['http://{session}-%C3%A9-{session}:p%40@a.test:8080 tier=2']);
    const named = proxyFor(proxy!, 'abc');
    expect(decodeURIComponent(named.url.username)).toBe('abc-é-abc');
    expect(named).toMatchObject({ id: 'proxy-1', tier: 2 });
    expect([named.url.password, named.url.host]).toEqual(['p%40', 'a.test:8080']);
    expect(decodeURIComponent(proxy!.url.username)).toBe('{session}-é-{session}');
    const [plain] = readProxies(['http://user:p@a.test']);
    expect(proxyFor(plain!, 'abc')).toBe(plain);
  });
});
