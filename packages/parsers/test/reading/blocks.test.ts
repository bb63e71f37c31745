import { describe, expect, test } from 'vitest';
import { linkInterpreter } from '../../src/gamma/blocks/blocks.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { linksBelow, readRelatedSearches } from '../../src/reading/blocks/link-lists.js';
import { classifyLinks } from '../../src/reading/blocks/page-parts.js';
import { panelFactsOf } from '../../src/reading/blocks/panel-facts.js';
import { out, partsOf, search } from '../support/block-parts.js';

describe('factsOf', () => {
  const facts = (html: string) => {
    const { values } = panelFactsOf(
      linesOf(parseHtmlPage(`<div>${html}</div>`).document),
      'Jane Quill',
      linkInterpreter,
    );
    return Object.fromEntries(values);
  };
  const row = (label: string, value: string) => `<div><div>${label}</div><div>${value}</div></div>`;
  const spans = (label: string, value: string) => `<p><span>${label}</span> <span>${value}</span></p>`;

  test.each<[string, string, object]>([
    ['a label with a colon', '<p><b>Founded:</b> 1988</p>', { Founded: '1988' }],
    ['a label with a full-width colon', '<p><b>成立：</b>1988</p>', { 成立: '1988' }],
    ['a colon inside a text', '<p>Note: 1988</p>', {}],
    [
      'a label and a value in another element',
      [spans('Born', 'Tide'), spans('Died', 'Tide')]
        .join('')
        .replaceAll('<p>', '<p><span>')
        .replaceAll('</p>', '</span></p>'),
      { Born: 'Tide', Died: 'Tide' },
    ],
    [
      'rows in boxes of their own',
      ['Born', 'Died', 'Home'].map((label) => `<div>${row(`<b>${label}</b>`, '<div>Tide</div>')}</div>`).join(''),
      { Born: 'Tide', Died: 'Tide', Home: 'Tide' },
    ],
    [
      'no label that goes on in the next element',
      '<p><span>Rear </span><span>camera</span></p><p><span>Front </span><span>camera</span></p>',
      {},
    ],
    ['a label of 40 letters', `<p><b>${'x'.repeat(39)}:</b> 1</p>`, { ['x'.repeat(39)]: '1' }],
    ['a label of 41 letters', `<p><b>${'x'.repeat(40)}:</b> 1</p>`, {}],
    ['the first of two values with the same label', '<p><b>Born:</b> 1</p><p><b>Born:</b> 2</p>', { Born: '1' }],
    [
      'a label that links to a search for the title and the label',
      `<p>${search('jane quill born', 'Born')} 2 March · Tide</p>`,
      { Born: '2 March · Tide' },
    ],
    [
      'values in separate elements',
      `<p>${search('jane quill born', 'Born')}<b>2 March</b><b> · </b><b>Tide</b><b>,</b><b>Sea</b></p>`,
      { Born: '2 March · Tide, Sea' },
    ],
    ['a label that links to a search for another title', `<p>${search('john reed born', 'Born')} 2 March</p>`, {}],
    [
      'a label that links to a search with further words',
      `<p>${search('jane quill born where', 'Born')} 2 March</p>`,
      {},
    ],
    ['a label without a value', `<p>${search('jane quill born', 'Born')}</p>`, {}],
    ['a label that links to another site', `<p>${out('a.example', 'Born')} 2 March</p>`, {}],
    [
      'a label of 41 letters that links to a search',
      `<p>${search(`jane ${'x'.repeat(41)}`, 'x'.repeat(41))} 1</p>`,
      {},
    ],
    [
      'a value that continues after a comma',
      '<div><b>Places:</b> Tide,<p>Sea</p><p>Bay</p></div>',
      { Places: 'Tide, Sea Bay' },
    ],
    ['a value that does not continue', '<div><b>Places:</b> Tide<p>Sea</p></div>', { Places: 'Tide' }],
    [
      'a value that ends at the next text of its element',
      '<div><b>Places:</b> Tide /<p>Sea</p>more</div>',
      { Places: 'Tide/Sea' },
    ],
    ['two labels beside values', spans('Born', '2 March') + spans('Died', '3 May'), { Born: '2 March', Died: '3 May' }],
    ['a single label beside a value', spans('Born', '2 March'), {}],
    [
      'labels with a colon beside values',
      spans('Born:', '2 March') + spans('Died:', '3 May'),
      { Born: '2 March', Died: '3 May' },
    ],
    ['numbers beside values', spans('1.', 'Tide') + spans('2.', 'Sea'), {}],
    [
      'three texts beside each other',
      `<p><span>a</span> <span>b</span> <span>c</span></p>${spans('Died', '3 May')}${spans('Born', '1')}`,
      { Died: '3 May', Born: '1' },
    ],
    ['labels that are links', spans(search('x'), '2') + spans(search('y'), '3'), {}],
    ['values that link to other sites', spans('A', out('a.example', 'x')) + spans('B', out('b.example', 'y')), {}],
    ['values that link to searches', spans('A', search('x')) + spans('B', search('y')), { A: 'x', B: 'y' }],
    ['a value of 300 letters', spans('A', 'x'.repeat(300)) + spans('B', 'y'), { A: 'x'.repeat(300), B: 'y' }],
    ['a value of 301 letters', spans('A', 'x'.repeat(301)) + spans('B', 'y') + spans('C', 'z'), { B: 'y', C: 'z' }],
    ['two labels above values', row('Born', '2 March') + row('Died', '3 May'), { Born: '2 March', Died: '3 May' }],
    ['a single label above a value', row('Born', '2 March'), {}],
    ['labels of 41 letters', row('x'.repeat(41), '1') + row('Born', '2') + row('Died', '3'), { Born: '2', Died: '3' }],
    ['labels that are links, above values', row(search('x'), '1') + row(search('y'), '2'), {}],
    ['headings above values', row('<h2>Born</h2>', '1') + row('<h2>Died</h2>', '2'), {}],
    ['host names above values', row('a.example', '1') + row('b.example', '2'), {}],
    [
      'three lines in a row',
      `<div><div>a</div><div>b</div><div>c</div></div>${row('Born', '1')}${row('Died', '2')}`,
      { Born: '1', Died: '2' },
    ],
    [
      'three nested rows',
      ['Born', 'Died', 'Lived']
        .map((label) => `<div><div><p>${label}</p></div><div><p>in ${label}</p></div></div>`)
        .join(''),
      { Born: 'in Born', Died: 'in Died', Lived: 'in Lived' },
    ],
    [
      'two nested rows',
      ['Born', 'Died'].map((label) => `<div><div><p>${label}</p></div><div><p>in ${label}</p></div></div>`).join(''),
      {},
    ],
    ['names of linked sites', `<p>Sources ${out('tide.example', 'Tide')} and ${out('sea.example', 'Sea')}:</p>`, {}],
  ])('reads %s', (_, html, values) => {
    expect(facts(html)).toEqual(values);
  });
});

