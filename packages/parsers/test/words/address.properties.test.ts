import { expect, test } from 'vitest';
import { defaultSiteName, hostOf, parameterIn, parseUrl, withoutWww } from '../../src/words/address.js';
import { randomNumbers } from '../support/generated-pages.js';

test.each([
  ['https://a.example/x', 'a.example'],
  ['HTTP://A.Example', 'a.example'],
  ['ftp://a.example:21/x', 'a.example'],
  ['https://user:word@a.example:8080/x?y', 'a.example'],
  ['https://user@a.example', 'a.example'],
  ['https://a.example?x@b.example', 'a.example'],
  ['https://a.example#x:y', 'a.example'],
  ['https://a.example/@b:c', 'a.example'],
  ['https://bücher.example/', 'bücher.example'],
  ['https://a.example:', 'a.example'],
  ['https://@', ''],
  ['https://', ''],
  ['https://:80/', ''],
  ['//a.example/x', ''],
  ['/x', ''],
  ['mailto:a@b.example', ''],
  ['xhttps://a.example', ''],
])('the host of %j is %j', (link, host) => {
  expect(hostOf(link)).toBe(host);
});

test.each([
  ['https://www.a.example/', 'a.example'],
  ['https://wwww.a.example/', 'wwww.a.example'],
  ['https://a.www.example/', 'a.www.example'],
])('the site name of %j is %j', (link, name) => {
  expect([defaultSiteName(link), withoutWww(hostOf(link))]).toEqual([name, name]);
});

test('parseUrl returns undefined for an invalid address', () => {
  expect(parseUrl('/x', 'https://a.example')?.href).toBe('https://a.example/x');
  expect([parseUrl('/x'), parseUrl('https://[')]).toEqual([undefined, undefined]);
});

/** Pieces of names, values and delimiters. */
const pieces = ['q', 'qq', '=', '=', '&', '&', '?', '#', '+', '%20', '%C3%A9', 'tea', 'q=', '&q=', '/', 'x', '100%'];

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** The value that the URL standard reads, or `undefined` if the parameter is missing. */
function standard(address: string, name: string): string | undefined {
  return new URL(address, 'https://a.example').searchParams.get(name) ?? undefined;
}

test.each(seeds)('parameterIn reads what the URL standard reads (seed %d)', (seed) => {
  const random = randomNumbers(seed);
  for (let count = 0; count < 300; count++) {
    const length = Math.floor(random() * 9);
    const address = `/search?${Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')}`;
    for (const name of ['q', 'qq', 'tea']) {
      expect(parameterIn(address, name), `${name} in ${address}`).toBe(standard(address, name));
    }
  }
});

test.each([
  ['/search', undefined],
  ['q=1', undefined],
  ['?q', ''],
  ['?q=', ''],
  ['?q#', ''],
  ['?q&q=1', ''],
  ['?q=a#b', 'a'],
  ['?q=a#b&c', 'a'],
  ['?x=1#&q=2', undefined],
  ['?q=100%', '100%'],
  ['?q=%ff', '\ufffd'],
  ['?q=a+b%2Bc', 'a b+c'],
  ['q?q=2', '2'],
  ['#?q=1', undefined],
])('the parameter of %j is %j', (address, value) => {
  expect(parameterIn(address, 'q')).toBe(value);
});
