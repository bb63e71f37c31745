import { expect, test } from 'vitest';
import { findLongestParagraph, readPanelDescription } from '../../src/alpha/knowledge-graph/description.js';
import { panelFactsIn } from '../../src/alpha/knowledge-graph/facts.js';
import { parseHtmlPage } from '../../src/page/page.js';

function facts(html: string): Record<string, string> {
  const page = parseHtmlPage(html);
  return Object.fromEntries(panelFactsIn(page, page.document).map(({ label, value }) => [label, value]));
}

const entity = 'kc:/people/person:born';
const words = (length: number): string => 'pear '.repeat(length / 5 + 1).slice(0, length - 1) + 's';
const nested = (count: number, inner = ''): string => '<i>'.repeat(count) + inner + '</i>'.repeat(count);

test.each<[string, string, Record<string, string>]>([
  ['two lines', `<div data-attrid="${entity}"><div>Born</div><div>1850</div></div>`, { Born: '1850' }],
  ['three lines', `<div data-attrid="${entity}"><div>Born</div><div>1850</div><div>May</div></div>`, {}],
  ['one line', `<div data-attrid="${entity}"><div>Born</div></div>`, {}],
  ['two lines without a property', '<div><div>Born</div><div>1850</div></div>', {}],
  ['two lines of an answer', '<div data-attrid="wa:/born"><div>Born</div><div>1850</div></div>', {}],
  [
    'a link as the second line',
    `<div data-attrid="${entity}"><div>Born</div><div><a href="/x">1850</a></div></div>`,
    {},
  ],
  [
    'a link as the first line',
    `<div data-attrid="${entity}"><div><a href="/x">Born</a></div><div>1850</div></div>`,
    {},
  ],
  ['a number in the first line', `<div data-attrid="${entity}"><div>Born 1</div><div>1850</div></div>`, {}],
  ['a sentence in the first line', `<div data-attrid="${entity}"><div>Born.</div><div>1850</div></div>`, {}],
  [
    'two lines of 20 elements',
    `<div data-attrid="${entity}"><div>Born</div><div>${nested(18, '1850')}</div></div>`,
    { Born: '1850' },
  ],
  [
    'two lines of 21 elements',
    `<div data-attrid="${entity}"><div>Born</div><div>${nested(19, '1850')}</div></div>`,
    {},
  ],
  [
    'a first line of 60 characters',
    `<div data-attrid="${entity}"><div>${words(60)}</div><div>1850</div></div>`,
    { [words(60)]: '1850' },
  ],
  ['a first line of 61 characters', `<div data-attrid="${entity}"><div>${words(61)}</div><div>1850</div></div>`, {}],
  ['a colon', '<div><b>Born:</b><i>1850</i></div>', { Born: '1850' }],
  ['a full-width colon', '<div><b>出生：</b><i>1850</i></div>', { 出生: '1850' }],
  ['a colon with space', '<div><b>Born : </b><i>1850</i></div>', { Born: '1850' }],
  ['a colon in a separate element', '<div><b>Born</b><u>: </u><i>1850</i></div>', { Born: '1850' }],
  ['a colon within the label', '<div><b>Born: in</b><i>1850</i></div>', {}],
  ['a colon in a text node', '<div>Born: <i>1850</i></div>', { Born: '1850' }],
  ['a hidden colon', '<div><b>Born<s style="display:none">:</s></b><i>1850</i></div>', {}],
  ['a colon before hidden text', '<div><b>Born:<s style="display:none">x</s></b><i>1850</i></div>', { Born: '1850' }],
  ['a colon before an empty element', '<div><b>Born:<s></s></b><i>1850</i></div>', { Born: '1850' }],
  ['a colon and no value', '<div><b>Born:</b> </div>', {}],
  ['a colon at the end', '<div><i>1850</i><b>Born:</b></div>', {}],
  ['punctuation as the value', '<div><b>Born:</b><i>—</i></div>', {}],
  ['a label of 60 characters with its colon', `<div><b>${words(59)}:</b><i>1850</i></div>`, { [words(59)]: '1850' }],
  ['a label of 61 characters with its colon', `<div><b>${words(60)}:</b><i>1850</i></div>`, {}],
  ['a label of 8 nested elements', `<div><b>${nested(8, 'Born:')}</b><i>1850</i></div>`, { Born: '1850' }],
  ['a label of 9 nested elements', `<div><b>${nested(9, 'Born:')}</b><i>1850</i></div>`, {}],
  ['a label of one letter', '<div><b>Q:</b><i>Who was she</i></div>', {}],
  ['a label of one letter in another script', '<div><b>Ж:</b><i>1850</i></div>', { Ж: '1850' }],
  ['two facts side by side', '<div><p><b>A1:</b><i>1</i></p><p><b>B1:</b><i>2</i></p></div>', { A1: '1', B1: '2' }],
  ['a fact in a table', '<table><tr><td><b>Born:</b><i>1850</i></td></tr></table>', {}],
  ['a fact in a dialog', '<div role="dialog"><p><b>Born:</b><i>1850</i></p></div>', {}],
  ['a fact in a link', '<a href="/x"><p><b>Born:</b><i>1850</i></p></a>', {}],
  ['a fact in an anchor without href', '<a><p><b>Born:</b><i>1850</i></p></a>', { Born: '1850' }],
  ['a fact in a button', '<div role="button"><p><b>Born:</b><i>1850</i></p></div>', {}],
  [
    'a fact in a button of 60 elements',
    `<div role="button"><p><b>Born:</b><i>1850</i></p>${'<br>'.repeat(57)}</div>`,
    {},
  ],
  [
    'a fact in a button of 61 elements',
    `<div role="button"><p><b>Born:</b><i>1850</i></p>${'<br>'.repeat(58)}</div>`,
    { Born: '1850' },
  ],
  ['a collapsed fact', '<div style="display:none"><p><b>Born:</b><i>1850</i></p></div>', {}],
  [
    'a collapsed fact of the entity',
    `<div style="display:none"><p data-attrid="${entity}"><b>Born:</b><i>1850</i></p></div>`,
    { Born: '1850' },
  ],
  ['a fact of an answer', '<div data-attrid="wa:/x"><p><b>Born:</b><i>1850</i></p></div>', {}],
  [
    'a fact of the entity in an answer',
    `<div data-attrid="wa:/x"><p data-attrid="${entity}"><b>Born:</b><i>1850</i></p></div>`,
    { Born: '1850' },
  ],
  ['busy times of a place', '<div data-attrid="kc:/local:busyness"><p><b>Mon:</b><i>1850</i></p></div>', {}],
  [
    'a toggle that expands the other values',
    '<div><b>Hours:</b><i><u aria-expanded="false">Open</u> and more</i></div>',
    { Hours: 'Open' },
  ],
  [
    'a link to more after the value',
    `<div data-attrid="${entity}"><b>Area:</b> 105 <a href="/search?q=pears">list</a></div>`,
    { Area: '105' },
  ],
  [
    'a link to the rest of a list of links',
    `<div data-attrid="${entity}"><b>Kinds:</b> <a href="/search?q=anjou">Anjou</a>, <a href="/search?q=pear">Pearls</a></div>`,
    { Kinds: 'Anjou' },
  ],
  [
    'an ellipsis that links to the rest of a list',
    `<div data-attrid="${entity}"><b>Kinds:</b> <a href="/search?q=anjou">Anjou</a>, <a href="/search?q=pear">…</a></div>`,
    { Kinds: 'Anjou' },
  ],
  ['a link as the value', '<div><b>Site:</b><a href="https://pear.example/">pear.example</a></div>', {}],
  [
    'a link as the value of a property',
    `<div data-attrid="${entity}"><b>Site:</b><a href="https://pear.example/">pear.example</a></div>`,
    { Site: 'pear.example' },
  ],
])('reads the facts in %s', (_, html, expected) => {
  expect(facts(html)).toEqual(expected);
});

