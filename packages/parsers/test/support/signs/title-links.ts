import { type Change, parsed } from './changing.js';
import { elementWith, type RowPlace } from './rows-of.js';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** Invisible changes to the links and titles of rows. */
export const titleLinks: Readonly<Record<string, Change>> = {
  'links behind a redirect of another name': ({ rows }) =>
    withLinks(rows, (href) => `/out?dest=${encodeURIComponent(href)}&sig=0`),
  'links without a scheme': ({ rows }) => withLinks(rows, (href) => href.replace(/^https:/, '')),
  'links with a scheme in capitals': ({ rows }) => withLinks(rows, (href) => href.replace(/^https:/, 'HTTPS:')),
  'a heading for screen readers in each link': ({ rows }) => withUnseenHeadings(rows),
  'matched words in bold': ({ rows }) => rows.map(({ block }) => inBold(block)).includes(true),
  'titles in boxes': ({ rows }) => rows.map(boxedTitle).includes(true),
  'no addresses': ({ rows, operation }) => operation === 'alpha.search' && rows.map(withoutAddress).includes(true),
};

function withLinks(rows: readonly RowPlace[], change: (href: string) => string): boolean {
  let isChanged = false;
  for (const link of rows.flatMap(({ block }) => elementsOf(block))) {
    const href = link.attrs.find(({ name }) => name === 'href');
    if (link.tagName !== 'a' || href === undefined || !outside.test(href.value)) continue;
    href.value = change(href.value);
    isChanged = true;
  }
  return isChanged;
}

/** Links that do not lead to the engines. */
const outside = /^https:\/\/(?![^/]*(?:google|bing|brave)\.)/;

function withUnseenHeadings(rows: readonly RowPlace[]): boolean {
  const style = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)';
  for (const { anchor } of rows) anchor.childNodes.unshift(...parsed(`<h3 style="${style}">Result</h3>`, anchor));
  return rows.length > 0;
}

function inBold(block: Element): boolean {
  const marks = elementsOf(block).filter(({ tagName }) => /^(?:em|b|strong)$/.test(tagName));
  for (const mark of marks) {
    mark.tagName = 'span';
    mark.nodeName = 'span';
    mark.attrs.push({ name: 'style', value: 'font-weight:700' });
  }
  return marks.length > 0;
}

/** Replaces the headings of titles with boxes, but not other headings. */
function boxedTitle({ anchor, block }: RowPlace): boolean {
  const isTitle = (heading: Element): boolean =>
    /^h[1-6]$/.test(heading.tagName) && (elementsOf(anchor).includes(heading) || elementsOf(heading).includes(anchor));
  const heading = elementsOf(block).find(isTitle);
  if (heading === undefined) return false;
  heading.tagName = 'div';
  heading.nodeName = 'div';
  return true;
}

function withoutAddress({ anchor, block, row }: RowPlace): boolean {
  const address = elementWith(block, row.displayed_link);
  if (address === undefined || elementsOf(address).includes(anchor) || attributeOf(anchor, 'href') === undefined)
    return false;
  address.childNodes = [];
  return true;
}