describe('linksBelow', () => {
  const below = (html: string) => {
    const page = parseHtmlPage(`<div>${out('www.tide.example/a', 'Title')}${html}</div>`);
    const element = page.elements.find(({ name }) => name === 'div')!;
    const row = { link: 'https://www.tide.example/a', anchor: page.anchors[0]!, element };
    return linksBelow(page, row, classifyLinks(page.anchors, linkInterpreter)).map(
      ({ title, link }) => `${title} ${link.slice(8)}`,
    );
  };
  const b = out('tide.example/b', 'B');

  test.each<[string, string, string[]]>([
    ['alone in a line', `<p>${b}</p>`, ['B tide.example/b']],
    [
      'beside another link in a line',
      `<p>${b} · ${out('shop.tide.example/', 'Shop')}</p>`,
      ['B tide.example/b', 'Shop shop.tide.example/'],
    ],
    ['within a sentence', `<p>See ${b} for more</p>`, []],
    ['before words in an item', `<ul><li>${b} and more</li></ul>`, ['B tide.example/b']],
    ['after words in an item', `<ul><li>See ${b}</li></ul>`, []],
    ['with words and another link in an item', `<ul><li>${b} and ${out('tide.example/c', 'C')}</li></ul>`, []],
    ['in a heading', `<p>See <b><h4>${b}</h4></b></p>`, ['B tide.example/b']],
    ['to another site', `<p>${out('sea.example/', 'Sea')}</p>`, []],
    ['to the target of the row', `<p>${out('tide.example/a/', 'Again')}</p>`, []],
    [
      'to a fragment of the target of the row',
      `<p>${out('www.tide.example/a#b', 'Place')}</p>`,
      ['Place www.tide.example/a#b'],
    ],
    [
      'twice',
      `<p>${b}</p><p>${b}</p><p>${out('tide.example/b', 'Other')}</p>`,
      ['B tide.example/b', 'Other tide.example/b'],
    ],
    ['hidden', `<p style="display:none">${b}</p>`, []],
    ['without text', `<p>${out('tide.example/b', '<img>')}</p>`, []],
    ['in a table with header cells', `<table><tr><th>Name</th></tr><tr><td>${b}</td></tr></table>`, []],
    ['in a table without header cells', `<table><tr><td>${b}</td></tr></table>`, ['B tide.example/b']],
    [
      'with its address',
      `<div>${out('tide.example/b', '<cite>tide.example</cite><div>B</div><div>more</div>')}</div>`,
      ['B tide.example/b'],
    ],
    ['to the engine', '<p><a href="/search?q=x">x</a></p>', []],
    ['of only an address', `<p>${out('tide.example/b', '<cite>tide.example</cite>')}</p>`, []],
    ['in a line with the link to another site', `<p>${b} ${out('sea.example/', 'Sea')}</p>`, ['B tide.example/b']],
    [
      'with the same title as another',
      `<p>${b}</p><p>${out('tide.example/c', 'B')}</p>`,
      ['B tide.example/b', 'B tide.example/c'],
    ],
    [
      'with the same title as two others',
      `<p>${b}</p><p>${out('tide.example/c', 'B')}</p><p>${out('tide.example/d', 'B')}</p>`,
      [],
    ],
    ['in the line of the title', ` ${b}`, []],
  ])('link %s', (_, html, expected) => {
    expect(below(html)).toEqual(expected);
  });
});