function paragraph(html: string): string | undefined {
  const page = parseHtmlPage(`<main>${html}</main>`);
  const outer = page.elements.find(({ name }) => name === 'main')!;
  const block = findLongestParagraph(page, outer, []);
  return block && `${block.name} ${readPanelDescription(page, block)?.description}`;
}

const long = words(60);

test.each<[string, string, string | undefined]>([
  ['60 characters', `<p>${long}</p>`, `p ${long}`],
  ['59 characters', `<p>${words(59)}</p>`, undefined],
  ['59 characters and white space', `<p>${words(59)}   </p>`, undefined],
  ['the one that is longer by a character', `<p>${long}</p><q>${words(61)}</q>`, `q ${words(61)}`],
  ['the longer of two', `<p>${long}</p><p>${words(70)}</p>`, `p ${words(70)}`],
  ['the first of two with the same length', `<p>${long}</p><q>${long}</q>`, `p ${long}`],
  [
    'a text in several elements',
    `<p><span>${words(30)} </span><span>${words(40)}</span></p>`,
    `p ${words(30)} ${words(40)}`,
  ],
  ['a text in one element', `<p><span>${long}</span></p>`, `p ${long}`],
  ['hidden text', `<p style="display:none">${long}</p>`, undefined],
  ['JSON data', `<p>{"a":"${long}"}</p>`, undefined],
  ...['a', 'table', 'select', 'g-bubble', 'button', 'h3', 'g-dialog'].map((name): [string, string, undefined] => [
    name,
    name === 'table' ? `<table><tr><td>${long}</table>` : `<${name}>${long}</${name}>`,
    undefined,
  ]),
  ['a note of 40 characters', `<div><p>${long}</p><b>${words(39)}</b></div>`, `div ${long} ${words(39)}`],
  ['a note of 41 characters', `<div><p>${long}</p><b>${words(40)}</b></div>`, `p ${long}`],
  ['a text before', `<div><b>Pears</b><p>${long}</p></div>`, `p ${long}`],
  ['a toggle', `<div><p>${long}</p><b>…<u role="button">More</u></b></div>`, `div ${long}`],
])('finds the paragraph of a panel: %s', (_, html, expected) => {
  expect(paragraph(html)).toBe(expected);
});

