import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const words = 'Perry is a drink made of pears.';
const questions = (html: string) => blocksBetweenRows(html).people_also_ask;
const asked = (html: string): string[] => questions(html).map(({ question }) => question);
const control = (question: string): string => `<div role="button" aria-expanded="false">${question}</div>`;
/** The answer after a question that has no reference to it. */
const answerAfter = (html: string): string | undefined =>
  questions(`<div data-q="What is perry?">${control('What is perry?')}${html}</div>`)[0]?.answer;
const source = '<a href="https://answers.example/perry"><h3>All about perry</h3></a>';
const letters = (length: number): string => 'x'.repeat(length);

test.each<[string, string, string | undefined]>([
  ['with 20 letters', `<div>${letters(20)}</div>`, letters(20)],
  ['but not with 19 letters', `<div>${letters(19)}</div>`, undefined],
  ['in two paragraphs', `<div><p>${words}</p><p>It is old.</p></div>`, `${words} It is old.`],
  ['without its buttons', `<div><p>${words}</p><button>Save</button></div>`, words],
  ['after seven empty elements', `${'<div></div>'.repeat(7)}<div>${words}</div>`, words],
  ['but not after eight', `${'<div></div>'.repeat(8)}<div>${words}</div>`, undefined],
  ['but not below its source', `<div>${source}<p>${words}</p></div>`, undefined],
  ['but not in another question', `<details><summary>Who drinks it?</summary><p>${words}</p></details>`, undefined],
  ['but not after a collapsed one', `<div><div style="display:none">Perry</div></div><div>${words}</div>`, undefined],
  [
    'after two collapsed parts',
    `<div><p style="display:none">Perry</p><p style="display:none">Cider</p></div><div>${words}</div>`,
    words,
  ],
])('reads an answer %s', (_, html, expected) => {
  expect(answerAfter(html)).toBe(expected);
});

test('reads an answer far down a page', () => {
  const wrapped = `<div><div>${control('What is perry?')}</div><div>${words}</div></div>`;
  expect(questions(`${'<i></i>'.repeat(250)}<div data-q="What is perry?">${wrapped}</div>`)[0]?.answer).toBe(words);
});

test('reads the first external link with a heading as the source', () => {
  const search = '<a href="/search?q=perry"><h3>Search for it</h3></a>';
  const [question] = questions(
    `<div data-q="What is perry?">${control('What is perry?')}<div><p>${words}</p>${search}${source}</div></div>`,
  );
  expect(question?.source).toEqual({ title: 'All about perry', link: 'https://answers.example/perry' });
});

test('reads questions in headings below the level of sections', () => {
  const folding = (question: string): string =>
    `<div><div role="heading" aria-level="3"><button aria-expanded="false">${question}</button></div></div>`;
  expect(asked(section(folding('What is perry?') + folding('Who drinks it?')))).toEqual([
    'What is perry?',
    'Who drinks it?',
  ]);
});

const accordion = (question: string, attributes = ''): string =>
  `<g-accordion-expander ${attributes}><div>${question}</div><div>${words}</div></g-accordion-expander>`;
/** A question in as many elements below its own. */
const spread = (elements: number): string => `Is ${'<i>it</i> '.repeat(elements)}ripe?`;

test.each<[string, string, number]>([
  ['that are marked with another kind of text', '<div data-q="When it ripens"><p>When it ripens</p></div>', 1],
  ['in accordions', accordion('Is it ripe?'), 1],
  ['in accordions with up to 20 elements', accordion(spread(20)), 1],
  ['but not with 21 elements', accordion(spread(21)), 0],
  ['but not in hidden accordions', accordion('Is it ripe?', 'style="display:none"'), 0],
  ['but not in accordions that begin otherwise', accordion('More <i></i>'), 0],
  ['but not in accordions without text', '<g-accordion-expander><i></i></g-accordion-expander>', 0],
  ['but not beside a link that searches for one', '<p>Words</p><a href="/search?q=Is+it+ripe%3F">More</a>', 0],
])('reads questions without roles %s', (_, html, count) => {
  expect(questions(`<div>${html}</div>`)).toHaveLength(count);
});
