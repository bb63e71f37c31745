import { expect, test } from 'vitest';
import { textOf } from '../../../src/page/text.js';
import { layoutOf, row } from '../../support/alpha-blocks.js';

/** The names of the sections between two rows, with the text of each. */
const sections = (html: string): [string, string][] =>
  layoutOf(row('first') + html + row('last')).allSections.map(({ heading, block }) => [
    textOf(heading),
    textOf(block).slice(textOf(heading).length).trim(),
  ]);
const names = (html: string): string[] => sections(html).map(([name]) => name);

const link = (name: string): string => `<div><a href="https://${name}.example/">${name}</a></div>`;
const folded = (isOpen = false): string => `<div role="button" aria-expanded="${isOpen}">Ripe</div>`;
const part = (inside: string): string => `<div><div>Of pears</div>${inside}</div>`;

test.each<[string, string, boolean]>([
  ['two links', link('a') + link('b'), true],
  ['two links around images', ['a', 'b'].map((site) => `<a href="https://${site}.example/"><img></a>`).join(''), false],
  ['one link', link('a'), false],
  ['one target twice', link('a') + link('a'), false],
  ['a link and a search', `${link('a')}<div><a href="/search?q=x">b</a></div>`, false],
  ['two collapsed texts', folded() + folded(), true],
  ['one collapsed text', folded(), false],
  ['one collapsed and one expanded text', folded() + folded(true), false],
  ['two expanded texts', folded(true) + folded(true), false],
])('an element with a short first line and %s is a section: %j', (_, inside, isSection) => {
  expect(names(part(inside))).toEqual(isSection ? ['Of pears'] : []);
});

test('an element that contains or is in a section with a heading is no section', () => {
  const heading = '<div role="heading" aria-level="2">All of it</div>';
  const items = link('a') + link('b');
  expect(names(`<div><p>Of pears</p><div>${heading}${items}</div></div>`)).toEqual(['All of it']);
  expect(names(part(items) + part(items).replace('Of pears', 'Of figs'))).toEqual(['Of pears', 'Of figs']);
});

test('sections are in page order, at any depth and beside a single row', () => {
  const [pears, figs] = ['Of pears', 'Of figs'].map((name) => part(link('a') + link('b')).replace('Of pears', name));
  const nameOfAll = (html: string) => layoutOf(html).allSections.map(({ heading }) => textOf(heading));
  expect(nameOfAll(`<div>${row('first')}${row('second')}${pears}</div>${figs}`)).toEqual(['Of pears', 'Of figs']);
  expect(nameOfAll(row('only') + pears)).toEqual(['Of pears']);
});

const alone = '<div><h2>Of pears</h2></div>';

test.each<[string, string, string]>([
  ['with two links', `<div>${link('a')}${link('b')}</div>`, 'a b'],
  ['with one link', `<div>${link('a')}</div>`, ''],
  ['with a link and one to the help', `<div>${link('a')}<a href="https://support.google.com/x">Help</a></div>`, ''],
  ['with a link and a search', `<div>${link('a')}<a href="/search?q=x">More</a></div>`, ''],
  ['that is hidden', `<div style="display:none">${link('a')}${link('b')}</div>`, ''],
])('a heading that is alone in its element belongs to the next element %s', (_, next, text) => {
  const [found] = layoutOf(`${row('first')}${alone}${next}${row('last')}`).sections;
  expect(textOf(found!.block).replace('Of pears', '').trim()).toBe(text);
});

test.each<[string, string]>([
  ['text', '<div><h2>Of pears</h2><p>Words about them</p></div>'],
  ['a link', '<div><h2>Of pears</h2><a href="/x"><img src="/a.png"></a></div>'],
  ['other text after its repetition', '<div><h2>Of pears</h2><p>Of pears</p><p>Words</p></div>'],
])('a heading with %s beside it does not belong to the next element', (_, html) => {
  const [found] = layoutOf(`${row('first')}${html}<div>${link('a')}${link('b')}</div>${row('last')}`).sections;
  expect(textOf(found!.block)).not.toMatch(/a b/);
});
