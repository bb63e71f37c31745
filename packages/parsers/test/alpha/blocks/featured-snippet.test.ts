import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const link = '<a href="https://first.example/pears"><h3>Pears of first</h3><cite>https://first.example</cite></a>';
const quote =
  '<div>Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.</div>';

test('reads a quote above the link to its source, which is also a row', () => {
  const html = `<div><h2>Featured snippet from the web</h2><div>${quote}<div>${link}</div></div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toEqual({
    text: 'Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.',
    title: 'Pears of first',
    link: 'https://first.example/pears',
  });
});

test('ignores answers to questions', () => {
  const html = `<div data-q="When is it ripe?">${quote}<div>${link}</div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toBeUndefined();
});

test('returns no featured snippet for a page with only rows', () => {
  expect(blocksOf(row('first') + row('last'))).not.toHaveProperty('featured_snippet');
});

test('reads the layout for phones, with a heading by role and the address above it', () => {
  const titled =
    '<div>First › pears</div><a href="https://first.example/pears"><div role="heading" aria-level="3">Pears of first</div></a>';
  const html = `<div><div role="heading" aria-level="2">From the web</div><div>${quote}${titled}</div></div>`;
  expect(blocksOf(html + row('first') + row('last')).featured_snippet).toEqual({
    text: 'Pears are ripe when their neck gives way to a gentle press of the thumb, some days after they were picked.',
    title: 'Pears of first',
    link: 'https://first.example/pears',
  });
});

test('recognises a snippet without headings by its help link', () => {
  const about =
    '<a href="https://www.google.com/url?q=https://support.google.com/websearch%3Fp%3Dfeatured_snippets">About</a>';
  const titled = '<a href="https://first.example/pears"><span>Pears of first</span><br><span>first.example</span></a>';
  expect(
    blocksOf(`<div>${quote}<div>${titled}</div><div>${about}</div></div>${row('first')}`).featured_snippet?.title,
  ).toBe('Pears of first');
  const badge = '<a href="https://ratings.example/first"><img alt="Safe" src="/safe.png"></a>';
  expect(
    blocksOf(`<div>${quote}<div>${titled}</div><div>${badge}</div><div>${about}</div></div>${row('first')}`)
      .featured_snippet?.title,
  ).toBe('Pears of first');
});

test('ignores a collapsed answer to a question without attributes', () => {
  const passage = '<div>Pears are ripe when their neck gives way to a gentle press of the thumb.</div>';
  const answer = `<div>${passage}<a href="https://pears.example/"><h3>Ripe pears</h3></a></div>`;
  const html = `<div><div role="button" aria-expanded="false" aria-controls="a">Is it ripe?</div><div>${answer}</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('featured_snippet');
});

/** The quote above a link in an element marked as an answer, with `behind` after the link. */
const quoted = (above: string, titled = link, behind = ''): string | undefined =>
  blocksOf(
    `<div><h2>Featured snippet from the web</h2><div><div data-md="1">${above}</div><div>${titled}</div>${behind}</div></div>${row('first')}${row('last')}`,
  ).featured_snippet?.text;
const letters = (length: number): string => 'x'.repeat(length);

test.each<[string, string, string | undefined]>([
  ['is read with 40 letters', `<div>${letters(40)}</div>`, letters(40)],
  ['is not read with 39 letters', `<div>${letters(39)}</div>`, undefined],
  ['may be in several lines', `<div>${letters(30)}</div><div>${letters(20)}</div>`, `${letters(30)} ${letters(20)}`],
  ['excludes a button', `<div>${letters(40)}</div><div role="button">Press</div>`, letters(40)],
  ['excludes the address of its page', `<div>${letters(40)}</div><div>first.example/pears</div>`, letters(40)],
  ['excludes a breadcrumb', `<div>${letters(40)}</div><div>First › pears</div>`, letters(40)],
  ['excludes a date', `<div>${letters(40)}</div><div>Jan 5, 2024</div>`, letters(40)],
  ['excludes lines of links', `<div>${letters(40)}</div><div><a href="/a">More</a></div>`, letters(40)],
  ['may contain links', `<div>${letters(40)} <a href="/a">More</a></div>`, `${letters(40)} More`],
])('a quote %s', (_, html, text) => {
  expect(quoted(html)).toBe(text);
});

test('reads a quote only above a visible external link whose heading is not a section heading', () => {
  expect(quoted('', link, quote)).toBeUndefined();
  expect(quoted(quote, link.replaceAll('h3', 'h2'))).toBeUndefined();
  expect(quoted(quote, link.replace('<a', '<a style="display:none"'))).toBeUndefined();
  expect(quoted(quote, link.replace('https://first.example/pears', '/search?q=pears'))).toBeUndefined();
});

test('reads a quote above the second row, in an element of answers', () => {
  const html = `<block-component><div>${quote}<div>${link.replaceAll('first', 'other')}</div></div></block-component>`;
  const isRead = (list: string) => blocksOf(list).featured_snippet !== undefined;
  expect(isRead(row('first') + html + row('last'))).toBe(true);
  expect(isRead(row('first') + row('second') + html + row('last'))).toBe(false);
});

test('reads a quote above a heading around its link, but not above one without text', () => {
  expect(quoted(quote, '<h3><a href="https://other.example/pears">Other pears</a></h3>')).toBeDefined();
  expect(quoted(quote, '<a href="https://other.example/pears"><h3><img src="/a.png"></h3></a>')).toBeUndefined();
});

test('recognises a snippet by a help link right after its link, which leads to another site', () => {
  const about = '<a href="https://support.google.com/websearch?p=featured_snippets">About</a>';
  const isRead = (href: string) =>
    blocksOf(`<div>${quote}<div><a href="${href}">Pears</a>${about}</div></div>${row('first')}`).featured_snippet !==
    undefined;
  expect([isRead('https://other.example/pears'), isRead('/search?q=pears')]).toEqual([true, false]);
});
