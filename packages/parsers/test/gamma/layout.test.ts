import { describe, expect, test } from 'vitest';
import { linkInterpreter, splitPage } from '../../src/gamma/blocks/blocks.js';
import { attribute } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { out } from '../support/block-parts.js';

const row = (n: number, more = ''): string => `<div id="row${n}">${out(`row.example/${n}`, `Row ${n}`)}${more}</div>`;

/** The rows and parts of a page, as the ids of their elements. The links to `row.example` are the rows. */
function splitOf(html: string) {
  const page = parseHtmlPage(html);
  const found = page.anchors
    .filter((anchor) => attribute(anchor, 'href')?.includes('row.example'))
    .map((anchor, index) => ({ anchor, row: { position: index + 1, link: attribute(anchor, 'href')! } }));
  const { rows, parts } = splitPage(page, found as unknown as Parameters<typeof splitPage>[1]);
  const nameOf = (element: Parameters<typeof attribute>[0]): string => attribute(element, 'id') ?? element.name;
  return {
    rows: rows.map(({ element }) => nameOf(element)),
    parts: parts.map(({ element, column, isItem }) => [nameOf(element), column, isItem].join(' ')),
  };
}

describe('splitPage', () => {
  test('splits a page into its rows, the items between them and the side column, in page order', () => {
    const list = `<div id="results"><p id="above">Above</p><div>${row(1)}<div id="between">Between</div><div id="wrapped"><p>Around</p>${row(2)}</div></div><p id="below">Below</p></div>`;
    expect(splitOf(`<main>${list}</main><aside id="side">Beside</aside>`)).toEqual({
      rows: ['row1', 'wrapped'],
      parts: ['above main true', 'between main true', 'below main true', 'side side true'],
    });
    expect(splitOf(`<aside id="side">Beside</aside><main>${list}</main>`).parts[0]).toBe('side side true');
  });

  test.each([
    ['alone', '<aside id="in">Beside</aside>', 'in side true'],
    ['in an item of its own', '<div id="in"><div><aside>Beside</aside></div></div>', 'in side true'],
    ['by its role', '<div id="in" role="complementary">Beside</div>', 'in side true'],
    ['not below other words', '<div id="in">Words<aside>Beside</aside></div>', 'in main true'],
  ])('knows the side column inside the list: %s', (_, side, part) => {
    expect(splitOf(`<main><div id="results">${row(1)}${row(2)}${side}</div></main>`).parts).toEqual([part]);
  });

  test('takes the next part with text for the side column of a page that marks none', () => {
    const list = `<div id="results">${row(1)}${row(2)}</div>`;
    const side = '<section id="side">Beside</section>';
    expect(splitOf(`<main><div><main>${list}<p></p></main>${side}</div></main>`).parts).toEqual(['side side false']);
    const dialog = '<div role="dialog" id="side">We value your privacy</div>';
    expect(splitOf(`<main><div><main>${list}<p></p></main>${dialog}</div></main>`).parts).toEqual([]);
    expect(splitOf(`<div>${list}</div><footer>Foot</footer>${side}`).parts).toEqual([]);
  });

  test('accepts a row outside the list', () => {
    const { rows, parts } = splitOf(`<div id="results">${row(1)}<p id="in">Inside</p></div>${row(2)}`);
    expect(rows).toEqual(['row1', 'a']);
    expect(parts).toEqual(['in main true', 'row2 side false']);
  });

  test('leaves out hidden elements and elements without text', () => {
    const list = `<div id="results">${row(1)}<p id="a" hidden>Hidden</p><p id="b"></p><p id="c">Shown</p>${row(2)}</div>`;
    expect(splitOf(list).parts).toEqual(['c main true']);
  });

  test('finds a list without the known id by the elements that contain no header, footer or column', () => {
    const list = `<div id="list"><p id="above">Above</p><div>${row(1)}${row(2)}</div></div>`;
    const above = 'above main true';
    const around = (outside: string): string => `<body><div id="all">${list}${outside}</div></body>`;
    for (const name of ['header', 'nav'])
      expect(splitOf(around(`<${name} id="out">Outside</${name}>`)).parts).toEqual([above, 'out side false']);
    expect(splitOf(around('<footer>Foot</footer>')).parts).toEqual([above]);
    expect(splitOf(around('<aside id="out">Outside</aside>')).parts).toEqual([above, 'out side true']);
    expect(splitOf(around('<p id="in">Inside</p>')).parts).toEqual([above, 'in main true']);
  });

  test('splits a page with at most one row as a whole', () => {
    const one = `<p id="above">Above</p>${row(1)}<div id="below">Below</div>`;
    expect(splitOf(`<main>${one}</main>`)).toEqual({ rows: ['row1'], parts: ['above main true', 'below main true'] });
    expect(splitOf(`<body>${one}</body>`).rows).toEqual(['row1']);
    expect(splitOf('<main id="all">Nothing found</main>').parts).toEqual(['html main true']);
  });

  test('recognises a side column by element or role if it is not around the list', () => {
    const list = (inside = ''): string => `<div id="results">${row(1)}${row(2)}${inside}</div>`;
    expect(splitOf(`${list()}<div role="complementary" id="side">Beside</div>`).parts).toEqual(['side side true']);
    expect(splitOf(`<aside>${list()}</aside><p>Behind</p>`).parts).toEqual([]);
    expect(splitOf(`${list('<aside id="in">Inside</aside>')}<p>Behind</p>`).parts).toEqual(['in side true']);
  });

  test('treats what follows the list as the side column if there is none, except the footer', () => {
    const list = `<div id="results">${row(1)}${row(2)}</div>`;
    expect(splitOf(`${list}<div id="next">Next</div><div>Later</div>`).parts).toEqual(['next side false']);
    expect(splitOf(`${list}<footer>Foot</footer>`).parts).toEqual([]);
  });
});

test.each([
  ['/search?q=pears&offset=1', true],
  ['/search?q=pears', false],
  ['https://Search.Brave.com/search?q=pears&offset=1', true],
  ['https://Search.Brave.com/images?q=pears&offset=1', false],
  ['https://pears.example/search?q=pears&offset=1', false],
])('isPager recognises links to other pages of the list: %s', (href, isPager) => {
  expect(linkInterpreter.isPager(href)).toBe(isPager);
});
