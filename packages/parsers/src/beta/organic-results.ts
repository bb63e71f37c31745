import { hostOf, siteNameOf } from '../html/address.js';
import { findAll, type Page, within } from '../html/page.js';
import { textOf } from '../html/text.js';
import { ancestors, attribute, contains, type Element } from '../html/tree.js';
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
 * An item is a row when exactly one second-level heading in it leads to a target outside of Bing, and that heading is
 * the item's own: answers hold several or lead to another search of Bing, ads are lists of their own.
 */
function rowOf(page: Page, item: Element, trace: Trace): Row | undefined {
  const leading = within(page.headings, item)
    .filter(isRowHeading)
    .map((heading) => ({ heading, anchor: anchorOf(page, heading) }))
    .filter(({ anchor }) => anchor !== undefined);
  const [first] = leading;
  if (first?.anchor === undefined) return dropped(trace, 'no heading link', item);
  const link = targetOf(attribute(first.anchor, 'href') ?? '');
  if (link === undefined) return dropped(trace, 'leads to Bing', item);
  if (leading.length > 1) return dropped(trace, 'several headings', item);
  if (isInInnerItem(first.heading, item)) return dropped(trace, 'list of its own', item);
  return { item, heading: first.heading, link, address: addressOf(page, item) };
}

function dropped(trace: Trace, reason: string, item: Element): undefined {
  trace.drop(reason, item);
}

function isRowHeading({ name }: Element): boolean {
  return name === 'h2';
}

/** Desktop pages put the link into the heading, mobile pages the heading into the link. */
function anchorOf(page: Page, heading: Element): Element | undefined {
  return within(page.anchors, heading)[0] ?? [...ancestors(heading)].find(({ name }) => name === 'a');
}

function isInInnerItem(heading: Element, item: Element): boolean {
  const inner = [...ancestors(heading)].find(({ name }) => name === 'li');
  return inner !== item;
}

function addressOf(page: Page, item: Element): Element | undefined {
  return findAll(page, item, ({ name }) => name === 'cite')[0];
}

function resultOf(page: Page, row: Row, position: number, trace: Trace): OrganicResult {
  const { heading, link, address } = row;
  const excerpt = readExcerpt(page, row, position, trace);
  return {
    position,
    title: textOf(heading),
    link,
    domain: hostOf(link),
    source: siteNameBefore(address, row) || siteNameOf(link),
    displayed_link: address ? textOf(address) : '',
    snippet: excerpt.text,
    snippet_matched: excerpt.matched,
    ...(excerpt.date !== undefined && { date: excerpt.date }),
  };
}

/** The line above the address line, where both share a block that the title is not part of. */
function siteNameBefore(address: Element | undefined, { item, heading }: Row): string {
  if (address === undefined) return '';
  for (const outer of ancestors(address)) {
    if (outer === item || contains(outer, heading)) return '';
    const name = textOf(outer, { skip: (element) => element.order >= address.order });
    if (name !== '') return name;
  }
  return '';
}
