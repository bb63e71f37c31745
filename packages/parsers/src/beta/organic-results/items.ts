import { closest, type Element, hrefOf, isElement } from '../../html/tree.js';
import { levelOf } from '../../page/headings.js';
import { isListPart } from '../../page/lists.js';
import { type Page, within } from '../../page/page.js';
import { hasText, isWithheld } from '../../page/visible.js';
import { targetOf } from '../links.js';

/** An item of the list of results. */
export interface Item {
  readonly item: Element;
  /** Its headings that lead somewhere; not those of lists inside it. */
  readonly links: readonly TitleLink[];
}

/** A heading that leads somewhere. */
export interface TitleLink {
  readonly heading: Element;
  readonly level: number;
  readonly anchor: Element;
  /** The external target, undefined where it leads to Bing. */
  readonly link: string | undefined;
}

/** The items of the list that a person can see. */
export function itemsOf(page: Page, list: Element): Item[] {
  const listItems = outermostListItems(page, list);
  const items = listItems.length > 0 ? listItems : list.children.filter(isElement);
  return items.filter((item) => !isWithheld(item, list)).map((item) => ({ item, links: titleLinksOf(page, item) }));
}

/** The outermost list items, at any depth. */
function outermostListItems({ elements }: Page, list: Element): Element[] {
  const items: Element[] = [];
  for (let order = list.order + 1; order <= list.last; order++) {
    const element = elements[order]!;
    if (element.name !== 'li') continue;
    items.push(element);
    order = element.last;
  }
  return items;
}

function titleLinksOf(page: Page, item: Element): TitleLink[] {
  const links: TitleLink[] = [];
  for (const heading of within(page.headings, item)) {
    if (isInList(heading, item) || isWithheld(heading, item)) continue;
    const anchor = linkOf(page, heading);
    // A heading that states no level is of the second.
    if (anchor) links.push({ heading, level: levelOf(heading) || 2, anchor, link: targetOf(hrefOf(anchor)) });
  }
  return links;
}

/** Whether a heading is part of a list inside the item. */
function isInList(heading: Element, item: Element): boolean {
  return closest(heading, (outer) => outer === item || isListPart(outer)) !== item;
}

/** Desktop pages put the link into the heading, mobile pages the heading into the link. */
function linkOf(page: Page, heading: Element): Element | undefined {
  const inner = within(page.anchors, heading);
  const first = inner.find(leadsSomewhere);
  if (first !== undefined) return hasText(first) ? first : (inner.find(isTitle) ?? first);
  const outer = closest(heading, ({ name }) => name === 'a');
  return outer?.hasAttribute('href') && leadsSomewhere(outer) ? outer : undefined;
}

function isTitle(anchor: Element): boolean {
  return hasText(anchor) && leadsSomewhere(anchor);
}

function leadsSomewhere(anchor: Element): boolean {
  return !leadsNowhere.test(hrefOf(anchor));
}

const leadsNowhere = /^(?:javascript:|#)/i;