function description(html: string) {
  const page = parseHtmlPage(`<main>${html}</main>`);
  return readPanelDescription(page, page.elements.find(({ name }) => name === 'main')!);
}

const link = '<a href="https://pear.example/">Pear book</a>';
const sourced = { description: long, description_link: 'https://pear.example/', description_source: 'Pear book' };

test.each<[string, string, object | undefined]>([
  ['nothing', '', undefined],
  ['only text', long, { description: long }],
  ['text and source', `<p>${long}</p>${link}`, sourced],
  ['a source with 20 characters before it', `<p>${long}</p><b>${words(19)} ${link}</b>`, sourced],
  [
    'a source with 21 characters before it',
    `<p>${long}</p><b>${words(20)} ${link}</b>`,
    { ...sourced, description: `${long} ${words(20)}` },
  ],
  ['a text of seven letters', `<p>A pear.</p>${link}`, { ...sourced, description: 'A pear.' }],
  ['a search at the end', `<p>${long} <a href="/search?q=pears">pears</a></p>`, { description: `${long} pears` }],
  ['a link without text', `<a href="https://plum.example/"></a><p>${long}</p>${link}`, sourced],
  ['a source before a button', `<p>${long}</p>${link}<button>More</button>`, sourced],
  ['a link within the text', `<p>${link} ${long}</p>`, { description: `Pear book ${long}` }],
  ['a link to the source within the text', `<p>${link} ${long}</p>${link}`, sourced],
  [
    'a hidden source',
    `<p>${long}</p><span style="display:none">${link}</span> end`,
    { ...sourced, description: `${long} end` },
  ],
  ['a source after a horizontal bar', `${long} ― Pear book`, { description: long, description_source: 'Pear book' }],
  [
    '40 characters after a horizontal bar',
    `${long} ― ${words(40)}`,
    { description: long, description_source: words(40) },
  ],
  ['41 characters after a horizontal bar', `${long} ― ${words(41)}`, { description: `${long} ― ${words(41)}` }],
  ['a name of 30 characters', `<b style="display:block">${words(30)}</b><p>${long}</p>`, { description: long }],
  [
    'a name of 31 characters',
    `<b style="display:block">${words(31)}</b><p>${long}</p>`,
    { description: `${words(31)} ${long}` },
  ],
  [
    'a name above 59 characters',
    `<b style="display:block">Pears</b><p>${words(59)}</p>`,
    { description: `Pears ${words(59)}` },
  ],
  ['a name directly in the block', `Pears<p>${long}</p>`, { description: `Pears ${long}` }],
  ['a name in the block of the text', `<p>Pears<br>${long}</p>`, { description: `Pears ${long}` }],
])('reads a description with %s', (_, html, expected) => {
  expect(description(html)).toEqual(expected);
});

test('reads facts in a table that lays out the page', () => {
  const row = '<div><b>Born:</b> <i>1850</i></div>';
  const table = (elements: number): string => `<table><tr><td>${row}${'<p></p>'.repeat(elements)}</td></tr></table>`;
  expect(facts(table(190))).toEqual({});
  expect(facts(table(200))).toEqual({ Born: '1850' });
});

test('reads facts in rows of a table, but not in its other elements', () => {
  const row = '<tr><th>Born:</th><td>1850</td></tr>';
  expect(facts(`<table>${row}</table>`)).toEqual({ Born: '1850' });
  expect(facts('<table><tr><td><p><b>Born:</b> 1850</p></td></tr></table>')).toEqual({});
});
