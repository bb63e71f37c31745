import { describe, expect, test } from 'vitest';
import { splitPage } from '../../src/beta/blocks/blocks.js';
import { attribute, type Element } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { out } from '../support/block-parts.js';

const row = (n: number, tag = 'li'): string => `<${tag} id="row${n}">${out(`row.example/${n}`, `Row ${n}`)}</${tag}>`;
const item = (id: string, tag = 'li'): string => `<${tag} id="${id}">About ${id}</${tag}>`;
const list = (html: string): string => `<ol id="b_results">${html}</ol>`;

/** The rows and parts of a page, as the ids of their elements. The links to `row.example` are the rows. */
function splitOf(html: string) {
  const page = parseHtmlPage(html);
  const found = page.anchors
    .filter((anchor) => attribute(anchor, 'href')?.includes('row.example'))
    .map((anchor, index) => ({ anchor, row: { position: index + 1, link: attribute(anchor, 'href')! } }));
  const { rows, parts } = splitPage(page, found as unknown as Parameters<typeof splitPage>[1]);
  const nameOf = (element: Element): string => attribute(element, 'id') ?? element.name;
  return {
    rows: rows.map(({ element }) => nameOf(element)),
    parts: parts.map(({ element, column, isItem }) => [nameOf(element), column, isItem ? 'item' : 'note'].join(' ')),
  };
}

describe('splitPage', () => {
  test('splits a page into its rows and the items between them', () => {
    const inside = `${item('above')}${row(1)}${item('between')}${row(2)}<li id="empty"></li><li id="hid" hidden>x</li>`;
    expect(splitOf(`<div id="b_content">${list(inside)}</div>`)).toEqual({
      rows: ['row1', 'row2'],
      parts: ['above main item', 'between main item'],
    });
    expect(splitOf('<p>No list</p>')).toEqual({ rows: [], parts: [] });
    expect(splitOf(`<div id="b_content">${list('')}</div>`)).toEqual({ rows: [], parts: [] });
  });

  test.each(['aside', 'div role="complementary"', 'section id="b_context"'])(
    'knows a side column inside the list: %s',
    (side) => {
      const column = `<li id="in"><${side}><ol>${item('one')}${item('two')}</ol></${side.split(' ')[0]}></li>`;
      const { parts } = splitOf(`<div id="b_content">${list(`${row(1)}${row(2)}${column}`)}</div>`);
      expect(parts.filter((part) => part.includes('side'))).toEqual(['one side item', 'two side item']);
    },
  );

  test('takes an element around a side column and other elements for that column', () => {
    const side = `<div>${item('more', 'div')}<ol id="b_context">${item('one')}</ol></div>`;
    const { parts } = splitOf(`<div id="b_content"><main>${list(row(1) + row(2))}</main>${side}</div>`);
    expect(parts).toEqual(['more side item', 'b_context side item']);
  });

  test('knows lists and their items by role', () => {
    const column = `<div id="b_context" role="list">${item('one', 'div role="listitem"')}${item('two', 'div')}</div>`;
    const { parts } = splitOf(`<div id="b_content"><main>${list(row(1) + row(2))}</main>${column}</div>`);
    expect(parts.map((part) => part.replace(/^\w+ /, ''))).toEqual(['side item', 'side item']);
  });

  test('looks inside elements around several rows each', () => {
    const group = (...inside: string[]): string => `<div>${inside.join('')}</div>`;
    const inside = group(item('above'), row(1), item('between'), row(2)) + group(row(3), row(4), item('below'));
    expect(splitOf(`<div id="b_content">${list(inside)}</div>`)).toEqual({
      rows: ['row1', 'row2', 'row3', 'row4'],
      parts: ['above main item', 'between main item', 'below main item'],
    });
  });

  test('looks inside an element that wraps all items, but not inside a single item or row', () => {
    const wrapped = (tag: string, inside: string): string =>
      `<div id="b_content">${list(`<${tag} id="wrap">${inside}</${tag}><div></div>`)}</div>`;
    expect(splitOf(wrapped('div', row(1) + row(2))).rows).toEqual(['row1', 'row2']);
    expect(splitOf(wrapped('li', row(1, 'div') + row(2, 'div'))).rows).toEqual(['wrap', 'wrap']);
    expect(splitOf(wrapped('div', row(1) + item('below'))).rows).toEqual(['wrap']);
    expect(splitOf(wrapped('div', item('a') + item('b'))).parts).toEqual(['a main item', 'b main item']);
  });

  test('includes everything before and after the list, at any depth of the content', () => {
    const content = `<div id="b_content"><div><p id="count">12 results</p><ol>${item('top')}</ol></div><main>${item('over', 'p')}${list(row(1))}<aside>${item('side')}</aside></main><ul>${item('last')}</ul></div>`;
    expect(splitOf(content).parts).toEqual(['div top note', 'over top note', 'side side item', 'last side item']);
    expect(splitOf(`<p id="out">Outside</p>${content}<p>Outside</p>`).parts).not.toContain('out top note');
  });

  test('splits ol, ul and aside into items, also inside a wrapper without other children', () => {
    const beside = (html: string): string => `<div id="b_content">${list(row(1))}${html}</div>`;
    for (const tag of ['ol', 'ul', 'aside'])
      expect(splitOf(beside(`<${tag}>${item('a')}${item('b')}</${tag}>`)).parts).toEqual([
        'a side item',
        'b side item',
      ]);
    expect(splitOf(beside(`<div><div><ol>${item('a')}${item('b')}</ol></div></div>`)).parts).toHaveLength(2);
    expect(splitOf(beside(`<div id="two"><ol>${item('a')}</ol><ol>${item('b')}</ol></div>`)).parts).toEqual([
      'two side note',
    ]);
    expect(splitOf(beside(`<section id="s"><ol>${item('a')}</ol></section>`)).parts).toEqual(['s side note']);
    expect(splitOf(beside('<div id="text">Text</div>')).parts).toEqual(['text side note']);
  });

  test('leaves out the header, footer, menus and forms of the page', () => {
    const around = ['header', 'nav', 'footer', 'form'].map((tag) => item(tag, tag)).join('');
    const roles = ['banner', 'navigation', 'contentinfo'].map((role) => `<div role="${role}">${role}</div>`).join('');
    expect(splitOf(`<div id="b_content">${around}${roles}${list(row(1))}${item('kept', 'div')}</div>`).parts).toEqual([
      'kept side note',
    ]);
  });

  test('includes the list above the content: the one with the known id, otherwise any list', () => {
    const content = `<div id="b_content">${list(row(1))}</div>`;
    expect(
      splitOf(`<ol>${item('other')}</ol><div id="b_topw"><ol>${item('a')}${item('b')}</ol></div>${content}`).parts,
    ).toEqual(['a top item', 'b top item']);
    expect(splitOf(`<p>Words</p><ol>${item('a')}${item('b')}</ol>${content}<ol>${item('c')}</ol>`).parts).toEqual([
      'a top item',
      'b top item',
    ]);
    expect(splitOf(`<div id="b_content"><ol id="b_topw">${item('a')}</ol>${list(row(1))}</div>`).parts).toEqual([
      'a top item',
    ]);
  });

  test('accepts a row outside the list and a content element without the known id', () => {
    expect(splitOf(`<div id="b_content">${list(row(1))}<p>${out('row.example/2', 'Row 2')}</p></div>`).rows).toEqual([
      'row1',
      'a',
    ]);
    expect(splitOf(`${list(row(1))}${item('after', 'p')}`).parts).toEqual(['after side note']);
  });
});
