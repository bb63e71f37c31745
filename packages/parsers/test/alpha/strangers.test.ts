import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';

const words = (length: number): string => 'pear '.repeat(length / 5 + 1).slice(0, length - 1) + 's';
const text = 'Pears are grown in every orchard of the valley, as they were in the years before.';

/** A row of a site with the given HTML in, below and above its link and the given end of its address. */
function row(site: string, { inLink = '', below = text, above = '', end = '' } = {}): string {
  const address = `<cite>https://${site}.example</cite>`;
  return `<div>${above}<a href="https://${site}.example/${end}"><h3>Title ${site}</h3>${inLink || address}</a><p>${below}</p></div>`;
}

/** How links among ordinary rows are read: the titles of those that are rows, then the reasons why others are dropped. */
function outcomesOf(html: string): string[] {
  const list = `${row('plum')}${row('quince')}${row('medlar')}${html}`;
  const page = `<title>pears - Google Search</title><div id="search"><div id="rso">${list}</div></div>`;
  const { organic_results: rows, diagnostics } = parseAlphaSearch(page, { diagnostics: true });
  const dropped = diagnostics?.dropped.filter(({ reason }) => reason !== 'empty panel') ?? [];
  return [...rows.slice(3).map(({ title }) => title), ...dropped.map(({ reason }) => reason)];
}

const cite = '<cite>https://pear.example</cite>';
const heading = (level: number): string => `<div role="heading" aria-level="${level}">Pears</div>`;
const mention = (before: string): string =>
  `<div><h3>${before}<a href="https://pear.example/a">pear.example</a></h3>${cite}<p>${text}</p></div>`;

test.each<[string, string, string[]]>([
  ['a row', row('pear'), ['Title pear']],
  ['a text of 80 characters above a row', row('pear', { above: `<div>${words(80)}</div>` }), ['Title pear']],
  ['a text of 81 characters above a row', row('pear', { above: `<div>${words(81)}</div>` }), ['answer']],
  [
    'a text above a row that begins with its address',
    row('pear', { above: `<div>pear.example › ${words(80)}</div>` }),
    ['Title pear'],
  ],
  ['a heading above a row', row('pear', { above: heading(3) }), ['Title pear']],
  ['a heading above a row without an excerpt', row('pear', { above: heading(3), below: 'Short' }), ['answer']],
  [
    'a heading above a row with an excerpt of 39 characters',
    row('pear', { above: heading(3), below: words(39) }),
    ['answer'],
  ],
  [
    'a heading above a row with an excerpt of 40 characters',
    row('pear', { above: heading(3), below: words(40) }),
    ['Title pear'],
  ],
  ['an answer above a row', row('pear', { above: '<div data-md="61">Pears</div>' }), ['answer']],
  ['an answer property above a row', row('pear', { above: '<div data-attrid="wa:/x">Pears</div>' }), ['answer']],
  ['another property above a row', row('pear', { above: '<div data-attrid="kc:/x">Pears</div>' }), ['Title pear']],
  [
    'a date in a link without an excerpt',
    row('pear', { inLink: `${cite}<div>Jun 3, 2024</div>`, below: '' }),
    ['card'],
  ],
  [
    'a date after a name in a link without an excerpt',
    row('pear', { inLink: `${cite}<div>Ann · Jun 3, 2024</div>`, below: '' }),
    ['card'],
  ],
  ['a date in a link above an excerpt', row('pear', { inLink: `${cite}<div>Jun 3, 2024</div>` }), ['Title pear']],
  [
    'a date in a link above few words',
    row('pear', { inLink: `${cite}<div>Jun 3, 2024</div>`, below: '<div>Pears keep for weeks in the cold</div>' }),
    ['card'],
  ],
  ['a date instead of an address', row('pear', { inLink: '<cite>Jun 3, 2024</cite>' }), ['Title pear']],
  [
    'a date instead of an address, without an excerpt',
    row('pear', { inLink: '<cite>Jun 3, 2024</cite>', below: '' }),
    ['card'],
  ],
  ['an author below the address', row('pear', { inLink: `${cite}<div>Ann</div>`, below: '' }), ['card']],
  ['an author below the address, above an excerpt', row('pear', { inLink: `${cite}<div>Ann</div>` }), ['Title pear']],
  ['a name above the address', row('pear', { inLink: `<div>Ann</div>${cite}`, below: '' }), ['Title pear']],
  ['two names above the address', row('pear', { inLink: `<div>Ann</div><div>Bob</div>${cite}`, below: '' }), ['card']],
  ['only an address', row('pear', { below: '' }), ['Title pear']],
  ['no address', row('pear', { inLink: ' <br>', below: 'Short' }), ['no address']],
  ['a mention in a long heading', mention('A post about '), ['mention']],
  ['a mention in a heading of just over twice its length', mention('See ......... '), ['mention']],
  ['a mention in a short heading', mention('See '), ['pear.example']],
  ['a text fragment link without an excerpt', row('pear', { end: '#:~:text=x', below: 'Short' }), ['quotation']],
  ['a text fragment link with an excerpt', row('pear', { end: '#:~:text=x' }), ['Title pear']],
  [
    'two rows without excerpts below a heading',
    `<div>${heading(2)}${row('pear', { below: '' })}${row('fig', { below: '' })}</div>`,
    ['pack', 'pack'],
  ],
  [
    'one row without an excerpt below a heading',
    `<div>${heading(2)}${row('pear', { below: '' })}</div>`,
    ['Title pear'],
  ],
  [
    'two rows below a heading, one of them with an excerpt',
    `<div>${heading(2)}${row('pear', { below: '' })}${row('fig')}</div>`,
    ['Title pear', 'Title fig'],
  ],
  [
    'two rows without excerpts in a table',
    `<table><tr><td>${row('pear', { below: '' })}<td>${row('fig', { below: '' })}</table>`,
    ['pack', 'pack'],
  ],
  [
    'two rows without excerpts in a div',
    `<div>${row('pear', { below: '' })}${row('fig', { below: '' })}</div>`,
    ['Title pear', 'Title fig'],
  ],
  ...[
    ['data-text-ad="1"', 'ad'],
    ['data-pla="1"', 'ad'],
    ['data-q="x"', 'question'],
    ['data-initq="x"', 'question'],
    ['data-mqac="x"', 'question'],
    ['data-mcp="1"', 'overview'],
    ['data-news-cluster-id="1"', 'news'],
    ['id="tads"', 'ad'],
    ['id="tvcap"', 'ad'],
    ['id="rhs"', 'panel'],
    ['id="iur"', 'images'],
    ['data-attrid="SrpGenSumSummary"', 'overview'],
    ['data-attrid="lab/content/x"', 'topic'],
    ['data-attrid="kc:/x"', 'Title pear'],
    ['id="x"', 'Title pear'],
  ].map(([mark, result]): [string, string, string[]] => [mark!, `<div ${mark}>${row('pear')}</div>`, [result!]]),
  ...[
    ['g-scrolling-carousel', 'carousel'],
    ['g-inner-card', 'carousel'],
    ['g-section-with-header', 'section'],
    ['g-link', 'profile'],
    ['g-accordion-expander', 'question'],
    ['block-component', 'answer'],
    ['g-x', 'Title pear'],
  ].map(([name, result]): [string, string, string[]] => [name!, `<${name}>${row('pear')}</${name}>`, [result!]]),
])('among rows, %s', (_, html, expected) => {
  expect(outcomesOf(html)).toEqual(expected);
});
