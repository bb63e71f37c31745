import { expect, test } from 'vitest';
import { findParagraph, readDescription } from '../../src/alpha/knowledge-graph/description.js';
import { factsIn } from '../../src/alpha/knowledge-graph/facts.js';
import { readPage } from '../../src/page/page.js';

function facts(html: string): Record<string, string> {
  const page = readPage(html);
  return Object.fromEntries(factsIn(page, page.document).map(({ label, value }) => [label, value]));
}

const entity = 'kc:/people/person:born';
const words = (length: number): string => 'pear '.repeat(length / 5 + 1).slice(0, length - 1) + 's';
const nested = (count: number, inner = ''): string => '<i>'.repeat(count) + inner + '</i>'.repeat(count);

test.each<[string, string, Record<string, string>]>([
  ['two lines', `<div data-attrid="${entity}"><div>Born</div><div>1850</div></div>`, { Born: '1850' }],
  ['three lines', `<div data-attrid="${entity}"><div>Born</div><div>1850</div><div>May</div></div>`, {}],
  ['one line', `<div data-attrid="${entity}"><div>Born</div></div>`, {}],
  ['two lines that no property marks', '<div><div>Born</div><div>1850</div></div>', {}],
  ['two lines of an answer', '<div data-attrid="wa:/born"><div>Born</div><div>1850</div></div>', {}],
  [
    'a link for the second line',
    `<div data-attrid="${entity}"><div>Born</div><div><a href="/x">1850</a></div></div>`,
    {},
  ],
  [
    'a link for the first line',
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
  ['a wide colon', '<div><b>出生：</b><i>1850</i></div>', { 出生: '1850' }],
  ['a colon with space', '<div><b>Born : </b><i>1850</i></div>', { Born: '1850' }],
  ['a colon of its own', '<div><b>Born</b><u>: </u><i>1850</i></div>', { Born: '1850' }],
  ['a colon within', '<div><b>Born: in</b><i>1850</i></div>', {}],
  ['a colon in the text itself', '<div>Born: <i>1850</i></div>', { Born: '1850' }],
  ['a colon that is hidden', '<div><b>Born<s style="display:none">:</s></b><i>1850</i></div>', {}],
  [
    'a colon before what is hidden',
    '<div><b>Born:<s style="display:none">x</s></b><i>1850</i></div>',
    { Born: '1850' },
  ],
  ['a colon and no value', '<div><b>Born:</b> </div>', {}],
  ['a colon at the end', '<div><i>1850</i><b>Born:</b></div>', {}],
  ['signs for a value', '<div><b>Born:</b><i>—</i></div>', {}],
  ['a label of 60 characters with its colon', `<div><b>${words(59)}:</b><i>1850</i></div>`, { [words(59)]: '1850' }],
  ['a label of 61 characters with its colon', `<div><b>${words(60)}:</b><i>1850</i></div>`, {}],
  ['a label of 8 elements', `<div><b>${nested(8, 'Born:')}</b><i>1850</i></div>`, { Born: '1850' }],
  ['a label of 9 elements', `<div><b>${nested(9, 'Born:')}</b><i>1850</i></div>`, {}],
  ['one letter', '<div><b>Q:</b><i>Who was she</i></div>', {}],
  ['one letter of another script', '<div><b>Ж:</b><i>1850</i></div>', { Ж: '1850' }],
  ['two facts side by side', '<div><p><b>A1:</b><i>1</i></p><p><b>B1:</b><i>2</i></p></div>', { A1: '1', B1: '2' }],
  ['a fact in a table', '<table><tr><td><b>Born:</b><i>1850</i></td></tr></table>', {}],
  ['a fact in a dialog', '<div role="dialog"><p><b>Born:</b><i>1850</i></p></div>', {}],
  ['a fact in a link', '<a href="/x"><p><b>Born:</b><i>1850</i></p></a>', {}],
  ['a fact in an anchor that leads nowhere', '<a><p><b>Born:</b><i>1850</i></p></a>', { Born: '1850' }],
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
  ['a fact that is folded away', '<div style="display:none"><p><b>Born:</b><i>1850</i></p></div>', {}],
  [
    'a fact of the entity that is folded away',
    `<div style="display:none"><p data-attrid="${entity}"><b>Born:</b><i>1850</i></p></div>`,
    { Born: '1850' },
  ],
  ['a fact of an answer', '<div data-attrid="wa:/x"><p><b>Born:</b><i>1850</i></p></div>', {}],
  [
    'a fact of the entity in an answer',
    `<div data-attrid="wa:/x"><p data-attrid="${entity}"><b>Born:</b><i>1850</i></p></div>`,
    { Born: '1850' },
  ],
  ['how busy a place is', '<div data-attrid="kc:/local:busyness"><p><b>Mon:</b><i>1850</i></p></div>', {}],
  [
    'what unfolds the others',
    '<div><b>Hours:</b><i><u aria-expanded="false">Open</u> and more</i></div>',
    { Hours: 'Open' },
  ],
  ['a link for a value', '<div><b>Site:</b><a href="https://pear.example/">pear.example</a></div>', {}],
  [
    'a link for the value of a property',
    `<div data-attrid="${entity}"><b>Site:</b><a href="https://pear.example/">pear.example</a></div>`,
    { Site: 'pear.example' },
  ],
])('%s', (_, html, expected) => {
  expect(facts(html)).toEqual(expected);
});

function paragraph(html: string): string | undefined {
  const page = readPage(`<main>${html}</main>`);
  const outer = page.elements.find(({ name }) => name === 'main')!;
  const block = findParagraph(page, outer, []);
  return block && `${block.name} ${readDescription(page, block)?.description}`;
}

const long = words(60);

test.each<[string, string, string | undefined]>([
  ['60 characters', `<p>${long}</p>`, `p ${long}`],
  ['59 characters', `<p>${words(59)}</p>`, undefined],
  ['white space', `<p>${words(59)}   </p>`, undefined],
  ['the longer of two', `<p>${long}</p><p>${words(70)}</p>`, `p ${words(70)}`],
  ['the first of two', `<p>${long}</p><q>${long}</q>`, `p ${long}`],
  ['a text in pieces', `<p><span>${words(30)} </span><span>${words(40)}</span></p>`, `p ${words(30)} ${words(40)}`],
  ['a text in one piece', `<p><span>${long}</span></p>`, `p ${long}`],
  ['what styles hide', `<p style="display:none">${long}</p>`, undefined],
  ['data', `<p>{"a":"${long}"}</p>`, undefined],
  ...['a', 'table', 'select', 'g-bubble', 'button', 'h3', 'g-dialog'].map((name): [string, string, undefined] => [
    name,
    name === 'table' ? `<table><tr><td>${long}</table>` : `<${name}>${long}</${name}>`,
    undefined,
  ]),
  ['a note of 40 characters', `<div><p>${long}</p><b>${words(39)}</b></div>`, `div ${long} ${words(39)}`],
  ['a note of 41 characters', `<div><p>${long}</p><b>${words(40)}</b></div>`, `p ${long}`],
  ['a text before', `<div><b>Pears</b><p>${long}</p></div>`, `p ${long}`],
  ['a toggle', `<div><p>${long}</p><b>…<u role="button">More</u></b></div>`, `div ${long}`],
])('a paragraph of %s', (_, html, expected) => {
  expect(paragraph(html)).toBe(expected);
});

function description(html: string) {
  const page = readPage(`<main>${html}</main>`);
  return readDescription(page, page.elements.find(({ name }) => name === 'main')!);
}

const link = '<a href="https://pear.example/">Pear book</a>';
const sourced = { description: long, description_link: 'https://pear.example/', description_source: 'Pear book' };

test.each<[string, string, object | undefined]>([
  ['nothing', '', undefined],
  ['text alone', long, { description: long }],
  ['text and source', `<p>${long}</p>${link}`, sourced],
  ['a source with 20 characters before it', `<p>${long}</p><b>${words(19)} ${link}</b>`, sourced],
  [
    'a source with 21 characters before it',
    `<p>${long}</p><b>${words(20)} ${link}</b>`,
    { ...sourced, description: `${long} ${words(20)}` },
  ],
  ['a source before a button', `<p>${long}</p>${link}<button>More</button>`, sourced],
  ['a link within', `<p>${link} ${long}</p>`, { description: `Pear book ${long}` }],
  ['a link to the source within', `<p>${link} ${long}</p>${link}`, sourced],
  [
    'a source that is hidden',
    `<p>${long}</p><span style="display:none">${link}</span> end`,
    { ...sourced, description: `${long} end` },
  ],
  ['a source behind a bar', `${long} ― Pear book`, { description: long, description_source: 'Pear book' }],
  ['40 characters behind a bar', `${long} ― ${words(40)}`, { description: long, description_source: words(40) }],
  ['41 characters behind a bar', `${long} ― ${words(41)}`, { description: `${long} ― ${words(41)}` }],
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
  ['a name in the block itself', `Pears<p>${long}</p>`, { description: `Pears ${long}` }],
  ['a name in the block of the text', `<p>Pears<br>${long}</p>`, { description: `Pears ${long}` }],
])('a description of %s', (_, html, expected) => {
  expect(description(html)).toEqual(expected);
});
