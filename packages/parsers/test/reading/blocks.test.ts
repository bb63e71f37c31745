import { describe, expect, test } from 'vitest';
import { links } from '../../src/gamma/blocks/layout.js';
import { targetOf } from '../../src/gamma/links.js';
import { hrefOf } from '../../src/html/tree.js';
import { linesOf } from '../../src/page/lines.js';
import { readPage } from '../../src/page/page.js';
import { factsOf } from '../../src/reading/blocks/panel-facts.js';
import { readRelatedSearches } from '../../src/reading/blocks/related-searches.js';
import { linksBelow } from '../../src/reading/blocks/sitelinks.js';
import { out, partsOf, search } from '../support/block-parts.js';

describe('facts of a panel', () => {
  const facts = (html: string) => {
    const { values } = factsOf(linesOf(readPage(`<div>${html}</div>`).document), 'Jane Quill', links);
    return Object.fromEntries(values);
  };
  const row = (label: string, value: string) => `<div><div>${label}</div><div>${value}</div></div>`;
  const spans = (label: string, value: string) => `<p><span>${label}</span> <span>${value}</span></p>`;

  test.each<[string, string, object]>([
    ['a label with a colon', '<p><b>Founded:</b> 1988</p>', { Founded: '1988' }],
    ['a label in another writing', '<p><b>成立：</b>1988</p>', { 成立: '1988' }],
    ['a colon inside of a text', '<p>Note: 1988</p>', {}],
    ['a label of 40 letters', `<p><b>${'x'.repeat(39)}:</b> 1</p>`, { ['x'.repeat(39)]: '1' }],
    ['one of 41', `<p><b>${'x'.repeat(40)}:</b> 1</p>`, {}],
    ['the first of two of one label', '<p><b>Born:</b> 1</p><p><b>Born:</b> 2</p>', { Born: '1' }],
    [
      'a label that asks for just that',
      `<p>${search('jane quill born', 'Born')} 2 March · Tide</p>`,
      { Born: '2 March · Tide' },
    ],
    [
      'values in elements of their own',
      `<p>${search('jane quill born', 'Born')}<b>2 March</b><b> · </b><b>Tide</b><b>,</b><b>Sea</b></p>`,
      { Born: '2 March · Tide, Sea' },
    ],
    ['a label that asks for another', `<p>${search('john reed born', 'Born')} 2 March</p>`, {}],
    ['a label that asks for more', `<p>${search('jane quill born where', 'Born')} 2 March</p>`, {}],
    ['a label without a value', `<p>${search('jane quill born', 'Born')}</p>`, {}],
    ['a label that leads outside', `<p>${out('a.example', 'Born')} 2 March</p>`, {}],
    ['a label of 41 letters that asks', `<p>${search(`jane ${'x'.repeat(41)}`, 'x'.repeat(41))} 1</p>`, {}],
    ['a value that goes on', '<div><b>Places:</b> Tide,<p>Sea</p><p>Bay</p></div>', { Places: 'Tide, Sea Bay' }],
    ['one that does not', '<div><b>Places:</b> Tide<p>Sea</p></div>', { Places: 'Tide' }],
    [
      'a value up to the next words of its element',
      '<div><b>Places:</b> Tide /<p>Sea</p>more</div>',
      { Places: 'Tide/Sea' },
    ],
    [
      'labels beside values, two at least',
      spans('Born', '2 March') + spans('Died', '3 May'),
      { Born: '2 March', Died: '3 May' },
    ],
    ['a label beside a value, alone', spans('Born', '2 March'), {}],
    [
      'a colon behind labels beside values',
      spans('Born:', '2 March') + spans('Died:', '3 May'),
      { Born: '2 March', Died: '3 May' },
    ],
    ['signs beside values', spans('1.', 'Tide') + spans('2.', 'Sea'), {}],
    [
      'three beside each other',
      `<p><span>a</span> <span>b</span> <span>c</span></p>${spans('Died', '3 May')}${spans('Born', '1')}`,
      { Died: '3 May', Born: '1' },
    ],
    ['labels that are links', spans(search('x'), '2') + spans(search('y'), '3'), {}],
    ['values that lead outside', spans('A', out('a.example', 'x')) + spans('B', out('b.example', 'y')), {}],
    ['values that ask', spans('A', search('x')) + spans('B', search('y')), { A: 'x', B: 'y' }],
    ['a value of 300 letters', spans('A', 'x'.repeat(300)) + spans('B', 'y'), { A: 'x'.repeat(300), B: 'y' }],
    ['one of 301', spans('A', 'x'.repeat(301)) + spans('B', 'y') + spans('C', 'z'), { B: 'y', C: 'z' }],
    [
      'labels above values, two at least',
      row('Born', '2 March') + row('Died', '3 May'),
      { Born: '2 March', Died: '3 May' },
    ],
    ['a label above a value, alone', row('Born', '2 March'), {}],
    ['labels of 41 letters', row('x'.repeat(41), '1') + row('Born', '2') + row('Died', '3'), { Born: '2', Died: '3' }],
    ['labels that are links, above values', row(search('x'), '1') + row(search('y'), '2'), {}],
    ['headings above values', row('<h2>Born</h2>', '1') + row('<h2>Died</h2>', '2'), {}],
    ['sites above what they offer', row('a.example', '1') + row('b.example', '2'), {}],
    [
      'three lines in a row',
      `<div><div>a</div><div>b</div><div>c</div></div>${row('Born', '1')}${row('Died', '2')}`,
      { Born: '1', Died: '2' },
    ],
    [
      'rows further in, three of them',
      ['Born', 'Died', 'Lived']
        .map((label) => `<div><div><p>${label}</p></div><div><p>in ${label}</p></div></div>`)
        .join(''),
      { Born: 'in Born', Died: 'in Died', Lived: 'in Lived' },
    ],
    [
      'two of them',
      ['Born', 'Died'].map((label) => `<div><div><p>${label}</p></div><div><p>in ${label}</p></div></div>`).join(''),
      {},
    ],
    [
      'names of the sites that links lead to',
      `<p>Sources ${out('tide.example', 'Tide')} and ${out('sea.example', 'Sea')}:</p>`,
      {},
    ],
  ])('%s', (_, html, values) => {
    expect(facts(html)).toEqual(values);
  });
});

