import { expect, test } from 'vitest';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const headingsIn = (html: string): string[] => parseHtmlPage(html).headings.map((heading) => textOf(heading));
const page = (...parts: string[]): string => `<body>${parts.join('')}</body>`;
const link = '<a href="https://pear.example/">';

test.each<[string, string, string[]]>([
  ['an article', page(`<article aria-labelledby="t">${link}<b id="t">Pears</b></a></article>`), ['Pears']],
  ['an article by role', page(`<div role="article" aria-labelledby="t"><b id="t">Pears</b></div>`), ['Pears']],
  ['a link without text', page(`<a href="/" aria-labelledby="t"></a><div id="t">Pears</div>`), ['Pears']],
  ['more labelled articles than headings', page('<h3>Plum</h3>', ...['a', 'b'].map(labelled)), ['Plum', 'a', 'b']],
  ['as many labelled articles as headings with links', page(`<h3>${link}Plum</a></h3>`, labelled('a')), ['Plum']],
  ['as many labelled articles as headings in links', page(`${link}<h3>Plum</h3></a>`, labelled('a')), ['Plum']],
  ['a link with text', page('<a href="/" aria-labelledby="t">Read</a><div id="t">Pears</div>'), []],
  ['a title outside the article', page('<article aria-labelledby="t"></article><b id="t">Pears</b>'), []],
  ['a title in a heading', page('<article aria-labelledby="t"><h4><b id="t">Pears</b></h4></article>'), ['Pears']],
  ['a title around a heading', page('<article aria-labelledby="t"><b id="t"><h4>Pears</h4></b></article>'), ['Pears']],
  ['a title without text', page('<article aria-labelledby="t"><b id="t"></b></article>'), []],
  ['the label of a link without text', page(`<div>${cover('Pears')}<b>Pears</b></div>`), ['Pears']],
  ['such a label in another element', page(`<div>${cover('Pears')}</div><b>Pears</b>`), []],
  ['such a label in a part of a text', page(`<div>${cover('Pears')}<b>Pears and figs</b></div>`), []],
  ['such a label beside a title in a link', page(`<h3>${link}Plum</a></h3><div>${cover('a')}<b>a</b></div>`), ['Plum']],
  ['the label of a link within the engine', page('<div><a href="/" aria-label="a"></a><b>a</b></div>'), []],
  ['a region', page('<section aria-labelledby="t"><b id="t">Pears</b></section>'), []],
  ['a fragment of a page', `<article aria-labelledby="t">${link}<b id="t">Pears</b></a></article>`, []],
])('treats the labels of articles and links as headings: %s', (_, html, expected) => {
  expect(headingsIn(html)).toEqual(expected);
});

function cover(label: string): string {
  return `<a href="https://pear.example/" aria-label="${label}"></a>`;
}

function labelled(name: string): string {
  return `<article aria-labelledby="${name}"><div id="${name}">${name}</div></article>`;
}
