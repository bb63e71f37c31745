import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5';
import { type Change, escaped, parsed } from './changing.js';
import { elementWith, parentOf, type RowPlace } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** Further ways to nest rows and to hide words. The visible title, link, address and snippet stay the same. */
export const furtherShapes: Readonly<Record<string, Change>> = {
  'titles word by word': forTitles((title) => each(textsIn(title), wordByWord)),
  'titles in elements of unknown names': forTitles((title) => inside(title, make('x-title'), make('x-text'))),
  'titles in isolates': forTitles((title) => inside(title, make('bdi', { dir: 'auto' }))),
  'a button inside each title': forTitles((title) => end(title, '<button aria-label="More">\u22ee</button>')),
  'a drawing with a name in each title': forTitles((title) => end(title, '<svg><title>External</title><path/></svg>')),
  'transparent words in titles': hiddenInTitles('position:absolute;opacity:0'),
  'words without height in titles': hiddenInTitles('position:absolute;height:0;width:0;overflow:hidden'),
  'words scaled to nothing in titles': hiddenInTitles('position:absolute;transform:scale(0)'),
  'words indented away in titles': hiddenInTitles('display:inline-block;width:0;text-indent:-9999px;overflow:hidden'),
  'tooltips in titles': forTitles((title) =>
    end(title, '<span role="tooltip" style="position:absolute;visibility:hidden">Opens the page</span>'),
  ),
  'rows in reverse, displayed in order': forBlocks(reversed),
  'each row in nested lists': forBlocks((block) => around(block, make('ul'), make('li'), make('ul'), make('li'))),
  'each row a group with a legend': forBlocks((block) => around(block, make('fieldset'))),
  'each row a cell of a grid': forBlocks((block) =>
    around(block, make('div', { role: 'row' }), make('div', { role: 'gridcell' })),
  ),
  'each row an option of a list box': forBlocks((block) => around(block, make('div', { role: 'option' }))),
  'each row in a form with a box to tick': forBlocks((block) => {
    const form = make('form', { action: '/save' });
    if (!around(block, form)) return false;
    return end(form, '<label><input type="checkbox" name="keep">Keep</label>');
  }),
  'each row in two shadow roots': forBlocks((block) => inShadow(block, 'x-outer') && inShadow(block, 'x-inner')),
  'a second link at the end of each row': ({ rows }) =>
    each(rows, ({ anchor, block, row }) => {
      const href = escaped(attributeOf(anchor, 'href') ?? '');
      return isBox(block) && end(block, `<a href="${href}" aria-label="${escaped(row.title)}">\u2192</a>`);
    }),
  'breaks allowed in addresses': ({ rows }) =>
    each(rows, ({ block, row }) => {
      const address = elementWith(block, row.displayed_link);
      return address !== undefined && each(textsIn(address), breakable);
    }),
  'copies of rows for clients without scripts': ({ rows }) =>
    each(rows, ({ anchor, block, row }) => {
      const link = `<a href="${escaped(attributeOf(anchor, 'href') ?? '')}">${escaped(row.title)}</a>`;
      return isBox(block) && end(block, `<noscript>${link} ${escaped(row.snippet)}</noscript>`);
    }),
  'rows in two columns': ({ rows }) => inColumns(rows),
};

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type TextNode = DefaultTreeAdapterTypes.TextNode;

const make = (name: string, attributes: Readonly<Record<string, string>> = {}): Element =>
  defaultTreeAdapter.createElement(
    name,
    html.NS.HTML,
    Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
  );

/** Applies a change to each item. Returns whether it changed any. */
function each<T>(items: readonly T[], change: (item: T) => boolean): boolean {
  return items.map(change).includes(true);
}

function forTitles(change: (title: Element) => boolean): Change {
  return ({ rows }) =>
    each(rows, (place) => {
      const title = titleIn(place);
      return title !== undefined && change(title);
    });
}

function forBlocks(change: (block: Element) => boolean): Change {
  return ({ rows }) => each(rows, ({ block }) => isBox(block) && change(block));
}

/** The innermost element with the whole text of the title. */
function titleIn({ anchor, block, row }: RowPlace): Element | undefined {
  let title = elementWith(block, row.title) ?? elementWith(anchor, row.title);
  for (let inner = title; inner !== undefined; inner = elementWith(inner, row.title)) title = inner;
  return title;
}

function hiddenInTitles(style: string): Change {
  return forTitles((title) => end(title, `<span style="${style}">Opens the page</span>`));
}