describe('links below the title of a row', () => {
  const below = (html: string) => {
    const page = readPage(`<div>${out('www.tide.example/a', 'Title')}${html}</div>`);
    const element = page.elements.find(({ name }) => name === 'div')!;
    const row = { link: 'https://www.tide.example/a', anchor: page.anchors[0]!, element };
    return linksBelow(page, row, (anchor) => targetOf(hrefOf(anchor)) ?? '').map(
      ({ title, link }) => `${title} ${link.slice(8)}`,
    );
  };
  const b = out('tide.example/b', 'B');

  test.each<[string, string, string[]]>([
    ['alone in its line', `<p>${b}</p>`, ['B tide.example/b']],
    [
      'among others in one',
      `<p>${b} · ${out('shop.tide.example/', 'Shop')}</p>`,
      ['B tide.example/b', 'Shop shop.tide.example/'],
    ],
    ['within a sentence', `<p>See ${b} for more</p>`, []],
    ['before words, in an item', `<ul><li>${b} and more</li></ul>`, ['B tide.example/b']],
    ['behind words, in an item', `<ul><li>See ${b}</li></ul>`, []],
    ['two of an item, with words', `<ul><li>${b} and ${out('tide.example/c', 'C')}</li></ul>`, []],
    ['with a heading of its own', `<p>See <b><h4>${b}</h4></b></p>`, ['B tide.example/b']],
    ['of another site', `<p>${out('sea.example/', 'Sea')}</p>`, []],
    ['of the row itself', `<p>${out('tide.example/a/', 'Again')}</p>`, []],
    ['of the row with a place in it', `<p>${out('www.tide.example/a#b', 'Place')}</p>`, ['Place www.tide.example/a#b']],
    [
      'twice',
      `<p>${b}</p><p>${b}</p><p>${out('tide.example/b', 'Other')}</p>`,
      ['B tide.example/b', 'Other tide.example/b'],
    ],
    ['hidden', `<p style="display:none">${b}</p>`, []],
    ['without words', `<p>${out('tide.example/b', '<img>')}</p>`, []],
    ['in a table with headed columns', `<table><tr><th>Name</th></tr><tr><td>${b}</td></tr></table>`, []],
    ['in one without', `<table><tr><td>${b}</td></tr></table>`, ['B tide.example/b']],
    [
      'with its address',
      `<div>${out('tide.example/b', '<cite>tide.example</cite><div>B</div><div>more</div>')}</div>`,
      ['B tide.example/b'],
    ],
    ['of the engine', '<p><a href="/search?q=x">x</a></p>', []],
    ['in the line of the title', ` ${b}`, []],
  ])('%s', (_, html, expected) => {
    expect(below(html)).toEqual(expected);
  });
});

