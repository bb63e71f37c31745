import { expect, test } from 'vitest';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const clip = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)';
/** The visible text of a page with a style sheet. */
const shown = (css: string, html: string): string =>
  textOf(parseHtmlPage(`<style>${css}</style><p>${html}</p>`).document);
const note = (names = 'note', inside = 'Hidden', tag = 'b'): string =>
  `<${tag} class="${names}">${inside}</${tag}> Shown`;

test.each<[string, string, string]>([
  ['clips its text', `.note{${clip}}`, note()],
  [
    'clips it with clip-path',
    '.note{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}',
    note(),
  ],
  ['clips it with position: fixed', `.note{${clip.replace('absolute', 'fixed')}}`, note()],
  ['is one of several', `p{color:red}.x{a:b}.note{${clip}}.y{a:b}`, note()],
  ['has several selectors', `.x,.note,.y{${clip}}`, note()],
  ['has an element name', `b.note{${clip}}`, note()],
  ['excludes focused and active elements', `.note:not(:focus):not(:active){${clip}}`, note()],
  ['follows a comment', `/* x */.note{${clip}}`, note()],
  ['follows an import', `@import "a";.note{${clip}}`, note()],
  ['is in a media query', `@media screen{.note{${clip}}}`, note()],
  ['matches one of several classes', `.note{${clip}}`, note('a note b')],
  [
    'is the last of 21 selectors and matches one of several classes',
    `${Array.from({ length: 20 }, (_, n) => `.n${n}`).join()},.note{${clip}}`,
    note('a note b'),
  ],
  ['matches an element with two descendants', `.note{${clip}}`, note('note', '<i>Hid<u>den</u></i>')],
])('hides text with a class rule that %s', (_, css, html) => {
  expect(shown(css, html)).toBe('Shown');
});

test.each<[string, string, string]>([
  ['does not clip', '.note{position:absolute;width:90px}', note()],
  ['does not take the element out of the flow', `.note{${clip.replace('absolute', 'relative')}}`, note()],
  ['is for another class', `.notes{${clip}}`, note()],
  ['is for a part of a class name', `.note{${clip}}`, note('notes anote')],
  ['requires an ancestor', `.x .note{${clip}}`, note()],
  ['requires another class too', `.x.note{${clip}}`, note()],
  ['requires hovering', `.note:hover{${clip}}`, note()],
  ['is for an id', `#note{${clip}}`, note()],
  [
    'is in a large style sheet and matches an element with three descendants',
    `${'.x{a:b}'.repeat(3_000)}.note{${clip}}`,
    note('note', '<i>Hid<u>d<s>e</s>n</u></i>'),
  ],
  ['is longer than 1,000 characters', `.note{${clip};${'x'.repeat(1000)}}`, note()],
  ['is not closed', `.note{${clip}`, note()],
])('does not hide text with a rule that %s', (_, css, html) => {
  expect(shown(css, html)).toBe('Hidden Shown');
});

test.each<[string, string, string]>([
  ['column-reverse', 'display:flex;flex-direction:column-reverse', '2 1'],
  ['column-reverse in flex-flow', 'flex-flow: wrap column-reverse', '2 1'],
  ['row-reverse', 'flex-direction:row-reverse', '1 2'],
  ['another property', 'x-flex-direction:column-reverse', '1 2'],
  ['one direction, with another value of the other property', 'flex-flow:row-reverse', '1 2'],
])('reads boxes in display order: %s', (_, style, text) => {
  expect(textOf(parseHtmlPage(`<div style="${style}"><p>1</p><p>2</p></div>`).document)).toBe(text);
});

test.each<[string, string, string]>([
  ['a later one', 'order:1', '1 3 2'],
  ['an earlier one', 'color:red; order: -1', '2 1 3'],
  ['none', 'order:0', '1 2 3'],
  ['another property', 'border:1px', '1 2 3'],
])('reads a box in the place that its order gives it: %s', (_, style, text) => {
  const html = `<div style="display:grid"><p>1</p><p style="${style}">2</p><p>3</p></div>`;
  expect(textOf(parseHtmlPage(html).document)).toBe(text);
});

test('tells elements of one class apart by an attribute that a rule names', () => {
  const css = '.note{display:none}.note[data-level="1"]{display:inline}';
  const notes = [1, 2].map((level) => `<b class="note" data-level="${level}">Level ${level}</b>`);
  expect(shown(css, notes.join(' '))).toBe('Level 1');
});