describe('readRelatedSearches', () => {
  const read = (html: string) => readRelatedSearches(partsOf(html)).map(({ item }) => item.query);
  const two = search('green tea') + search('black tea');

  test.each<[string, string, string[]]>([
    ['two searches', two, ['green tea', 'black tea']],
    ['a single search', search('green tea'), []],
    ['duplicates that differ in case', two + search('Green Tea'), ['green tea', 'black tea']],
    ['a text that differs from the query', `${two}<a href="/search?q=x">white tea</a>`, ['green tea', 'black tea']],
    [
      'a text that differs from the query in punctuation',
      `<a href="/search?q=green+tea">Green „tea“</a>${search('c++')}`,
      ['Green „tea“', 'c++'],
    ],
    [
      'a text truncated with an ellipsis',
      `${search('green tea in spring', 'green tea in …')}${search('black tea')}`,
      ['green tea in spring', 'black tea'],
    ],
    [
      'a text truncated with three dots',
      `${search('green tea in spring', 'green tea in ...')}${search('black tea')}`,
      ['green tea in spring', 'black tea'],
    ],
    ['a truncated text of another query', `${search('x', 'green …')}${search('black tea')}`, []],
    [
      'texts with arrows that screen readers do not read',
      search('green tea', 'green tea<i aria-hidden="true">›</i>') + search('black tea'),
      ['green tea', 'black tea'],
    ],
    [
      'texts with arrows that screen readers read',
      search('green tea', 'green tea<i>›</i>') + search('black tea'),
      ['green tea›', 'black tea'],
    ],
    [
      'searches with and without an image',
      `${search('green tea', '<img>green tea')}${two}`,
      ['green tea', 'black tea'],
    ],
    [
      'searches with images only',
      `${search('green tea', '<img src="a.jpg">green tea')}${search('black tea', '<img src="b.jpg">black tea')}`,
      [],
    ],
    [
      'searches with the same icon each',
      `${search('green tea', '<img src="a.svg">green tea')}${search('black tea', '<img src="a.svg">black tea')}`,
      ['green tea', 'black tea'],
    ],
    ['buttons', two.replaceAll('<a', '<a role="button"'), []],
    ['links with a parameter of another purpose', two.replaceAll('">', '&spellcheck=0">'), []],
    ['as many links to other sites', two + out('a.example', 'A') + out('b.example', 'B'), ['green tea', 'black tea']],
    ['more links to other sites', two + out('a.example', 'A') + out('b.example', 'B') + out('c.example', 'C'), []],
    [
      'more links to other sites, without text',
      `${two}${out('a.example', '<i></i>').repeat(3)}`,
      ['green tea', 'black tea'],
    ],
  ])('reads %s', (_, html, queries) => {
    expect(read(html)).toEqual(queries);
  });

  const item = (text: string, href = 'http://test.test') => `<li><a href="${href}">${text}</a></li>`;

  test.each<[string, string, string[]]>([
    ['four links to one target', ['a', 'b', 'c', 'd'].map((text) => item(text)).join(''), ['a', 'b', 'c', 'd']],
    ['three links', ['a', 'b', 'c'].map((text) => item(text)).join(''), []],
    ['a second link to another target', item('a') + item('b', 'http://x.test') + item('c') + item('d') + item('e'), []],
    ['four links to two targets', ['a', 'b', 'c'].map((text) => item(text)).join('') + item('d', 'http://x.test'), []],
    [
      'texts of 80 letters',
      ['a', 'b', 'c', 'd'].map((text) => item(text.repeat(80))).join(''),
      ['a', 'b', 'c', 'd'].map((text) => text.repeat(80)),
    ],
    ['texts of 81 letters', ['a', 'b', 'c', 'd'].map((text) => item(text.repeat(81))).join(''), []],
    [
      'items with text beside the link',
      ['a', 'b', 'c', 'd'].map((text) => item(text).replace('</li>', ' more</li>')).join(''),
      [],
    ],
    ['links outside items', ['a', 'b', 'c', 'd'].map((text) => `<p>${out('test.test', text)}</p>`).join(''), []],
  ])('reads a page with replaced targets: %s', (_, items, queries) => {
    expect(read(`<ul>${items}</ul>`)).toEqual(queries);
  });
});
