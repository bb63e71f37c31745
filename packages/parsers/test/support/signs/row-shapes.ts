import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5';
import { isInside } from '../redesigns/elements.js';
import { type Change, type Changing, escaped, parsed } from './changing.js';
import { elementWith, parentOf, type RowPlace, textIn } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** Other ways to nest rows. The visible title, link, address and snippet stay the same. */
export const rowShapes: Readonly<Record<string, Change>> = {
  'a link stretched over each row': ({ rows }) => rows.map((place) => stretched(place, 'before')).includes(true),
  'a link stretched over each row, at its end': ({ rows }) =>
    rows.map((place) => stretched(place, 'after')).includes(true),
  'a link around each row': ({ rows }) => rows.map(linkedAround).includes(true),
  'a link inside each heading': ({ rows }) => rows.map(headedAround).includes(true),
  'a heading inside each link': ({ rows }) => rows.map(headedInside).includes(true),
  'a link for the title, one for the address': ({ rows }) => rows.map(linkedApart).includes(true),
  'the address at the end of each row': ({ rows }) => rows.map(addressLast).includes(true),
  'the address behind each title': ({ rows }) => rows.map(addressBehindTitle).includes(true),
  'each row in a shadow root': ({ rows }) => rows.map(({ block }) => inShadowRoot(block, 'x-row')).includes(true),
  'the list in a shadow root': ({ rows }) => {
    const list = resultRows(rows);
    return list !== undefined && inShadowRoot(list, 'x-list');
  },
  'each row in a slot of a shadow root': ({ rows }) => rows.map(({ block }) => inSlot(block)).includes(true),
  'the list as a table': asTable,
  'each row in an open disclosure': ({ rows }) => rows.map(({ block }) => inDetails(block)).includes(true),
  'rows grouped by site': (page) => grouped(page, 'h2'),
  'rows grouped by site below lower headings': (page) => grouped(page, 'h4'),
  'each row an article with a head and a foot': ({ rows }) => rows.map(asArticle).includes(true),
  'each row a figure': ({ rows }) => rows.map(asFigure).includes(true),
  'each row a list of terms': ({ rows }) => rows.map(asTerms).includes(true),
  'boxes of unknown names': boxesOfUnknownNames,
  'excerpts as lists': ({ rows }) => rows.map(excerptAsList).includes(true),
  'excerpts as quotations': ({ rows }) => rows.map(excerptAsQuotation).includes(true),
};

const make = (name: string, attributes: Readonly<Record<string, string>> = {}): Element =>
  defaultTreeAdapter.createElement(
    name,
    html.NS.HTML,
    Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
  );

/** Moves the children of an element to another. */
function moveChildren(from: Element, to: Element): Element {
  for (const child of [...from.childNodes]) {
    defaultTreeAdapter.detachNode(child);
    defaultTreeAdapter.appendChild(to, child);
  }
  return to;
}

function replace(element: Element, by: Element): void {
  const parent = element.parentNode!;
  defaultTreeAdapter.insertBefore(parent, by, element);
  defaultTreeAdapter.detachNode(element);
}

function isItem({ tagName }: Element): boolean {
  return /^(?:li|td|tr|tbody|body|html)$/.test(tagName);
}

/** Elements whose content can be changed. List items and cells keep their name. */
function isBox({ tagName }: Element): boolean {
  return /^(?:div|li|td|article|section)$/.test(tagName);
}

function linksOf({ anchor, block }: RowPlace): Element[] {
  const href = attributeOf(anchor, 'href');
  return elementsOf(block).filter((element) => element.tagName === 'a' && attributeOf(element, 'href') === href);
}

/** Replaces a link with an element that is displayed in the same way. */
function unlinked(link: Element): void {
  const holdsBox = elementsOf(link).some((inner) => inner !== link && isBox(inner));
  const plain = make(holdsBox ? 'div' : 'span');
  const parent = link.parentNode!;
  moveChildren(link, plain);
  defaultTreeAdapter.insertBefore(parent, plain, link);
  defaultTreeAdapter.detachNode(link);
}

