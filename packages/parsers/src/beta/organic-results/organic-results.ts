import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { find, type Page, within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import type { Trace } from '../../reading/trace.js';
import type { OrganicResult } from '../../results/responses.js';
import { hostOf, siteNameOf } from '../../words/address.js';
import { targetOf } from '../links.js';
import { readExcerpt } from './snippet.js';

/** A row of the list and what makes it one. */
interface BetaRow {
  readonly item: Element;
  readonly heading: Element;
  readonly link: string;
  /** The address line, undefined in rows that show none. */
  readonly address: Element | undefined;
}

/** The ordinary rows of the list, in order. */
export function readOrganicResults(page: Page, trace: Trace): OrganicResult[] {
  const list = page.ids.get('b_results');
  if (list === undefined) return [];
  const items = itemsOf(page, list);
  trace.candidates(items.length);
  const rows: BetaRow[] = [];
  for (const item of items) {
    const row = rowOf(page, item, trace);
    if (row !== undefined) rows.push(row);
  }
  trace.layout(layoutOf(rows));
  return rows.map((row, index) => resultOf(page, row, index + 1, trace));
}

/** The list items that stand in no other item, however they are wrapped. */
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
 * An item is a row when exactly one second-level heading is its own and leads to a target outside of Bing, and text
 * follows it: answers hold several such headings, put one below their text, or lead to another search of Bing; ads are
 * lists of their own.
 */
function rowOf(page: Page, item: Element, trace: Trace): BetaRow | undefined {
  const titleLinks = titleLinksOf(page, item);
  const [first] = titleLinks;
  if (first === undefined) return dropped(trace, 'no heading with a link', item);
  const { heading, href } = first;
  const link = targetOf(href);
  if (link === undefined) return dropped(trace, 'leads to Bing', item);
  const isFurther = (other: TitleLink): boolean => other !== first && targetOf(other.href) !== undefined;
  if (titleLinks.some(isFurther)) return dropped(trace, 'several headings', item);
  if (isAnswer(page, item, heading)) return dropped(trace, 'answer', item);
  return { item, heading, link, address: find(page, item, ({ name }) => name === 'cite') };
}

interface TitleLink {
  readonly heading: Element;
  readonly href: string;
}

/** The item's own second-level headings that lead somewhere. */
function titleLinksOf(page: Page, item: Element): TitleLink[] {
  const links: TitleLink[] = [];
  for (const heading of within(page.headings, item)) {
    if (heading.name !== 'h2' || closest(heading, isListItem) !== item) continue;
    const href = hrefOf(page, heading);
    if (href !== undefined) links.push({ heading, href });
  }
  return links;
}

function dropped(trace: Trace, reason: string, item: Element): undefined {
  trace.drop(reason, item);
}

/** Desktop pages put the link into the heading, mobile pages the heading into the link. */
function hrefOf(page: Page, heading: Element): string | undefined {
  for (const anchor of within(page.anchors, heading)) {
    const href = attribute(anchor, 'href');
    if (href !== undefined && leadsSomewhere(href)) return href;
  }
  const outer = closest(heading, isLink);
  const href = outer && attribute(outer, 'href');
  return href !== undefined && leadsSomewhere(href) ? href : undefined;
}

function leadsSomewhere(href: string): boolean {
  return !/^(?:javascript:|#)/i.test(href);
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
  if (rows.some(({ heading }) => closest(heading, isLink) !== undefined)) return 'mobile';
  const isAddressAbove = rows.some(({ heading, address }) => address !== undefined && address.order < heading.order);
  return isAddressAbove ? 'desktop, address above the title' : 'desktop, address below the title';
}

function resultOf(page: Page, row: BetaRow, position: number, trace: Trace): OrganicResult {
  const { heading, link, address } = row;
  const excerpt = readExcerpt(page, row, position, trace);
  const siteName = siteNameBefore(row);
  trace.field(position, 'title', 'heading', heading);
  trace.field(position, 'source', siteName === '' ? 'host' : 'line above the address', address);
  return {
    position,
    title: textOf(heading),
    link,
    domain: hostOf(link),
    source: siteName || siteNameOf(link),
    displayed_link: address ? textOf(address) : '',
    snippet: excerpt.text,
    snippet_matched: excerpt.matched,
    ...(excerpt.date !== undefined && { date: excerpt.date }),
  };
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
