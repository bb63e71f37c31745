import { expect, test } from 'vitest';
import { readPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const clip = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)';
/** The visible text of a page with a style sheet. */
const shown = (css: string, html: string): string => textOf(readPage(`<style>${css}</style><p>${html}</p>`).document);
const note = (names = 'note', inside = 'Hidden', tag = 'b'): string =>
  `<${tag} class="${names}">${inside}</${tag}> Shown`;

test.each<[string, string, string]>([
  ['clips its text', `.note{${clip}}`, note()],
  ['clips it by a path', '.note{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}', note()],
  ['clips it in a fixed place', `.note{${clip.replace('absolute', 'fixed')}}`, note()],
  ['is one of several', `p{color:red}.x{a:b}.note{${clip}}.y{a:b}`, note()],
  ['is for several classes', `.x,.note,.y{${clip}}`, note()],
  ['is for elements of one name', `b.note{${clip}}`, note()],
  ['holds while the element is not in use', `.note:not(:focus):not(:active){${clip}}`, note()],
  ['is behind a comment', `/* x */.note{${clip}}`, note()],
  ['is behind an import', `@import "a";.note{${clip}}`, note()],
  ['is in a group of rules', `@media screen{.note{${clip}}}`, note()],
  ['is for one of its classes', `.note{${clip}}`, note('a note b')],
  [
    'is for one of its classes, of many',
    `${Array.from({ length: 20 }, (_, n) => `.n${n}`).join()},.note{${clip}}`,
    note('a note b'),
  ],
  ['has two elements in it', `.note{${clip}}`, note('note', '<i>Hid<u>den</u></i>')],
])('a rule for a class puts a text out of sight that %s', (_, css, html) => {
  expect(shown(css, html)).toBe('Shown');
});

test.each<[string, string, string]>([
  ['is not clipped', '.note{position:absolute;width:90px}', note()],
  ['is not taken out of the flow', `.note{${clip.replace('absolute', 'relative')}}`, note()],
  ['is of another class', `.notes{${clip}}`, note()],
  ['is of a class with a longer name', `.note{${clip}}`, note('notes anote')],
  ['is in another element', `.x .note{${clip}}`, note()],
  ['has another class too', `.x.note{${clip}}`, note()],
  ['is pointed at', `.note:hover{${clip}}`, note()],
  ['has an id', `#note{${clip}}`, note()],
  [
    'is in a large style sheet, of an element with three others in it',
    `${'.x{a:b}'.repeat(3_000)}.note{${clip}}`,
    note('note', '<i>Hid<u>d<s>e</s>n</u></i>'),
  ],
  ['has a rule of 1,000 letters', `.note{${clip};${'x'.repeat(1000)}}`, note()],
  ['has a rule without an end', `.note{${clip}`, note()],
])('a rule puts no text out of sight that %s', (_, css, html) => {
  expect(shown(css, html)).toBe('Hidden Shown');
});

test.each<[string, string, string]>([
  ['column-reverse', 'display:flex;flex-direction:column-reverse', '2 1'],
  ['column-reverse in short', 'flex-flow: wrap column-reverse', '2 1'],
  ['row-reverse', 'flex-direction:row-reverse', '1 2'],
  ['another property', 'x-flex-direction:column-reverse', '1 2'],
])('boxes are read in the order in which they are displayed: %s', (_, style, text) => {
  expect(textOf(readPage(`<div style="${style}"><p>1</p><p>2</p></div>`).document)).toBe(text);
});
