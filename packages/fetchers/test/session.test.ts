import { describe, expect, it, vi } from 'vitest';
import { headerProfiles } from '../src/identity/profiles.js';
import { isRotating, parseProxies, proxyForSession } from '../src/session-pool/proxies.js';
import { createSession } from '../src/session-pool/session.js';

const start = () => createSession({ id: 'beta-1', engine: 'beta', profile: headerProfiles[0]!, locale: 'de-AT' });

describe('a session', () => {
  it('has the given properties, and no cookies', async () => {
    const session = start();
    expect(session).toMatchObject({ id: 'beta-1', engine: 'beta', profile: headerProfiles[0], locale: 'de-AT' });
    expect(await session.cookies.getCookieString('http://engine.test/')).toBe('');
  });

  it('accepts a cookie of 4,096 bytes, and ignores a longer one', async () => {
    const { cookies } = start();
    const url = 'http://engine.test/';
    const ofLength = (name: string, length: number) => `${name}=${'x'.repeat(length - name.length - 9)}; Path=/`;
    await cookies.setCookie('small=1', url);
    await cookies.setCookie(ofLength('long', 4_097), url);
    expect(await cookies.getCookieString(url)).toBe('small=1');
    await cookies.setCookie(ofLength('fits', 4_096), url);
    expect(await cookies.getCookieString(url)).toMatch(/^fits=x+$/);
  });

  it('drops the oldest cookies of any path until the header fits 4,096 bytes', async () => {
    const { cookies } = start();
    const url = 'http://engine.test/search/all';
    const names = async () => (await cookies.getCookieString(url)).split('; ').map((one) => one[0]);
    const cookie = (name: string, bytes: number, path: string) => `${name}=${'x'.repeat(bytes - 4)}; Path=${path}`;
    await cookies.setCookie(cookie('a', 1_000, '/'), url);
    await cookies.setCookie(cookie('b', 1_000, '/search'), url); // sent first, as the path is longer
    await cookies.setCookie(cookie('c', 2_096, '/'), url);
    expect(await names()).toEqual(['b', 'a', 'c']);
    await cookies.setCookie(cookie('d', 1_000, '/'), url);
    expect(await names()).toEqual(['b', 'c', 'd']); // 4,096 bytes with separators
    await cookies.setCookie(cookie('e', 100, '/'), url);
    expect(await names()).toEqual(['c', 'd', 'e']);
  });

  it('accepts cookies without a name, and ignores those for a public suffix', async () => {
    const { cookies } = start();
    await cookies.setCookie('nameless', 'http://engine.test/');
    await cookies.setCookie('wide=1; Domain=co.uk', 'http://engine.co.uk/');
    expect(await cookies.getCookieString('http://engine.test/')).toBe('nameless');
    expect(await cookies.getCookieString('http://other.co.uk/')).toBe('');
  });

  it('keeps one value for each owner, and closes each once', async () => {
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

  it('closes every value even if one fails', async () => {
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

  it('is closed once all its values are', async () => {
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
  const tagged = (tags: string) => parseProxies([`http://a.test:1 ${tags}`])[0];

  it.each(['socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:', 'http:', 'https:'])(
    'may have the scheme %s',
    (scheme) => {
      expect(parseProxies([`${scheme}//a.test:1`])[0]?.url.protocol).toBe(scheme);
    },
  );

  it('is rejected with the number of the invalid entry and the valid forms', () => {
    const schemes = 'http:, https:, socks:, socks4:, socks4a:, socks5:, socks5h:';
    expect(() => parseProxies(['ftp://a.test'])).toThrow(
      expect.objectContaining({
        code: 'proxy',
        message: `Proxy 1 is not an address with a supported scheme (${schemes})`,
      }),
    );
    expect(() => parseProxies(['http://a.test', 'http://b.test fast'])).toThrow(
      expect.objectContaining({
        code: 'proxy',
        message: 'Proxy 2 has an invalid tag; valid tags are country=at, tier=0 to 9, rotates=yes or no, id=name',
      }),
    );
    expect(() => parseProxies(['http://a.test id=x', 'http://b.test', 'http://c.test id=x'])).toThrow(
      expect.objectContaining({ code: 'proxy', message: 'Proxy 3 has the same id as an earlier one' }),
    );
  });

  it('may have tags in any order, without extra characters', () => {
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
      expect(() => tagged(wrong), wrong).toThrow('Proxy 1 has an invalid tag');
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
  ])('is rejected for the address %j, without quoting it', (address) => {
    expect(() => parseProxies([address])).toThrow(/^Proxy 1 is not an address with a supported scheme \(http:/);
  });

  it('may have several spaces between tags', () => {
    expect(parseProxies(['http://a.test:1  tier=2\t country=at'])).toMatchObject([{ tier: 2, country: 'at' }]);
  });

  it('may have spaces around an address', () => {
    expect(parseProxies(['  http://a.test:1  '])).toEqual([{ id: 'proxy-1', url: new URL('http://a.test:1') }]);
  });

  it('may have proxies that give each session another address', () => {
    const rotating = (entry: string) => isRotating(parseProxies([entry])[0]!);
    expect(rotating('http://a.test')).toBe(false);
    expect(rotating('http://u-{session}:p@a.test')).toBe(true);
    expect(rotating('http://u-%7Bsession%7D:p@a.test')).toBe(true);
    expect(rotating('http://u-{session}:p@a.test rotates=no')).toBe(false);
    expect(rotating('http://a.test rotates=yes')).toBe(true);
  });

  it('may have {session} anywhere in the user name', () => {
    const [proxy] = parseProxies(['http://{session}-%C3%A9-{session}:p%40@a.test:8080 tier=2']);
    const named = proxyForSession(proxy!, 'abc');
    expect(decodeURIComponent(named.url.username)).toBe('abc-é-abc');
    expect(named).toMatchObject({ id: 'proxy-1', tier: 2 });
    expect([named.url.password, named.url.host]).toEqual(['p%40', 'a.test:8080']);
    expect(decodeURIComponent(proxy!.url.username)).toBe('{session}-é-{session}');
    const [plain] = parseProxies(['http://user:p@a.test']);
    expect(proxyForSession(plain!, 'abc')).toBe(plain);
  });
});
