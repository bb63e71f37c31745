import { html } from 'parse5';
import { describe, expect, test } from 'vitest';
import { readDocument, select } from '../../src/document.js';
import { ElementBudget, maximumNesting, OversizeError } from '../../src/html/budget.js';
import type { Element } from '../../src/html/tree.js';
import { PageError } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

/** Slow pages: each repeats a construct for which some HTML parser has taken quadratic time. */
const hostile: Record<string, (count: number) => string> = {
  'open blocks': (n) => '<div>'.repeat(n),
  'open inline elements': (n) => '<span>'.repeat(n),
  'unknown elements with other end tags': (n) => '<x-y>'.repeat(n) + '</z>'.repeat(n),
  'blocks closed in order': (n) => '<div>'.repeat(n) + '</div>'.repeat(n),
  'list items': (n) => '<li>'.repeat(n),
  'formatting elements that differ': (n) => numbered(n, (i) => `<b a=${i}>`),
  'formatting elements reopened in every paragraph': (n) =>
    numbered(n, (i) => `<font size=${i}>`) + '<p>x</p>'.repeat(n),
  'formatting elements wrapped around blocks': (n) => '<b><p>'.repeat(n) + '</b>'.repeat(n),
  'formatting elements wrapped around one block': (n) => `${numbered(n, (i) => `<b a=${i}>`)}<p>x${'</b>'.repeat(n)}`,
  'nested links': (n) => numbered(n, (i) => `<a href=${i}><div>`),
  'elements moved before a table': (n) => `<table>${'<i></i>'.repeat(n)}`,
  'text moved before a table': (n) => `<table>${'a<tr>'.repeat(n)}`,
  'links moved before a table': (n) => `<table>${'<a>x'.repeat(n)}`,
  'nested tables': (n) => '<table><tr><td>'.repeat(n),
  attributes: (n) => `<p ${numbered(n, (i) => `a${i}=1 `)}>`,
  'duplicate attributes': (n) => `<p ${'a=1 '.repeat(n)}>`,
  'attributes added by further body tags': (n) => numbered(n, (i) => `<body a${i}=1>`),
  'unclosed quotes': (n) => '<a b="'.repeat(n),
  'unclosed comments': (n) => '<!--'.repeat(n),
  'dashes in a comment': (n) => `<!--${'-'.repeat(n)}--!>${'<!--a--b--!>'.repeat(n)}`,
  'incomplete character references': (n) => `${'&am'.repeat(n)}<a b="${'&am;'.repeat(n)}">`,
  'script tags in a script comment': (n) => `<script><!--${'<script>'.repeat(n)}`,
  'end tags in a script': (n) => `<script>${'</'.repeat(n)}</script><style>${'</styl'.repeat(n)}`,
  'nested SVG elements': (n) => '<svg><foreignObject>'.repeat(n),
  templates: (n) => '<template><table>'.repeat(n),
  'options and forms': (n) => '<select><option>'.repeat(n) + '<form>'.repeat(n),
};

describe('parseHtmlPage does not hang or crash', () => {
  test.each(Object.entries(hostile))(
    '%s: takes linear time',
    (_, make) => {
      const count = 6_000;
      expectLinear(
        () => void readElements(make(count)),
        () => void readElements(make(8 * count)),
      );
    },
    300_000,
  );

  test.each(Object.entries(hostile))('%s: nests no element deeper than the limit', (_, make) => {
    const elements = readElements(make(2_000));
    const depths = new Map(elements.map((element) => [element, 0]));
    for (const element of elements) {
      if (element.parent !== null) depths.set(element, depths.get(element.parent)! + 1);
    }
    expect(Math.max(0, ...depths.values())).toBeLessThanOrEqual(maximumNesting);
  });

  test('accepts the maximum nesting and rejects one level more', () => {
    const nested = (count: number) => `${'<div>'.repeat(count)}a<b>b</b>${'</div>'.repeat(count)}`;
    const allowed = maximumNesting - 3; // html, body and b
    expect(textOf(parseHtmlPage(nested(allowed)).document)).toBe('ab');
    expect(reasonFor(nested(allowed + 1))).toBe('more than 256 elements in one another');
  });

  test('accepts a page four times as large as any real one and rejects a page of elements without text', () => {
    const row = `<div><p>${'Some words of text. '.repeat(8)}</p></div>`;
    const count = 30_000;
    expect(parseHtmlPage(row.repeat(count)).elements).toHaveLength(2 * count + 4); // document, html, head and body
    const bare = '<p></p>'.repeat(count);
    expect(reasonFor(bare)).toBe(`more elements than a page of ${bare.length} characters has`);
  });

  test('readDocument rejects the same pages', () => {
    expect(() => readDocument('<div>'.repeat(300))).toThrow(PageError);
  });

  test('matches a selector in linear time in the number of siblings', () => {
    const [short, long] = [4_000, 32_000].map((count) => {
      const document = readDocument(`<i title="${'x'.repeat(24)}"></i>`.repeat(count));
      return () => expect(select(document, 'i[a]')).toEqual([]);
    });
    expectLinear(short!, long!);
  }, 300_000);
});

function numbered(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}

/** The elements of a page, or none if the page is rejected. */
function readElements(source: string): readonly Element[] {
  return reasonFor(source) === undefined ? parseHtmlPage(source).elements : [];
}

/** Why a page is rejected, or `undefined` if it is accepted. */
function reasonFor(source: string): string | undefined {
  try {
    parseHtmlPage(source);
    return undefined;
  } catch (error) {
    if (!(error instanceof PageError) || error.state !== 'unrecognised') throw error;
    return error.details.reason;
  }
}

/**
 * Expects a task that is eight times as large to take less than 40 times as long. Quadratic time would be 64 times as
 * long, and take seconds. Shorter times can be noise, and are measured only once.
 */
function expectLinear(short: () => void, long: () => void): void {
  const once = secondsOf(long);
  if (once < noise) return;
  const seconds = [once, secondsOf(long), secondsOf(long)];
  expect(Math.min(...seconds)).toBeLessThan(Math.max(noise, 40 * Math.min(...[0, 1, 2].map(() => secondsOf(short)))));
}

const noise = 0.25;

/** CPU time, which does not depend on other processes. */
function secondsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

test.each([
  ['no characters', 0, 8_192],
  ['32 characters', 32, 8_193],
  ['63 characters', 63, 8_193],
  ['100,000,000 characters', 100_000_000, 65_536],
])('a page of %s has the expected budget', (_, length, allowed) => {
  const budget = new ElementBudget(length);
  for (let work = 0; work < allowed; work++) budget.spend(html.TAG_ID.P);
  expect(() => budget.spend(html.TAG_ID.P)).toThrow(OversizeError);
  const linked = new ElementBudget(length);
  for (let work = 8; work <= allowed; work += 8) linked.spend(html.TAG_ID.H6);
  for (let work = 0; work < allowed % 8; work++) linked.spend(html.TAG_ID.P);
  expect(() => linked.spend(html.TAG_ID.P)).toThrow(`more elements than a page of ${length} characters has`);
});
