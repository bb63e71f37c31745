import { expect, test } from 'vitest';
import { operations } from '../../src/index.js';
import { cleanCopyOf, cleanText, isValidAbsoluteUrl } from '../../src/reading/reading.js';

const origin = 'https://engine.example';

test('finished copies data unchanged', () => {
  const data = { text: 'a text of some length', list: ['', 1, null, true], inner: JSON.parse('{"__proto__": "kept"}') };
  expect(cleanCopyOf(data, origin)).toEqual(data);
  expect(Object.keys(cleanCopyOf(data, origin).inner)).toEqual(['__proto__']);
});

test('finished makes links absolute and leaves out items with an invalid link', () => {
  const links = ['/aclk?x=1', 'https://tea.example/', '//pot.example/a', 'http://', 'https://[', 'javascript:0', '//'];
  expect(cleanCopyOf({ ads: links.map((link) => ({ link })), answer: { link: 'https://a b/' } }, origin)).toEqual({
    ads: ['https://engine.example/aclk?x=1', 'https://tea.example/', 'https://pot.example/a'].map((link) => ({ link })),
  });
  expect(links.filter(isValidAbsoluteUrl)).toEqual(['https://tea.example/']);
});

test.each([
  ['green tea', 'green tea'],
  ['\ud83c tea \udf75', '\ufffd tea \ufffd'],
  ['\u{1f375} tea', '\u{1f375} tea'],
  ['\u2067tea\u2069 \u200bpot\ufeff\u2060', 'tea pot'],
  [
    '\u0645\u06cc\u200c\u062e\u0648\u0631\u062f \u{1f469}\u200d\u{1f373}',
    '\u0645\u06cc\u200c\u062e\u0648\u0631\u062f \u{1f469}\u200d\u{1f373}',
  ],
])('cleanText(%j) is %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test.each(['https://', 'https://[tea'])(
  'leaves out a row that links to %s and numbers the others without it',
  (link) => {
    const row = (target: string) =>
      `<div><a href="${target}"><h3>Tea</h3><cite>https://tea.example</cite></a><p>A leaf.</p></div>`;
    const page = `<div id="rso">${row('https://tea.example/a')}${row(link)}${row('https://tea.example/b')}</div>`;
    const { organic_results } = operations['alpha.search'](page);
    expect(organic_results.map(({ position, link: target }) => [position, target])).toEqual([
      [1, 'https://tea.example/a'],
      [2, 'https://tea.example/b'],
    ]);
  },
);

test('finished makes other addresses absolute or leaves them out, and keeps images in data URLs', () => {
  const data = {
    panel: { website: 'https://tea.example:x/', description_link: 'http://%ZZ', title: 'Tea' },
    rows: [
      { thumbnail: '/th?id=1', favicon: 'data:image/png;base64,AAAA' },
      { thumbnail: 'blob:x', favicon: '//icons.example/a.png' },
    ],
  };
  expect(cleanCopyOf(data, origin)).toEqual({
    panel: { title: 'Tea' },
    rows: [
      { thumbnail: 'https://engine.example/th?id=1', favicon: 'data:image/png;base64,AAAA' },
      { favicon: 'https://icons.example/a.png' },
    ],
  });
});

test('finished does not treat labels of attributes as field names', () => {
  const attributes = { link: 'chain', website: 'spun', source: '', '\u200blabel': '\u200bte\u200bxt' };
  expect(cleanCopyOf({ attributes }, origin)).toEqual({
    attributes: { link: 'chain', website: 'spun', source: '', label: 'text' },
  });
});

test('finished leaves out a source without a title', () => {
  const titled = { title: 'Tea', link: 'https://tea.example/' };
  const questions = [{ source: { ...titled, title: '\u200b' } }, { source: titled }, { source: 'tea.example' }];
  expect(cleanCopyOf({ questions }, origin)).toEqual({
    questions: [{}, { source: titled }, { source: 'tea.example' }],
  });
});
