import { describe, expect, test } from 'vitest';
import { links, splitPage } from '../../src/gamma/blocks/layout.js';
import { attribute } from '../../src/html/tree.js';
import { readPage } from '../../src/page/page.js';
import { out } from '../support/block-parts.js';

const row = (n: number, more = ''): string => `<div id="row${n}">${out(`row.example/${n}`, `Row ${n}`)}${more}</div>`;

/** The parts of a page by the ids of their elements; rows are the links to `row.example`. */
function cutOf(html: string) {
  const page = readPage(html);
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

describe('a page of Brave is cut', () => {
  test('into its rows and the items between them, in page order, with the column beside', () => {
    const list = `<div id="results"><p id="above">Above</p><div>${row(1)}<div id="between">Between</div><div id="wrapped"><p>Around</p>${row(2)}</div></div><p id="below">Below</p></div>`;
    expect(cutOf(`<main>${list}</main><aside id="side">Beside</aside>`)).toEqual({
      rows: ['row1', 'wrapped'],
      parts: ['above main true', 'between main true', 'below main true', 'side side true'],
    });
    expect(cutOf(`<aside id="side">Beside</aside><main>${list}</main>`).parts[0]).toBe('side side true');
  });

  test('even if a row is outside the list', () => {
    const { rows, parts } = cutOf(`<div id="results">${row(1)}<p id="in">Inside</p></div>${row(2)}`);
    expect(rows).toEqual(['row1', 'a']);
    expect(parts).toEqual(['in main true', 'row2 side false']);
  });

  test('without hidden elements and those without words', () => {
    const list = `<div id="results">${row(1)}<p id="a" hidden>Hidden</p><p id="b"></p><p id="c">Shown</p>${row(2)}</div>`;
    expect(cutOf(list).parts).toEqual(['c main true']);
  });

  test('also where the list has no name: as far as it reaches into no head, foot or column', () => {
    const list = `<div id="list"><p id="above">Above</p><div>${row(1)}${row(2)}</div></div>`;
    const above = 'above main true';
    const around = (outside: string): string => `<body><div id="all">${list}${outside}</div></body>`;
    for (const name of ['header', 'nav'])
      expect(cutOf(around(`<${name} id="out">Outside</${name}>`)).parts).toEqual([above, 'out side false']);
    expect(cutOf(around('<footer>Foot</footer>')).parts).toEqual([above]);
    expect(cutOf(around('<aside id="out">Outside</aside>')).parts).toEqual([above, 'out side true']);
    expect(cutOf(around('<p id="in">Inside</p>')).parts).toEqual([above, 'in main true']);
  });

  test('a page with one row or none is cut as a whole', () => {
    const one = `<p id="above">Above</p>${row(1)}<div id="below">Below</div>`;
    expect(cutOf(`<main>${one}</main>`)).toEqual({ rows: ['row1'], parts: ['above main true', 'below main true'] });
    expect(cutOf(`<body>${one}</body>`).rows).toEqual(['row1']);
    expect(cutOf('<main id="all">Nothing found</main>').parts).toEqual(['html main true']);
  });

  test('columns are named by their element or role, and neither hold the list nor stand in it', () => {
    const list = (inside = ''): string => `<div id="results">${row(1)}${row(2)}${inside}</div>`;
    expect(cutOf(`${list()}<div role="complementary" id="side">Beside</div>`).parts).toEqual(['side side true']);
    expect(cutOf(`<aside>${list()}</aside><p>Behind</p>`).parts).toEqual([]);
    expect(cutOf(`${list('<aside id="in">Inside</aside>')}<p>Behind</p>`).parts).toEqual(['in main true']);
  });

  test('on a page without columns what follows the list is beside it, but no foot', () => {
    const list = `<div id="results">${row(1)}${row(2)}</div>`;
    expect(cutOf(`${list}<div id="next">Next</div><div>Later</div>`).parts).toEqual(['next side false']);
    expect(cutOf(`${list}<footer>Foot</footer>`).parts).toEqual([]);
  });
});

test.each([
  ['/search?q=pears&offset=1', true],
  ['/search?q=pears', false],
])('whether a link leads to another page of the list: %s', (href, isPager) => {
  expect(links.isPager(href)).toBe(isPager);
});
