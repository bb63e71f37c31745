import { hostOf, siteNameOf } from '../html/address.js';
import { findAll, type Page, within } from '../html/page.js';
import { textOf } from '../html/text.js';
import { ancestors, attribute, closest, contains, type Element } from '../html/tree.js';
import type { Trace } from '../trace.js';
import type { OrganicResult } from '../types.js';
import { targetOf } from './links.js';
import { readExcerpt } from './snippet.js';

/** A row of the list and what makes it one. */
interface Row {
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
  const rows = items.flatMap((item) => rowOf(page, item, trace) ?? []);
  trace.layout(layoutOf(rows));
  return rows.map((row, index) => resultOf(page, row, index + 1, trace));
}

/** The list items that stand in no other item, however they are wrapped. */
function itemsOf(page: Page, list: Element): Element[] {
  const items: Element[] = [];
  for (const item of findAll(page, list, ({ name }) => name === 'li')) {
    const last = items.at(-1);
    if (last === undefined || !contains(last, item)) items.push(item);
  }
  return items;
}

/**
 * An item is a row when exactly one second-level heading is its own and leads to a target outside of Bing, and text
 * follows it: answers hold several such headings, put one below their text, or lead to another search of Bing; ads are
 * lists of their own.
 */
function rowOf(page: Page, item: Element, trace: Trace): Row | undefined {
  const headings = within(page.headings, item).filter(({ name }) => name === 'h2');
  const own = headings.filter((heading) => closest(heading, ({ name }) => name === 'li') === item);
  const leading = own.flatMap((heading) => {
    const href = linkOf(page, heading);
    return href === undefined ? [] : { heading, link: targetOf(href) };
  });
  const [first, ...further] = leading;
  if (first === undefined) return dropped(trace, 'no heading with a link', item);
  const { heading, link } = first;
  if (link === undefined) return dropped(trace, 'leads to Bing', item);
  if (further.some((other) => other.link !== undefined)) return dropped(trace, 'several headings', item);
  if (isAnswer(page, item, heading)) return dropped(trace, 'answer', item);
  return { item, heading, link, address: findAll(page, item, ({ name }) => name === 'cite')[0] };
}

function dropped(trace: Trace, reason: string, item: Element): undefined {
  trace.drop(reason, item);
}

/** Desktop pages put the link into the heading, mobile pages the heading into the link. */
function linkOf(page: Page, heading: Element): string | undefined {
  const outer = closest(heading, ({ name }) => name === 'a');
  const hrefs = [...within(page.anchors, heading), ...(outer ? [outer] : [])].map((anchor) =>
    attribute(anchor, 'href'),
  );
  return hrefs.find((href) => href !== undefined && !/^(?:javascript:|#)/i.test(href));
}

/** An answer states its text first and its source below; today's names for answers and ads confirm it. */
function isAnswer(page: Page, item: Element, heading: Element): boolean {
  if (/(?:^|\s)b_(?:ans|ad)(?:\s|$)/.test(attribute(item, 'class') ?? '')) return true;
  const before = findAll(page, item, ({ name, order }) => name === 'p' && order < heading.order);
  return before.some((paragraph) => textOf(paragraph) !== '');
}

function layoutOf(rows: readonly Row[]): string {
  if (rows.some(({ heading }) => closest(heading, ({ name }) => name === 'a') !== undefined)) return 'mobile';
  const isAddressAbove = rows.some(({ heading, address }) => address !== undefined && address.order < heading.order);
  return isAddressAbove ? 'desktop, address above the title' : 'desktop, address below the title';
}

function resultOf(page: Page, row: Row, position: number, trace: Trace): OrganicResult {
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
function siteNameBefore({ item, heading, address }: Row): string {
  if (address === undefined) return '';
  for (const outer of ancestors(address)) {
    if (outer === item || contains(outer, heading)) return '';
    const name = textOf(outer, { skip: (element) => element.order >= address.order });
    if (name !== '') return name;
  }
  return '';
}
