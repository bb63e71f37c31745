import { describe, expect, test } from 'vitest';
import { engineServiceOf, isAlphaHost } from '../../src/alpha/hosts.js';
import { isAdClick, isImageViewerLink, isSearchLink, parameterOf, targetOf } from '../../src/alpha/links.js';

describe('the target of a link is', () => {
  test.each([
    ['q of a redirect', '/url?q=http://tea.example/pot.htm&sa=U&ved=0&usg=x', 'http://tea.example/pot.htm'],
    ['url of a redirect', '/url?sa=t&source=web&rct=j&url=https://tea.example/12/&ved=2', 'https://tea.example/12/'],
    [
      'url of a redirect if q is empty',
      '/url?esrc=s&q=&rct=j&sa=U&url=https://tea.example/&ved=2',
      'https://tea.example/',
    ],
    ['a target with a query', '/url?q=https://tea.example/a%3Fb%3D1%26c%3D2&sa=U', 'https://tea.example/a?b=1&c=2'],
    ['a target with a plus', '/url?url=https://tea.example/a%2Bb', 'https://tea.example/a+b'],
    [
      'a target decoded once, without its text fragment',
      '/url?q=https://tea.example/%25D1%2587%23:~:text%3Da%2520b',
      'https://tea.example/%D1%87',
    ],
    [
      'the target of an absolute redirect on any country domain',
      'https://www.google.co.uk/url?q=https://tea.example/',
      'https://tea.example/',
    ],
    ['the target of a warning page', '/interstitial?url=https://tea.example/risky', 'https://tea.example/risky'],
    [
      'the page that the translator translates',
      'https://translate.google.com/translate?hl=en&sl=ru&u=https://tea.example/&prev=search',
      'https://tea.example/',
    ],
    [
      'another page of the translator',
      'https://translate.google.com/about?u=https://tea.example/',
      'https://translate.google.com/about?u=https://tea.example/',
    ],
    [
      'a page of another host with the path of the translator',
      'https://news.google.com/translate?u=https://tea.example/',
      'https://news.google.com/translate?u=https://tea.example/',
    ],
    [
      'the readable target of a redirect that is usually opaque',
      '/goto?url=https%3A%2F%2Ftea.example%2Fa',
      'https://tea.example/a',
    ],
    [
      'the target of a redirect with another path',
      '/out?dest=https%3A%2F%2Ftea.example%2Fa&sig=b',
      'https://tea.example/a',
    ],
    [
      'a service of the engine behind a redirect with another path',
      '/out?dest=https%3A%2F%2Fbooks.google.com%2Fa',
      'https://books.google.com/a',
    ],
    [
      'the target of a redirect in another parameter',
      '/url?sa=t&to=https%3A%2F%2Ftea.example%2Fa',
      'https://tea.example/a',
    ],
    ['an opaque redirect itself', '/goto?url=CAESWQHrOzAV', 'https://www.google.com/goto?url=CAESWQHrOzAV'],
    ['a host of the engine', 'https://policies.google.com/privacy', 'https://policies.google.com/privacy'],
    ['a page about the search', 'https://www.google.com/search/about/', 'https://www.google.com/search/about/'],
    [
      'a page on another host of the engine',
      'https://developers.google.com/search',
      'https://developers.google.com/search',
    ],
    ['the target of the AMP viewer', 'https://www.google.com/amp/s/tea.example/amp?a=1', 'https://tea.example/amp?a=1'],
    ['the http target of the AMP viewer', 'https://www.google.com/amp/tea.example/amp', 'http://tea.example/amp'],
    [
      'the target of the converter for slow connections',
      'https://googleweblight.com/?lite_url=https%3A%2F%2Ftea.example%2Fx&ei=a',
      'https://tea.example/x',
    ],
    ['a host with a similar name and another protocol', 'ftp://google.example/x', 'ftp://google.example/x'],
    [
      'the target of the converter with www',
      'https://www.googleweblight.com/?lite_url=http://tea.example/x',
      'http://tea.example/x',
    ],
    ["the target of the AMP viewer on the page's own host", '/amp/s/tea.example/amp', 'https://tea.example/amp'],
    [
      'a fragment without the text fragment after it',
      'https://tea.example/x#green:~:text=tea',
      'https://tea.example/x#green',
    ],
    [
      'the target of the converter at its old address',
      'http://googleweblight.com/i?u=https%3A%2F%2Ftea.example%2Fx&hl=en',
      'https://tea.example/x',
    ],
    ['a host with an apostrophe', "http://mother's.tea.example/x", "http://mother's.tea.example/x"],
    ['a host with an encoded space', 'http://green%20tea.example/x', 'http://green%20tea.example/x'],
    ['an FTP address', 'ftp://ftp.tea.example/x', 'ftp://ftp.tea.example/x'],
    [
      'any other address, trimmed but otherwise unchanged',
      ' https://Tea.example/%d1?a=1#b ',
      'https://Tea.example/%d1?a=1#b',
    ],
    [
      'an address on a host that only ends like the engine',
      'https://notgoogle.example/url?q=https://tea.example/',
      'https://notgoogle.example/url?q=https://tea.example/',
    ],
  ])('%s', (_name, href, target) => {
    expect(targetOf(href)).toBe(target);
  });
});