function stretched(place: RowPlace, end: 'before' | 'after'): boolean {
  const { anchor, block } = place;
  if (!isBox(block)) return false;
  const href = attributeOf(anchor, 'href') ?? '';
  for (const link of linksOf(place)) unlinked(link);
  const over = make('a', { href, style: 'position:absolute;inset:0' });
  const [first] = block.childNodes;
  if (end === 'before' && first !== undefined) defaultTreeAdapter.insertBefore(block, over, first);
  else defaultTreeAdapter.appendChild(block, over);
  return true;
}

function linkedAround(place: RowPlace): boolean {
  const { anchor, block } = place;
  if (!isBox(block)) return false;
  const links = elementsOf(block).filter(({ tagName }) => tagName === 'a');
  const own = new Set(linksOf(place));
  if (links.some((link) => !own.has(link))) return false; // links cannot be nested
  const href = attributeOf(anchor, 'href') ?? '';
  for (const link of own) unlinked(link);
  defaultTreeAdapter.appendChild(block, moveChildren(block, make('a', { href })));
  return true;
}

function headingOf({ anchor }: RowPlace): Element | undefined {
  const isHeading = (element: Element): boolean =>
    /^h[1-6]$/.test(element.tagName) || attributeOf(element, 'role') === 'heading';
  const parent = parentOf(anchor);
  return elementsOf(anchor).find(isHeading) ?? (parent !== undefined && isHeading(parent) ? parent : undefined);
}

/** The heading, or the element in the link with the text of the title. */
function titleIn(place: RowPlace): Element | undefined {
  const heading = headingOf(place);
  if (heading !== undefined) return heading;
  return elementWith(place.anchor, place.row.title);
}

/** `<h3><a>title</a></h3>`: the rest of the link is moved outside. */
function headedAround(place: RowPlace): boolean {
  const { anchor } = place;
  const title = titleIn(place);
  if (title === undefined || !elementsOf(anchor).includes(title)) return false;
  const level = /^h[1-6]$/.test(title.tagName) ? title.tagName : 'h3';
  const heading = make(level);
  const link = make('a', { href: attributeOf(anchor, 'href') ?? '' });
  moveChildren(title, link);
  defaultTreeAdapter.appendChild(heading, link);
  replace(title, heading);
  for (const other of linksOf(place)) if (other !== link) unlinked(other);
  return true;
}

/** `<a><h3>title</h3></a>`, beside everything else. */
function headedInside(place: RowPlace): boolean {
  const { anchor } = place;
  const title = titleIn(place);
  if (title === undefined) return false;
  const level = /^h[1-6]$/.test(title.tagName) ? title.tagName : 'h3';
  const heading = make(level);
  const link = make('a', { href: attributeOf(anchor, 'href') ?? '' });
  const isOutside = !elementsOf(anchor).includes(title);
  if (isOutside) {
    const own = moveChildren(anchor, heading);
    defaultTreeAdapter.appendChild(link, own);
    replace(anchor, moveInto(make('div'), link));
    title.tagName = 'div';
    title.nodeName = 'div';
    title.attrs = title.attrs.filter(({ name }) => name !== 'role' && name !== 'aria-level');
    return true;
  }
  moveChildren(title, heading);
  defaultTreeAdapter.appendChild(link, heading);
  replace(title, link);
  for (const other of linksOf(place)) if (other !== link) unlinked(other);
  return true;
}

function moveInto(outer: Element, inner: Element): Element {
  defaultTreeAdapter.appendChild(outer, inner);
  return outer;
}

/** Links the title and the address separately. */
function linkedApart(place: RowPlace): boolean {
  const { anchor, block, row } = place;
  const address = elementWith(block, row.displayed_link);
  const title = titleIn(place);
  if (address === undefined || title === undefined || !elementsOf(anchor).includes(title)) return false;
  if (elementsOf(address).includes(anchor) || elementsOf(address).includes(title)) return false;
  const href = attributeOf(anchor, 'href') ?? '';
  for (const part of [title, address]) {
    defaultTreeAdapter.appendChild(part, moveChildren(part, make('a', { href, title: 'own' })));
  }
  for (const other of linksOf(place)) if (attributeOf(other, 'title') !== 'own') unlinked(other);
  return true;
}

function addressIn({ block, anchor, row }: RowPlace): Element | undefined {
  const address = elementWith(block, row.displayed_link);
  return address === undefined || elementsOf(address).includes(anchor) ? undefined : address;
}