describe('proposed queries', () => {
  const read = (html: string) => readRelatedSearches(partsOf(html)).map(({ item }) => item.query);
  const two = search('green tea') + search('black tea');

  test.each<[string, string, string[]]>([
    ['two', two, ['green tea', 'black tea']],
    ['one', search('green tea'), []],
    ['one twice, in other letters', two + search('Green Tea'), ['green tea', 'black tea']],
    ['other words than are asked', `${two}<a href="/search?q=x">white tea</a>`, ['green tea', 'black tea']],
    ['other signs', `<a href="/search?q=green+tea">Green „tea“</a>${search('c++')}`, ['Green „tea“', 'c++']],
    [
      'a text that is cut',
      `${search('green tea in spring', 'green tea in …')}${search('black tea')}`,
      ['green tea in spring', 'black tea'],
    ],
    [
      'one cut by points',
      `${search('green tea in spring', 'green tea in ...')}${search('black tea')}`,
      ['green tea in spring', 'black tea'],
    ],
    ['one cut behind other words', `${search('x', 'green …')}${search('black tea')}`, []],
    ['with a picture', `${search('green tea', '<img>green tea')}${two}`, ['green tea', 'black tea']],
    ['pictures alone', `${search('green tea', '<img>green tea')}${search('black tea', '<img>black tea')}`, []],
    ['buttons', two.replaceAll('<a', '<a role="button"'), []],
    ['links with another purpose', two.replaceAll('">', '&spellcheck=0">'), []],
    ['as many other links', two + out('a.example', 'A') + out('b.example', 'B'), ['green tea', 'black tea']],
    ['more other links', two + out('a.example', 'A') + out('b.example', 'B') + out('c.example', 'C'), []],
    ['more other links without words', `${two}${out('a.example', '<i></i>').repeat(3)}`, ['green tea', 'black tea']],
  ])('%s', (_, html, queries) => {
    expect(read(html)).toEqual(queries);
  });

  const item = (text: string, href = 'http://test.test') => `<li><a href="${href}">${text}</a></li>`;

  test.each<[string, string, string[]]>([
    ['four of one target', ['a', 'b', 'c', 'd'].map((text) => item(text)).join(''), ['a', 'b', 'c', 'd']],
    ['three', ['a', 'b', 'c'].map((text) => item(text)).join(''), []],
    ['four of two targets', ['a', 'b', 'c'].map((text) => item(text)).join('') + item('d', 'http://x.test'), []],
    [
      'texts of 80 letters',
      ['a', 'b', 'c', 'd'].map((text) => item(text.repeat(80))).join(''),
      ['a', 'b', 'c', 'd'].map((text) => text.repeat(80)),
    ],
    ['texts of 81', ['a', 'b', 'c', 'd'].map((text) => item(text.repeat(81))).join(''), []],
    [
      'items with more than the link',
      ['a', 'b', 'c', 'd'].map((text) => item(text).replace('</li>', ' more</li>')).join(''),
      [],
    ],
    ['links that are no items', ['a', 'b', 'c', 'd'].map((text) => `<p>${out('test.test', text)}</p>`).join(''), []],
  ])('a copy whose targets were replaced: %s', (_, items, queries) => {
    expect(read(`<ul>${items}</ul>`)).toEqual(queries);
  });
});
