import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { find, type Page, within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import { type Dropped, type FoundRow, type FoundRows, found, given } from '../../reading/found.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { listOfResults } from '../landmarks.js';
import { targetOf } from '../links.js';
import { readExcerpt } from './snippet.js';

/** A row of the list and what makes it one. */
interface BetaRow {
  readonly item: Element;
  readonly heading: Element;
  readonly anchor: Element;
  readonly link: string;
  /** The address line, undefined in rows that show none. */
  readonly address: Element | undefined;
}

/** The ordinary rows of the list, in order. */
export function readOrganicResults({ page }: Reading): FoundRows<OrganicResult> {
  const list = listOfResults(page);
  const items = list === undefined ? [] : itemsOf(page, list);
  const rows: BetaRow[] = [];
  const dropped: Dropped[] = [];
  for (const item of items) {
    const row = rowOf(page, item);
    if (typeof row === 'string') dropped.push({ reason: row, element: item });
    else rows.push(row);
  }
  return { layout: layoutOf(rows), candidates: items.length, dropped, rows: rows.map((row) => readRow(page, row)) };
}

/** The outermost list items of the list, at any depth. */
function itemsOf({ elements }: Page, list: Element): Element[] {
  const items: Element[] = [];
  for (let order = list.order + 1; order <= list.last; order++) {
    const element = elements[order]!;
    if (!isListItem(element)) continue;
    items.push(element);
    order = element.last;
  }
  return items;
}

/**
 * The row that an item is, or the reason why it is none. A row has exactly one second-level heading of its own that leads
 * to an external target, followed by text: answers have several such headings, put one below their text, or lead to
 * another search of Bing; ads are lists of their own.
 */
function rowOf(page: Page, item: Element): BetaRow | string {
  const titleLinks = titleLinksOf(page, item);
  const [first] = titleLinks;
  if (first === undefined) return 'no heading with a link';
  const { heading, href } = first;
  const link = targetOf(href);
  if (link === undefined) return 'leads to Bing';
  const isFurther = (other: TitleLink): boolean => other !== first && targetOf(other.href) !== undefined;
  if (titleLinks.some(isFurther)) return 'several headings';
  if (isAnswer(page, item, heading)) return 'answer';
  return { item, heading, link, anchor: first.anchor, address: find(page, item, ({ name }) => name === 'cite') };
}

interface TitleLink {
  readonly heading: Element;
  readonly anchor: Element;
  readonly href: string;
}

/** The item's own second-level headings that lead somewhere. */
function titleLinksOf(page: Page, item: Element): TitleLink[] {
  const links: TitleLink[] = [];
  for (const heading of within(page.headings, item)) {
    if (heading.name !== 'h2' || closest(heading, isListItem) !== item) continue;
    const anchor = linkOf(page, heading);
    if (anchor !== undefined) links.push({ heading, anchor, href: hrefOf(anchor) });
  }
  return links;
}

/** Desktop pages put the link into the heading, mobile pages the heading into the link. */
function linkOf(page: Page, heading: Element): Element | undefined {
  const inner = within(page.anchors, heading).find(leadsSomewhere);
  if (inner !== undefined) return inner;
  const outer = closest(heading, isLink);
  return outer?.hasAttribute('href') && leadsSomewhere(outer) ? outer : undefined;
}

function leadsSomewhere(anchor: Element): boolean {
  return !/^(?:javascript:|#)/i.test(hrefOf(anchor));
}

function isListItem({ name }: Element): boolean {
  return name === 'li';
}

function isLink({ name }: Element): boolean {
  return name === 'a';
}

/** An answer states its text first and its source below; today's names for answers and ads confirm it. */
function isAnswer(page: Page, item: Element, heading: Element): boolean {
  if (/(?:^|\s)b_(?:ans|ad)(?:\s|$)/.test(attribute(item, 'class') ?? '')) return true;
  const isTextBefore = (element: Element): boolean =>
    element.name === 'p' && element.order < heading.order && hasText(element);
  return find(page, item, isTextBefore) !== undefined;
}

function layoutOf(rows: readonly BetaRow[]): string {
  if (rows.length === 0) return 'unknown';
  if (rows.some(({ heading }) => closest(heading, isLink) !== undefined)) return 'mobile';
  const isAddressAbove = rows.some(({ heading, address }) => address !== undefined && address.order < heading.order);
  return isAddressAbove ? 'desktop, address above the title' : 'desktop, address below the title';
}

function readRow(page: Page, row: BetaRow): FoundRow<OrganicResult> {
  const { anchor, heading, link, address } = row;
  const { text, matched, date } = readExcerpt(page, row);
  const siteName = siteNameBefore(row);
  const fields: FoundRow<OrganicResult>['fields'] = {
    title: found(textOf(heading), 'heading', heading),
    link: found(link, 'target', anchor),
    domain: given(hostOf(link)),
    source:
      siteName === '' ? found(siteNameOf(link), 'host', anchor) : found(siteName, 'line above the address', address),
    displayed_link: address ? found(textOf(address), 'cite', address) : given(''),
    snippet: text,
    snippet_matched: matched,
    date,
  };
  return { anchor, fields };
}

/** The line above the address line, where both share a block that the title is not part of. */
function siteNameBefore({ item, heading, address }: BetaRow): string {
  if (address === undefined) return '';
  let inner = address;
  for (let outer = address.parent; outer !== null && outer !== item; outer = outer.parent) {
    if (contains(outer, heading)) return '';
    const isFirst = outer.children[0] === inner; // and has nothing above it
    const name = isFirst ? '' : textOf(outer, { skip: ({ order }) => order >= address.order });
    if (name !== '') return name;
    inner = outer;
  }
  return '';
}