function addressLast(place: RowPlace): boolean {
  const { block } = place;
  const address = addressIn(place);
  if (address === undefined || !isBox(block)) return false;
  defaultTreeAdapter.detachNode(address);
  defaultTreeAdapter.appendChild(block, moveInto(make('div'), address));
  return true;
}

function addressBehindTitle(place: RowPlace): boolean {
  const { anchor } = place;
  const address = addressIn(place);
  const title = titleIn(place);
  if (address === undefined || title === undefined || !elementsOf(anchor).includes(title)) return false;
  if (elementsOf(address).includes(title) || elementsOf(title).includes(address)) return false;
  defaultTreeAdapter.detachNode(address);
  const parent = title.parentNode!;
  const at = parent.childNodes.indexOf(title);
  const line = moveInto(make('div'), address);
  parent.childNodes.splice(at + 1, 0, line);
  line.parentNode = parent;
  return true;
}

/** Moves the row into a declarative shadow root. */
function inShadowRoot(block: Element, hostName: string): boolean {
  if (isItem(block) || !isBox(block)) return block.childNodes.length > 0 && intoShadow(block, hostName);
  const host = make(hostName);
  replace(block, host);
  defaultTreeAdapter.appendChild(host, shadowOf([block]));
  return true;
}

function intoShadow(item: Element, hostName: string): boolean {
  if (!/^(?:li|td)$/.test(item.tagName)) return false;
  const host = make(hostName);
  const template = shadowOf([...item.childNodes]);
  item.childNodes = [];
  defaultTreeAdapter.appendChild(host, template);
  defaultTreeAdapter.appendChild(item, host);
  return true;
}

function shadowOf(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): Element {
  const template = make('template', { shadowrootmode: 'open' }) as DefaultTreeAdapterTypes.Template;
  template.content = defaultTreeAdapter.createDocumentFragment();
  for (const node of nodes) {
    if (node.parentNode !== null) defaultTreeAdapter.detachNode(node);
    defaultTreeAdapter.appendChild(template.content, node);
  }
  return template;
}

function inSlot(block: Element): boolean {
  if (!/^(?:div|article|section)$/.test(block.tagName)) return false;
  const host = make('x-card');
  replace(block, host);
  defaultTreeAdapter.appendChild(host, shadowOf(parsed('<style>b{}</style><div><slot></slot></div>', host)));
  defaultTreeAdapter.appendChild(host, block);
  return true;
}

function inDetails(block: Element): boolean {
  if (!isBox(block)) return false;
  const details = make('details', { open: '' });
  const [summary] = parsed('<summary></summary>', details);
  if (/^(?:li|td)$/.test(block.tagName)) {
    moveChildren(block, details);
    defaultTreeAdapter.appendChild(block, details);
  } else {
    replace(block, details);
    defaultTreeAdapter.appendChild(details, block);
  }
  if (summary !== undefined) details.childNodes.unshift(summary);
  return true;
}

/** The nearest common ancestor of all rows. */
function resultRows(rows: readonly RowPlace[]): Element | undefined {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return undefined;
  let list = parentOf(first.block);
  while (list !== undefined && rows.some(({ anchor }) => !isAround(list!, anchor))) list = parentOf(list);
  return list === undefined || /^(?:body|html)$/.test(list.tagName) ? undefined : list;
}

function isAround(outer: Element, inner: Element): boolean {
  for (let node: Element | undefined = inner; node !== undefined; node = parentOf(node))
    if (node === outer) return true;
  return false;
}

/** Turns the children of the list into rows of a table. */
function asTable({ rows }: Changing): boolean {
  const list = resultRows(rows);
  if (list === undefined || /^(?:table|tbody|tr|td)$/.test(list.tagName) || isInside(list, 'table')) return false;
  const body = make('tbody');
  for (const child of [...list.childNodes]) {
    if (!('tagName' in child) || child.tagName === 'script' || child.tagName === 'style') continue;
    defaultTreeAdapter.detachNode(child);
    const cell = make('td');
    if (child.tagName === 'li') {
      cell.attrs = child.attrs;
      moveChildren(child, cell);
    } else defaultTreeAdapter.appendChild(cell, child);
    defaultTreeAdapter.appendChild(body, moveInto(make('tr'), cell));
  }
  defaultTreeAdapter.appendChild(list, moveInto(make('table'), body));
  if (/^(?:ol|ul)$/.test(list.tagName)) {
    list.tagName = 'div';
    list.nodeName = 'div';
  }
  return true;
}

