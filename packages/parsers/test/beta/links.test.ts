import { describe, expect, test } from 'vitest';
import {
  absoluteLink,
  engineServiceOf,
  isAdClick,
  isPager,
  isSearchLink,
  queryOf,
  targetOf,
} from '../../src/beta/links.js';
import { parameterIn } from '../../src/words/address.js';

const redirect = (u: string): string =>
  `https://www.bing.com/ck/a?!&&p=0123abcd&ptn=3&ver=2&hsh=4&fclid=0&u=${u}&ntb=1`;
const redirectTo = (target: string): string => redirect(`a1${Buffer.from(target).toString('base64url')}`);

describe('targetOf of a redirect', () => {
  test.each([
    ['an address', 'https://www.example.org/good/words'],
    ['characters that base64url encodes as - and _', 'http://go.example.org/link/?LinkId=521839&x=~~~???>>>'],
    ['a text fragment', 'https://example.org/a#:~:text=very%20good%20results,n.%20favourable'],
    ['an ftp address', 'ftp://ftp.example.org/a.txt'],
    ['a percent-encoded address', 'https://example.org/s/very%20good'],
  ])('decodes %s', (_, target) => {
    expect(targetOf(redirectTo(target))).toBe(target);
  });

  test.each([
    ['a1aHR0cDovL2dvLm1pY3Jvc29mdC5jb20vZndsaW5rLz9MaW5rSWQ9NTIxODM5', 'http://go.microsoft.com/fwlink/?LinkId=521839'],
    [
      'a1aHR0cHM6Ly9nby5taWNyb3NvZnQuY29tL2Z3bGluay8_bGlua2lkPTg2ODkyMg',
      'https://go.microsoft.com/fwlink/?linkid=868922',
    ],
    ['a1aHR0cHM6Ly9taW5lY3JhZnQubmV0Lw', 'https://minecraft.net/'],
    ['a1aHR0cHM6Ly93d3cueW91dHViZS5jb20vd2F0Y2g_dj1YSHp0a0ZDemJUVQ', 'https://www.youtube.com/watch?v=XHztkFCzbTU'],
  ])('decodes %s, which Bing encoded', (u, target) => {
    expect(targetOf(redirect(u))).toBe(target);
  });

  test('encodes spaces and non-ASCII letters in the target as browsers do', () => {
    expect(targetOf(redirectTo('https://example.org/grüße an alle'))).toBe(
      'https://example.org/gr%C3%BC%C3%9Fe%20an%20alle',
    );
  });

  test('takes the only address in an unknown redirect', () => {
    expect(targetOf('/out?dest=https%3a%2f%2fexample.org%2fa&sig=b')).toBe('https://example.org/a');
    expect(targetOf('/out?dest=https://example.org/a&from=https://example.com/')).toBeUndefined();
  });

  test('reads the plain target of a shopping redirect', () => {
    const href = 'https://www.bing.com/rebates/welcome?url=https%3a%2f%2fshop.example.org%2fa%3fb%3dc&ver=2';
    expect(targetOf(href)).toBe('https://shop.example.org/a?b=c');
  });
});

describe('targetOf of other links', () => {
  test.each([
    'https://example.org/ck/a?u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS8',
    'https://www.bing.com/webmasters/about',
    'https://www.bing.com/',
    'https://plumbing.com/search',
    'http://192.0.2.1:8080/a',
    redirect('b2aHR0cHM6Ly9leGFtcGxlLmNvbS8'),
    redirect('a1!!!'),
    redirect('a1gICA'),
    'https://www.bing.com/ck/a?!&&p=x&ptn=3&ntb=1',
    'https://www.bing.com/rebates/welcome?ver=2',
  ])('returns %s unchanged', (href) => {
    expect(targetOf(` ${href} `)).toBe(href);
  });

  test.each([
    redirectTo('/search?q=words&form=PAACH1'),
    redirectTo('/?FORM=Z9FD1'),
    redirectTo('https://www.bing.com/images/search?q=words'),
    'https://www.bing.com/aclick?ld=abc&u=aHR0cHMlM2ElMmYlMmZleGFtcGxlLmNvbSUyZg',
    'https://www.bing.com/aclk?ld=abc',
    'https://cn.bing.com/search?q=words&first=11',
    'https://www.bing.com/videos/search?q=words',
    '/search?q=words',
    'javascript:void(0)',
    '#',
    'https://',
    'https://xn--0.example.org/',
    'https://exa mple.org/',
    '',
  ])('returns undefined for %s', (href) => {
    expect(targetOf(href)).toBeUndefined();
  });
});

test('parameterIn finds a parameter after stray punctuation', () => {
  expect(parameterIn('https://www.bing.com/ck/a?!&&p=1&u=a1x', 'p')).toBe('1');
  expect(parameterIn('/search?q=two+words&first=11', 'q')).toBe('two words');
  expect(parameterIn('/search', 'q')).toBeUndefined();
});

test('isSearchLink recognises links to result pages with and without a host', () => {
  expect(isSearchLink('/search?q=a')).toBe(true);
  expect(isSearchLink('https://cn.bing.com/search?q=a')).toBe(true);
  expect(isSearchLink('/search')).toBe(true);
  expect(isSearchLink('/images/search?q=a')).toBe(false);
  expect(isSearchLink('/searching?q=a')).toBe(false);
  expect(isSearchLink('https://example.org/search?q=a')).toBe(false);
  expect(isSearchLink('http://[')).toBe(false);
});

test.each([
  ['/search?q=green+tea', 'green tea', undefined],
  [' https://cn.bing.com/search?q=tea ', 'tea', undefined],
  [redirectTo('/search?q=tea&form=X'), 'tea', undefined],
  [` ${redirectTo('https://www.bing.com/search?q=tea')}`, 'tea', undefined],
  [redirect('b2xx'), '', undefined],
  ['/search', '', undefined],
  ['/search?x=1', '', undefined],
  ['/images/search?q=tea', '', 'images'],
  ['https://www.bing.com/Maps', '', 'maps'],
  [' /videos#x', '', 'videos'],
  [redirectTo('/shop?q=tea'), '', 'shop'],
  ['/newsletter', '', undefined],
  ['https://a.example/news', '', undefined],
  ['https://a.example/ck/a?q=tea', '', undefined],
])('%s has the web query %j and the service %j', (href, query, service) => {
  expect([queryOf(href), engineServiceOf(href)]).toEqual([query, service]);
});

test.each([
  ['/search?q=tea&first=11', true],
  ['/search?first=', true],
  ['/search?q=tea', false],
  ['/images/search?first=11', false],
])('isPager(%s) is %j', (href, expected) => {
  expect(isPager(href)).toBe(expected);
});

test.each([
  [' https://www.bing.com/aclick?x', true],
  ['http://bing.com/aclk?x', true],
  ['https://4012345.r.msn.com/?x', true],
  ['https://www.bing.com/aclick', false],
  ['/aclick?x', true],
  ['https://a.example/?https://www.bing.com/aclick?x', false],
])('isAdClick(%s) is %j', (href, isAd) => {
  expect(isAdClick(href)).toBe(isAd);
});

test.each([
  [' /images/search?q=a ', 'https://www.bing.com/images/search?q=a'],
  ['https://a.example/b c', 'https://a.example/b%20c'],
  [' https://[ ', 'https://['],
])('absoluteLink(%j) is %j', (href, link) => {
  expect(absoluteLink(href)).toBe(link);
});
