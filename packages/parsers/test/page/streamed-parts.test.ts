import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const shown = (html: string): string => textOf(parseHtmlPage(html).document);
const part = (id: string, inside: string): string => `<div hidden id="${id}">${inside}</div>`;

test.each<[string, string, string]>([
  ['a part', `<p>1</p><template id="B:0"></template><p>3</p>${part('S:0', '<p>2</p>')}`, '1 2 3'],
  ['a segment of a part', `1 <template id="P:a"></template> 3${part('S:a', '2')}`, '1 2 3'],
  ['a part with a prefix', `1 <template id="x-B:1"></template> 3${part('x-S:1', '2')}`, '1 2 3'],
  [
    'parts in another order',
    `<template id="B:0"></template> <template id="B:1"></template>${part('S:1', '2')}${part('S:0', '1')}`,
    '1 2',
  ],
  [
    'a part inside a part',
    `1 <template id="B:0"></template> 4${part('S:0', '2 <template id="B:1"></template>')}${part('S:1', '3')}`,
    '1 2 3 4',
  ],
  ['the first of two parts with an id', `<template id="B:0"></template>${part('S:0', '1')}${part('S:0', '2')}`, '1'],
  ['no part that is missing', '1 <template id="B:0">2</template> 3', '1 3'],
  ['no part that is shown elsewhere', '<template id="B:0"></template>1 <div id="S:0">2</div>', '1 2'],
  ['no part with another number', `1 <template id="B:1"></template>${part('S:0', '2')}`, '1'],
  ['no part for another template', `1 <template id="T:0">2</template>${part('S:0', '3')}`, '1'],
  ['no part around its own place', `1${part('S:0', '2 <template id="B:0"></template>')}`, '1'],
  [
    'no parts around the places of each other',
    `1${part('S:0', '2 <template id="B:1"></template>')}${part('S:1', '3 <template id="B:0"></template>')}`,
    '1',
  ],
])('shows parts that were sent later in their places: %s', (_, html, expected) => {
  expect(shown(html)).toBe(expected);
});

test('reads rows that were sent later', () => {
  const row = (n: number): string =>
    `<a href="https://site${n}.example/"><h3>Row ${n}</h3><cite>site${n}.example</cite></a><p>An excerpt that is long enough to be told from names.</p>`;
  const places = [1, 2, 3].map((n) => `<div><template id="B:${n}"></template><i>Loading</i></div>`).join('');
  const parts = [3, 1, 2].map((n) => `${part(`S:${n}`, row(n))}<script>$RC("B:${n}","S:${n}")</script>`).join('');
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${places}</div></div>${parts}`;
  expect(parseAlphaSearch(page).organic_results.map(({ title }) => title)).toEqual(['Row 1', 'Row 2', 'Row 3']);
});