/** Adds a heading with the site before every other row, and wraps both in a box. */
function grouped({ rows }: Changing, level: string): boolean {
  let isChanged = false;
  for (const [index, { anchor, block }] of rows.entries()) {
    if (index % 2 === 1 || !/^(?:div|article|section)$/.test(block.tagName)) continue;
    const host = /^https?:\/\/([^/]+)/.exec(attributeOf(anchor, 'href') ?? '')?.[1];
    if (host === undefined) continue;
    const group = make('div');
    replace(block, group);
    for (const node of parsed(`<${level}>${escaped(host)}</${level}>`, group)) {
      defaultTreeAdapter.appendChild(group, node);
    }
    defaultTreeAdapter.appendChild(group, block);
    isChanged = true;
  }
  return isChanged;
}

function rowParts(place: RowPlace): { head: Element; excerpt: Element } | undefined {
  const { anchor, block, row } = place;
  const excerpt = elementWith(block, row.snippet);
  if (excerpt === undefined || elementsOf(excerpt).includes(anchor) || elementsOf(anchor).includes(excerpt)) {
    return undefined;
  }
  let head = anchor;
  for (let outer = parentOf(anchor); outer !== undefined && outer !== block; outer = parentOf(outer)) {
    if (isAround(outer, excerpt)) break;
    head = outer;
  }
  return { head, excerpt };
}

/** Wraps the two parts of the row in elements with the given names. */
function boxed(place: RowPlace, outerName: string, headName: string, excerptName: string): boolean {
  const parts = rowParts(place);
  if (parts === undefined || !isBox(place.block)) return false;
  const outer = make(outerName);
  const head = make(headName);
  const foot = make(excerptName);
  replace(parts.head, outer);
  defaultTreeAdapter.appendChild(head, parts.head);
  replace(parts.excerpt, foot);
  defaultTreeAdapter.appendChild(foot, parts.excerpt);
  defaultTreeAdapter.detachNode(foot);
  defaultTreeAdapter.appendChild(outer, head);
  defaultTreeAdapter.appendChild(outer, foot);
  return true;
}

function asArticle(place: RowPlace): boolean {
  return boxed(place, 'article', 'header', 'footer');
}

function asFigure(place: RowPlace): boolean {
  return boxed(place, 'figure', 'div', 'figcaption');
}

function asTerms(place: RowPlace): boolean {
  return boxed(place, 'dl', 'dt', 'dd');
}

/** Renames the boxes inside each row to a custom element. */
function boxesOfUnknownNames({ rows }: Changing): boolean {
  for (const { block } of rows) {
    for (const element of elementsOf(block)) {
      if (element === block || element.tagName !== 'div') continue;
      element.tagName = 'x-box';
      element.nodeName = 'x-box';
    }
  }
  return rows.length > 0;
}

/** Splits the snippet into list items. */
function excerptAsList({ block, anchor, row }: RowPlace): boolean {
  const excerpt = elementWith(block, row.snippet);
  if (excerpt === undefined || elementsOf(excerpt).includes(anchor) || elementsOf(anchor).includes(excerpt))
    return false;
  const words = textIn(excerpt).trim().split(/\s+/);
  if (words.length < 6 || elementsOf(excerpt).some(({ tagName }) => /^(?:a|em|b|strong)$/.test(tagName))) return false;
  const third = Math.ceil(words.length / 3);
  const items = [0, 1, 2].map((part) => words.slice(part * third, (part + 1) * third).join(' ')).filter(Boolean);
  const list = make('ul');
  list.childNodes = parsed(items.map((item) => `<li>${escaped(item)}</li>`).join(''), list);
  for (const node of list.childNodes) node.parentNode = list;
  replace(excerpt, list);
  return true;
}

function excerptAsQuotation({ block, anchor, row }: RowPlace): boolean {
  const excerpt = elementWith(block, row.snippet);
  if (excerpt === undefined || elementsOf(excerpt).includes(anchor) || elementsOf(anchor).includes(excerpt))
    return false;
  const quotation = make('blockquote');
  replace(excerpt, quotation);
  defaultTreeAdapter.appendChild(quotation, excerpt);
  return true;
}
