import { describe, expect, test } from 'vitest';
import { linkInterpreter } from '../../src/gamma/blocks/blocks.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { panelFactsOf } from '../../src/reading/blocks/panel-facts.js';
import { search } from '../support/block-parts.js';

const facts = (html: string): Record<string, string> => {
  const { document } = parseHtmlPage(`<div>${html}</div>`);
  return Object.fromEntries(panelFactsOf(linesOf(document), 'Jane Quill', linkInterpreter).values);
};
const letters = (length: number): string => 'x'.repeat(length);
/** A label and its value side by side, each in an element. */
const beside = (label: string, value = 'Tide') => `<p><span>${label}</span> <span>${value}</span></p>`;
/** A label above its value. */
const above = (label: string, value = 'Tide') => `<div><div>${label}</div><div>${value}</div></div>`;
/** The same, each in an element of its own. */
const nested = (label: string, value = 'Tide') => `<div><div><p>${label}</p></div><div><p>${value}</p></div></div>`;

describe('a label that ends with a colon', () => {
  test.each<[string, string, object]>([
    ['has no value in empty elements', '<p><b>Founded:</b> <i> </i></p>', {}],
    ['is in another element than its value', '<p>Founded: <i> </i>1988</p>', {}],
    [
      'may have searches as its values, which are not sources',
      `<p><b>Mentors:</b> ${search('Ann')} and ${search('Bob')}</p>`,
      { Mentors: 'Ann and Bob' },
    ],
    [
      'is part of the value above if that continues',
      '<div><b>Places:</b> Tide,<p><b>Sea:</b> a bay</p></div>',
      { Places: 'Tide, Sea: a bay' },
    ],
  ])('%s', (_, html, expected) => {
    expect(facts(html)).toEqual(expected);
  });
});

describe('a label that links to a search', () => {
  test.each<[string, string, object]>([
    ['may have 40 letters', `<p>${search(`jane ${letters(40)}`, letters(40))} 1</p>`, { [letters(40)]: '1' }],
    [
      'has a value with brackets in elements of their own',
      `<p>${search('jane quill born', 'Born')}<b>1850</b><b>(</b><b>Kent</b><b>)</b></p>`,
      { Born: '1850 (Kent)' },
    ],
    [
      'may name the title after the label',
      `<p>${search('mother of jane quill born', 'Born')} 1850</p>`,
      { Born: '1850' },
    ],
  ])('%s', (_, html, expected) => {
    expect(facts(html)).toEqual(expected);
  });
});

describe('labels beside their values', () => {
  test.each<[string, string, object]>([
    ['may have 40 letters', beside(letters(40)) + beside('Died'), { [letters(40)]: 'Tide', Died: 'Tide' }],
    ['do not have 41 letters', beside(letters(41)) + beside('Died') + beside('Born'), { Died: 'Tide', Born: 'Tide' }],
    [
      'are kept without a colon in a text of its own',
      beside('<b>Born</b>:') + beside('<b>Died</b>：'),
      { Born: 'Tide', Died: 'Tide' },
    ],
  ])('%s', (_, html, expected) => {
    expect(facts(html)).toEqual(expected);
  });
});

describe('labels above their values', () => {
  test.each<[string, string, object]>([
    ['may have 40 letters', above(letters(40)) + above('Died'), { [letters(40)]: 'Tide', Died: 'Tide' }],
    ['may be above 300 letters', above('Born', letters(300)) + above('Died'), { Born: letters(300), Died: 'Tide' }],
    ['are not above 301 letters', above('Born', letters(301)) + above('Died'), {}],
    ['are kept without their colon', above('Born:') + above('Died：'), { Born: 'Tide', Died: 'Tide' }],
    ['may be small headings', above('<h4>Born</h4>') + above('<h4>Died</h4>'), { Born: 'Tide', Died: 'Tide' }],
    [
      'may be text beside an element',
      '<div>Born<div>1850</div></div><div>Died<div>1911</div></div>',
      { Born: '1850', Died: '1911' },
    ],
    [
      'are not the last of several lines',
      above('Born<p>and raised</p><p>in</p>') + above('Died<p>and buried</p><p>in</p>'),
      {},
    ],
    [
      'are not above the first of several lines',
      above('Born', 'Tide<p>by the sea</p><p>in May</p>') + above('Died', 'Tide<p>by the sea</p><p>in June</p>'),
      {},
    ],
  ])('%s', (_, html, expected) => {
    expect(facts(html)).toEqual(expected);
  });
});

describe('rows of a label and a value, nested deeper', () => {
  test.each<[string, string, object]>([
    ['are at least three', nested('Born') + nested('Died'), {}],
    ['are not completed by a paragraph', `${nested('Born')}${nested('Died')}<p>Jane</p>`, {}],
    ['are not completed by a text', `${nested('Born')}${nested('Died')}Jane`, {}],
    [
      'may have 300 letters with the space between label and value',
      nested('Born') + nested('Died') + nested('Home', letters(295)),
      { Born: 'Tide', Died: 'Tide', Home: letters(295) },
    ],
    ['do not have 301 letters', nested('Born') + nested('Died') + nested('Home', letters(296)), {}],
  ])('%s', (_, html, expected) => {
    expect(facts(html)).toEqual(expected);
  });
});
