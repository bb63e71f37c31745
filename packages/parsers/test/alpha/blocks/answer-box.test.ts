import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const rows = row('first') + row('second');
const box = (html: string) => blocksOf(html + rows).answer;
const kindOf = (attributes: string): string | undefined => box(`<div><div ${attributes}>Two pears</div></div>`)?.kind;

test.each([
  ['id="wob_wc"', 'weather'],
  ['id="wob_loc"', 'weather'],
  ['id="wob_dc"', 'weather'],
  ['id="wob_x"', undefined],
  ['id="cwos"', 'other'],
  ['id="cwmcwd"', 'other'],
  ['id="cwosx"', undefined],
  ['id="knowledge-currency__x"', 'converter'],
  ['id="ucw_x"', 'converter'],
  ['id="tw-ob"', 'converter'],
  ['id="tw-container"', 'converter'],
  ['id="tw-x"', undefined],
  ['id="knowledge-finance-wholepage__x"', 'other'],
  ['id="sports-app"', 'other'],
  ['data-dobid="dfn"', 'definition'],
  ['data-dobid="hdw"', undefined],
  ['data-attrid="converter"', 'converter'],
  ['data-attrid="Unit Converter"', 'converter'],
  ['data-attrid="EntryHeader"', 'definition'],
  ['data-attrid="SenseDefinition"', 'definition'],
  ['data-attrid="kc:/pear:x/answer"', 'fact'],
  ['data-attrid="kc:/pear:image/answer"', undefined],
  ['data-attrid="wa:/pear"', 'fact'],
  ['data-attrid="wa:/description"', undefined],
  ['data-attrid="kc:/pear"', undefined],
  ['data-tts="answers"', 'fact'],
  ['data-tts="x"', undefined],
])('the kind of an element with %s is %j', (attributes, kind) => {
  expect(kindOf(attributes)).toBe(kind);
});

const answer = '<div data-tts="answers">Two pears</div>';

test.each<[string, string, object | undefined]>([
  ['a text', answer, { kind: 'fact', text: 'Two pears' }],
  ['a heading', `<div role="heading" aria-level="3">Pears</div>${answer}`, { title: 'Pears', text: 'Two pears' }],
  ['a heading below it', `${answer}<h3>More pears</h3>`, { text: 'Two pears More pears' }],
  ['a heading that is marked itself', '<h3 data-tts="answers">Pears</h3>', { text: 'Pears' }],
  ['a heading as its text', '<div data-tts="answers"><h3>Pears</h3></div>', { text: 'Pears' }],
  [
    'a link',
    `${answer}<a href="/search?q=x">A</a><a href="https://pear.example/">B</a>`,
    { text: 'Two pears AB', link: 'https://pear.example/' },
  ],
  ['a button', `${answer}<button>Save</button>`, { text: 'Two pears' }],
  ['a link to a form', `${answer}<a href="#" role="button">Feedback</a>`, { text: 'Two pears' }],
  [
    'a link to the help',
    `${answer}<a href="https://support.google.com/websearch/answer/3284611">More</a>`,
    { text: 'Two pears' },
  ],
  ['only hidden text', '<div data-tts="answers" style="display:none">Two pears</div>', undefined],
  ['no text', '<div data-tts="answers"></div>', undefined],
  ['only a button', '<div data-tts="answers"><button>Save</button></div>', undefined],
  ['a hidden mark beside other text', '<div data-tts="answers" style="display:none">Two</div><p>Pears</p>', undefined],
  ['an empty mark beside other text', '<div data-tts="answers"></div><p>Pears</p>', undefined],
  ['a question around it', `<div data-q="x">${answer}</div>`, undefined],
  ['a dialog around it', `<div role="dialog">${answer}</div>`, undefined],
  ['a generated answer around it', `<div data-mcp="1">${answer}</div>`, undefined],
  ['4000 characters', `<div data-tts="answers">${'x'.repeat(4000)}</div>`, { kind: 'fact' }],
  ['4001 characters', `<div data-tts="answers">${'x'.repeat(4001)}</div>`, undefined],
])('reads an answer box with %s', (_, html, expected) => {
  const read = box(`<div>${html}</div>`);
  if (expected === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(expected);
});

test('reads an answer box only above the second row', () => {
  const html = `<div>${answer}</div>`;
  const read = (list: string) => blocksOf(list).answer?.text;
  expect(read(row('first') + html + row('second'))).toBe('Two pears');
  expect(read(row('first') + row('second') + html)).toBeUndefined();
});

const amounts = (...lines: string[]): string =>
  `<table>${lines.map((line) => `<tr><td>${line}</td></tr>`).join('')}</table>`;

test.each([
  ['four amounts', ['Calories 57', 'Total fat 0.1 g', 'Sugar 10 g', 'Iron 1 %'], true],
  ['three amounts', ['Calories 57', 'Total fat 0.1 g', 'Sugar 10 g'], false],
  ['more than half amounts', ['Calories 57', 'Total fat 0.1 g', 'Sugar 10 g', 'Pears', 'Figs'], true],
  ['amounts and shares in cells', ['Fat 1 g', '2 %', 'Iron 1 %', 'Vitamin C', '4%', 'Vitamin A', 'Vitamin D'], true],
  ['half amounts', ['Calories 57', 'Total fat 0.1 g', 'Pears', 'Figs'], false],
])('a table of %s', (_, lines, isAnswer) => {
  expect(box(`<div>${amounts(...lines)}</div>`)?.kind).toBe(isAnswer ? 'nutrition' : undefined);
});

test('the kind of a tool in a frame is that of the tool', () => {
  expect(box('<div id="cwmcwd"><div id="ucw_main">157.3 kg are 157,300 g</div></div>')?.kind).toBe('converter');
});

/** A field with an amount beside a list of units. */
const unitField = (amount: string): string =>
  `<div><input value="${amount}"><select><option>Gram</option><option selected>Kilogram</option></select></div>`;

test('reads a converter by its lists of units', () => {
  const scale = '<select><option>Length</option><option>Mass</option></select>';
  const fields = `${scale}${unitField('2')}=${unitField('2000')}`;
  expect(box(`<div>${fields}<a href="#">More</a></div>`)).toEqual({ kind: 'converter', text: '2 = 2000' });
  expect(box(`<div>${fields}<p>2 kg = 2000 g</p></div>`)).toMatchObject({ kind: 'converter', text: '= 2 kg = 2000 g' });
  expect(box(`<div>${scale}<p>2 kg = 2000 g</p></div>`)).toBeUndefined();
  expect(box(`<div>${unitField('Pears')}<p>2 kg = 2000 g</p></div>`)).toBeUndefined();
});

test('reads the first line of a table as its title', () => {
  const facts = amounts('Pears, raw', 'Calories 57', 'Total fat 0.1 g', 'Sugar 10 g', 'Iron 1 %');
  expect(box(`<div>${facts}</div>`)).toMatchObject({ title: 'Pears, raw' });
  expect(box('<div><div data-tts="answers"><p>Two</p><p>pears</p></div></div>')).toEqual({
    kind: 'fact',
    text: 'Two pears',
  });
});

test.each([
  [1000, true],
  [1001, false],
])('a table with %i elements may be an answer: %j', (size, isAnswer) => {
  const lines = ['Calories 57', 'Total fat 0.1 g', 'Sugar 10 g', 'Iron 1 %'];
  const filled = amounts(...lines.slice(1), lines[0] + '<i></i>'.repeat(size - 9));
  expect(box(`<div>${filled}</div>`)?.kind).toBe(isAnswer ? 'nutrition' : undefined);
});
