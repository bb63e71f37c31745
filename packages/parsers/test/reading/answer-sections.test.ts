import { expect, test } from 'vitest';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { answerSectionsOf, joinPunctuated } from '../../src/reading/blocks/answer-sections.js';
import type { AnswerSection } from '../../src/results/block-items.js';

/** The sections of an answer. Each digit in a line is a citation of the source with that number. */
function sections(html: string): AnswerSection[] {
  const page = parseHtmlPage(`<main>${html}</main>`);
  const body = page.elements.find(({ name }) => name === 'main')!;
  return answerSectionsOf(body, linesOf(body), ({ text }) => {
    const digits = text.match(/\d/g);
    return digits === null ? undefined : digits.map(Number);
  });
}

const letters = (length: number): string => 'x'.repeat(length);
const paragraph = (text: string) => ({ kind: 'paragraph', text });
const list = (...items: object[]) => ({ kind: 'list', items });

test.each<[string, string, object[]]>([
  ['paragraphs', '<p>Tea is a drink.</p><p>So is mate.</p>', [paragraph('Tea is a drink.'), paragraph('So is mate.')]],
  ['a paragraph with a line break', '<p>Tea is<br>a drink.</p>', [paragraph('Tea is a drink.')]],
  ['a heading', '<h3>Tea</h3><p>A drink.</p>', [{ kind: 'heading', text: 'Tea' }, paragraph('A drink.')]],
  [
    'a heading within a line',
    '<div><span><span role="heading" aria-level="2">Tea</span></span></div><p>A drink.</p>',
    [{ kind: 'heading', text: 'Tea' }, paragraph('A drink.')],
  ],
  [
    'a text beside a heading',
    '<div><span role="heading" aria-level="3">Tea</span> is a drink.</div>',
    [paragraph('Tea is a drink.')],
  ],
  ['a bold line', '<p><b>Tea</b></p><p>A drink.</p>', [{ kind: 'heading', text: 'Tea' }, paragraph('A drink.')]],
  ['a bold line of 200 letters', `<p><b>${letters(200)}</b></p>`, [{ kind: 'heading', text: letters(200) }]],
  ['a bold line of 201 letters', `<p><b>${letters(201)}</b></p>`, [paragraph(letters(201))]],
  ['a line with a bold word', '<p><b>Tea</b> is it.</p>', [paragraph('Tea is it.')]],
  ['a highlighted line', '<p><mark>Tea</mark></p>', [paragraph('Tea')]],
  ['a line in italics', '<p><em>Tea</em></p><p><i>Mate</i></p>', [paragraph('Tea'), paragraph('Mate')]],
  ['a list', '<ul><li>Tea</li><li>Mate</li></ul>', [list({ text: 'Tea' }, { text: 'Mate' })]],
  [
    'lists by role',
    '<div role="list"><div role="listitem">Tea</div></div><div role="list"><div role="listitem">Mate</div></div>',
    [list({ text: 'Tea' }), list({ text: 'Mate' })],
  ],
  ['two lists', '<ul><li>Tea</li></ul><ol><li>Mate</li></ol>', [list({ text: 'Tea' }), list({ text: 'Mate' })]],
  [
    'two lists with text between them',
    '<ul><li>Tea</li></ul><p>and</p><ul><li>Mate</li></ul>',
    [list({ text: 'Tea' }), paragraph('and'), list({ text: 'Mate' })],
  ],
  ['a nested list', '<ul><li>Tea<ul><li>Green</li></ul></li></ul>', [list({ text: 'Tea' }, { text: 'Green' })]],
  ['items without a list', '<li>Tea</li><li>Mate</li>', [list({ text: 'Tea' }, { text: 'Mate' })]],
  ['an item of several lines', '<ul><li><p>Tea</p><p>is it</p></li></ul>', [list({ text: 'Tea is it' })]],
  ['an item with a label', '<ul><li><b>Tea:</b> a drink</li></ul>', [list({ title: 'Tea', text: 'a drink' })]],
  [
    'an item with a colon after its label',
    '<ul><li><b>Tea</b>: a drink</li></ul>',
    [list({ title: 'Tea', text: 'a drink' })],
  ],
  ['an item with a full-width colon', '<ul><li><b>茶：</b>飲み物</li></ul>', [list({ title: '茶', text: '飲み物' })]],
  [
    'an item with a label above the text',
    '<ul><li><b>Tea</b><p>a drink</p></li></ul>',
    [list({ title: 'Tea', text: 'a drink' })],
  ],
  ['an item with a bold word', '<ul><li><b>Tea</b> is a drink</li></ul>', [list({ text: 'Tea is a drink' })]],
  [
    'an item with a question as its label',
    '<ul><li><b>Why tea?</b> It is a drink.</li></ul>',
    [list({ title: 'Why tea?', text: 'It is a drink.' })],
  ],
  ['an item with a label only', '<ul><li><b>Tea:</b></li></ul>', [list({ text: 'Tea:' })]],
  [
    'a table',
    '<table><tr><th>Kind</th><th>Time</th></tr><tr><td>Green</td><td>two<br>to three</td></tr></table>',
    [
      {
        kind: 'table',
        rows: [
          ['Kind', 'Time'],
          ['Green', 'two to three'],
        ],
      },
    ],
  ],
  [
    'a table with cells of several blocks',
    '<table><tr><th><p>Kind</p><p>of tea</p></th><td><p>two</p><p>to three</p></td></tr></table>',
    [{ kind: 'table', rows: [['Kind of tea', 'two to three']] }],
  ],
  [
    'a table with white space between its rows',
    '<table> <tbody> <tr><td>a</td></tr> <tr><td>b</td></tr></tbody></table>',
    [{ kind: 'table', rows: [['a'], ['b']] }],
  ],
  ['an item with a bold line only', '<ul><li><b>Tea</b></li></ul>', [list({ text: 'Tea' })]],
  [
    'an item whose text begins below a bold word',
    '<ul><li><b>Tea</b> is<p>a drink</p></li></ul>',
    [list({ text: 'Tea is a drink' })],
  ],
  [
    'two tables',
    '<table><tr><td>a</td></tr></table><table><tbody><tr><td>b</td></tr></tbody></table>',
    [
      { kind: 'table', rows: [['a']] },
      { kind: 'table', rows: [['b']] },
    ],
  ],
  ['code', '<pre>a\nb</pre><p>c</p>', [paragraph('a b'), paragraph('c')]],
  ['code in blocks', '<pre><div>a</div><div>b</div></pre>', [paragraph('a b')]],
  [
    'lines with citations',
    '<p>Tea 1 2<br>and 2</p><ul><li>Mate 3</li></ul><table><tr><td>4</td></tr></table>',
    [
      { ...paragraph('Tea 1 2 and 2'), references: [1, 2] },
      list({ text: 'Mate 3', references: [3] }),
      { kind: 'table', rows: [['4']], references: [4] },
    ],
  ],
])('reads %s', (_, html, expected) => {
  expect(sections(html)).toEqual(expected);
});

test('joinPunctuated adds spaces except before punctuation', () => {
  expect(joinPunctuated(['Tea', ', a drink', '!', '.net', ': it'])).toBe('Tea, a drink! .net: it');
});
