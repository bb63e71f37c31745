import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const link = '<a href="https://first.example/pears"><h3>Pears of first</h3><cite>https://first.example</cite></a>';
const quote =
  '<div>Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.</div>';

test('a quote above the link that it is from, which is a row once more', () => {
  const html = `<div><h2>Featured snippet from the web</h2><div>${quote}<div>${link}</div></div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toEqual({
    text: 'Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.',
    title: 'Pears of first',
    link: 'https://first.example/pears',
  });
});

test('answers to questions are no featured ones', () => {
  const html = `<div data-q="When is it ripe?">${quote}<div>${link}</div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toBeUndefined();
});

test('rows alone', () => {
  expect(blocksOf(row('first') + row('last'))).not.toHaveProperty('featured_snippet');
});

test('on phones the heading is a role and the address is above it', () => {
  const titled =
    '<div>First › pears</div><a href="https://first.example/pears"><div role="heading" aria-level="3">Pears of first</div></a>';
  const html = `<div><div role="heading" aria-level="2">From the web</div><div>${quote}${titled}</div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toEqual({
    text: 'Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.',
    title: 'Pears of first',
    link: 'https://first.example/pears',
  });
});

test('without headings a link explains what it is', () => {
  const about =
    '<a href="https://www.google.com/url?q=https://support.google.com/websearch%3Fp%3Dfeatured_snippets">About</a>';
  const titled = '<a href="https://first.example/pears"><span>Pears of first</span><br><span>first.example</span></a>';
  expect(
    blocksOf(`<div>${quote}<div>${titled}</div><div>${about}</div></div>${row('first')}`).featured_snippet?.title,
  ).toBe('Pears of first');
});

test('what a question unfolds is no featured passage, although the page does not mark the question', () => {
  const passage = '<div>Pears are ripe when their neck gives way to a gentle press of the thumb.</div>';
  const answer = `<div>${passage}<a href="https://pears.example/"><h3>Ripe pears</h3></a></div>`;
  const html = `<div><div role="button" aria-expanded="false" aria-controls="a">Is it ripe?</div><div>${answer}</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('featured_snippet');
});

/** The quote above a link, in an element that is marked as an answer, with more behind the link. */
const quoted = (above: string, titled = link, behind = ''): string | undefined =>
  blocksOf(
    `<div><h2>Featured snippet from the web</h2><div><div data-md="1">${above}</div><div>${titled}</div>${behind}</div></div>${row('first')}${row('last')}`,
  ).featured_snippet?.text;
const letters = (length: number): string => 'x'.repeat(length);

test.each<[string, string, string | undefined]>([
  ['has 40 letters', `<div>${letters(40)}</div>`, letters(40)],
  ['has no fewer', `<div>${letters(39)}</div>`, undefined],
  ['may be in several lines', `<div>${letters(30)}</div><div>${letters(20)}</div>`, `${letters(30)} ${letters(20)}`],
  ['is without a button', `<div>${letters(40)}</div><div role="button">Press</div>`, letters(40)],
  ['is without the address of its page', `<div>${letters(40)}</div><div>first.example/pears</div>`, letters(40)],
  ['is without its steps', `<div>${letters(40)}</div><div>First › pears</div>`, letters(40)],
  ['is without its date', `<div>${letters(40)}</div><div>Jan 5, 2024</div>`, letters(40)],
  ['is without lines of links', `<div>${letters(40)}</div><div><a href="/a">More</a></div>`, letters(40)],
  ['may hold links', `<div>${letters(40)} <a href="/a">More</a></div>`, `${letters(40)} More`],
])('a quote %s', (_, html, text) => {
  expect(quoted(html)).toBe(text);
});

test('a quote is above its link, whose heading is no section', () => {
  expect(quoted('', link, quote)).toBeUndefined();
  expect(quoted(quote, link.replaceAll('h3', 'h2'))).toBeUndefined();
  expect(quoted(quote, link.replace('<a', '<a style="display:none"'))).toBeUndefined();
  expect(quoted(quote, link.replace('https://first.example/pears', '/search?q=pears'))).toBeUndefined();
});