function isBox({ tagName }: Element): boolean {
  return /^(?:div|li|td|article|section)$/.test(tagName);
}

/** Appends markup to an element. */
function end(element: Element, markup: string): boolean {
  for (const node of parsed(markup, element)) defaultTreeAdapter.appendChild(element, node);
  return true;
}

/** Moves the children of an element into nested shells. */
function inside(element: Element, ...shells: readonly Element[]): boolean {
  let inner = element;
  const children = [...element.childNodes];
  element.childNodes = [];
  for (const shell of shells) {
    defaultTreeAdapter.appendChild(inner, shell);
    inner = shell;
  }
  for (const child of children) defaultTreeAdapter.appendChild(inner, child);
  return true;
}

/** Wraps an element in nested shells, or its children if it is a list item or table cell. */
function around(block: Element, ...shells: readonly Element[]): boolean {
  if (/^(?:li|td)$/.test(block.tagName)) return inside(block, ...shells);
  const [outer] = shells;
  if (outer === undefined) return false;
  defaultTreeAdapter.insertBefore(block.parentNode!, outer, block);
  defaultTreeAdapter.detachNode(block);
  let inner = outer;
  for (const shell of shells.slice(1)) {
    defaultTreeAdapter.appendChild(inner, shell);
    inner = shell;
  }
  defaultTreeAdapter.appendChild(inner, block);
  return true;
}

function inShadow(block: Element, hostName: string): boolean {
  const template = make('template', { shadowrootmode: 'open' }) as DefaultTreeAdapterTypes.Template;
  template.content = defaultTreeAdapter.createDocumentFragment();
  for (const child of [...block.childNodes]) {
    defaultTreeAdapter.detachNode(child);
    defaultTreeAdapter.appendChild(template.content, child);
  }
  const host = make(hostName);
  defaultTreeAdapter.appendChild(host, template);
  defaultTreeAdapter.appendChild(block, host);
  return true;
}

/** Reverses the children and restores their display order by style. */
function reversed(block: Element): boolean {
  const boxes = block.childNodes.filter((node) => 'tagName' in node);
  if (boxes.length < 2 || boxes.length < block.childNodes.filter(isWritten).length) return false;
  const shell = make('div', { style: 'display:flex;flex-direction:column-reverse' });
  for (const box of [...boxes].reverse()) {
    defaultTreeAdapter.detachNode(box);
    defaultTreeAdapter.appendChild(shell, box);
  }
  defaultTreeAdapter.appendChild(block, shell);
  return true;
}

function isWritten(node: ChildNode): boolean {
  return !defaultTreeAdapter.isTextNode(node) || node.value.trim() !== '';
}

/** The texts of an element, without scripts, styles and SVG. */
function textsIn(element: Element): TextNode[] {
  return elementsOf(element)
    .filter(({ tagName }) => !/^(?:script|style|svg)$/.test(tagName))
    .flatMap(({ childNodes }) => childNodes.filter((node) => defaultTreeAdapter.isTextNode(node)));
}

/** Wraps each word in an element, as animations do. */
function wordByWord(text: TextNode): boolean {
  const words = text.value.split(/(?<=\s)(?=\S)/);
  return replaced(text, words.map((word) => `<span style="display:inline-block">${escaped(word)}</span>`).join(''));
}

function breakable(text: TextNode): boolean {
  return replaced(text, escaped(text.value).replace(/[./]/g, '$&<wbr>'));
}

function replaced(text: TextNode, markup: string): boolean {
  const parent = text.parentNode as Element;
  for (const node of parsed(markup, parent)) defaultTreeAdapter.insertBefore(parent, node, text);
  defaultTreeAdapter.detachNode(text);
  return true;
}

/** Moves the rows into two adjacent boxes. */
function inColumns(rows: readonly RowPlace[]): boolean {
  const [first] = rows;
  const list = first === undefined ? undefined : parentOf(first.block);
  if (list === undefined || rows.some(({ block }) => parentOf(block) !== list)) return false;
  if (/^(?:ol|ul|table|tbody|tr)$/.test(list.tagName) || rows.length < 4) return false;
  const columns = [make('div'), make('div')] as const;
  const half = rows[Math.ceil(rows.length / 2)]!.block;
  let column: Element = columns[0];
  for (const child of [...list.childNodes]) {
    if (child === half) column = columns[1];
    defaultTreeAdapter.detachNode(child);
    defaultTreeAdapter.appendChild(column, child);
  }
  for (const box of columns) defaultTreeAdapter.appendChild(list, box);
  return true;
}