describe('the target of a link is undefined for', () => {
  test.each([
    ['a search', '/search?q=tea'],
    ['an absolute search', 'https://www.google.de/search?q=tea'],
    ['an ad click', '/aclk?sa=l&adurl=https://tea.example/'],
    ['an ad click of the ad host', 'https://www.googleadservices.com/pagead/aclk?adurl=https://tea.example/'],
    ['a tab link in a redirect', '/url?sa=t&url=/search%3Fq%3Dtea%26udm%3D28'],
    ['a script in a redirect', '/url?q=javascript:alert(1)&sa=U'],
    ['a redirect without a target', '/url?ved=x'],
    ['a script', 'javascript:void(0)'],
    ['a fragment', '#'],
    ['an empty href', ''],
    ['a search after a path with ..', '/tea/../search?q=tea'],
    ['a protocol-relative search', '//www.google.com/search?q=tea'],
    ['a page of the engine', '/preferences?prev=https://tea.example/search'],
    ['a redirect below another path', '/tea/url?q=https://tea.example/'],
    ['an invalid URL', 'http://[::1'],
  ])('%s', (_name, href) => {
    expect(targetOf(href)).toBeUndefined();
  });
});

test('distinguishes search links from other pages on the same host', () => {
  expect(
    ['/search?q=tea', 'https://www.google.com/search?q=tea', '/search/about', 'https://tea.example/search?q=a'].map(
      isSearchLink,
    ),
  ).toEqual([true, true, false, false]);
});

test.each([
  ['//www.google.com/search?q=tea', true],
  ['https://WWW.google.com:443/search?q=tea', true],
  ['/tea/../search?q=tea', true],
  ['search?q=tea&prev=/search', true],
  ['//search?q=/search', false],
  ['/url?q=/search', false],
  ['https://www.google.com?q=/search', false],
])('recognises whether %s is a search link', (href, isSearch) => {
  expect(isSearchLink(href)).toBe(isSearch);
});

test.each([
  ['given twice', '/search?q=tea&q=milk', 'tea'],
  ['after a name that ends like it', '/search?aq=milk&q=tea', 'tea'],
  ['after a name that begins like it', '/search?qx=milk&q=tea', 'tea'],
  ['before the fragment', '/search?q=tea#q=milk', 'tea'],
  ['without a value', '/search?q&tbm=isch', ''],
  ['with a stray percent sign', '/search?q=100%+tea', '100% tea'],
  ['only in the fragment', '/search?tbm=isch#q=tea', undefined],
  ['after a fragment', '/search#?q=tea', undefined],
])('reads the value of a parameter %s', (_name, href, value) => {
  expect(parameterOf(href, 'q')).toBe(value);
});

test('decodes a parameter and returns undefined if the link has none', () => {
  expect(parameterOf('/search?q=green+tea%21', 'q')).toBe('green tea!');
  expect(parameterOf('/search?tbm=isch', 'q')).toBeUndefined();
});

test.each([
  ['google.com', true],
  ['www.google.co.uk', true],
  ['translate.google.com.br', true],
  ['google.cat', true],
  ['google.xyz', false],
  ['google.example', false],
  ['not-google.example', false],
  ['not-google.com', false],
  ['google.com.example', false],
  ['google.co.example', false],
])('the host %s belongs to the engine: %s', (host, isOwn) => {
  expect(isAlphaHost(host)).toBe(isOwn);
  expect(targetOf(`https://${host}/url?q=https://tea.example/`)).toBe(
    isOwn ? 'https://tea.example/' : `https://${host}/url?q=https://tea.example/`,
  );
});

test.each([
  ['https://support.google.com/websearch', 'support'],
  ['https://consent.google.de/ml', 'consent'],
  ['https://google.com/', ''],
  ['https://support.google.example/', undefined],
  ['/search', undefined],
])('the service of %s is %j', (link, service) => {
  expect(engineServiceOf(link)).toBe(service);
});

test.each([
  ['/aclk?sa=l', true, false],
  ['https://www.google.com/aclk?x', true, false],
  ['https://www.google.de/aclk?sa=l', true, false],
  ['https://www.googleadservices.com/pagead/aclk?sa=l', true, false],
  ['https://www.google.example/aclk?sa=l', false, false],
  ['https://tea.example/aclk', false, false],
  ['https://tea.example/aclk?x', false, false],
  ['/x?aclk', false, false],
  ['/imgres?imgurl=x', false, true],
  ['https://www.google.com/imgres?imgurl=x', false, true],
  ['https://www.google.fr/imgres?imgurl=x', false, true],
  ['https://www.google.example/imgres?imgurl=x', false, false],
  ['https://tea.example/imgres', false, false],
  ['/x/imgres', false, false],
])('%s is an ad click: %j, an image viewer link: %j', (href, isAd, isPicture) => {
  expect([isAdClick(href), isImageViewerLink(href)]).toEqual([isAd, isPicture]);
});
