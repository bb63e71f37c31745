import { attributeText, childElements, closest, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { addressElementsIn, isCite, looksLikeAddress } from '../../page/line-parts.js';
import { firstLines, isLinked, type Line, linesOf } from '../../page/lines.js';
import { anchorsWithin, headingsWithin, outermostElements } from '../../page/lists.js';
import { findElements, holdsElement, type Page } from '../../page/page.js';
import { headingLevelOf, isList, isListOrItem } from '../../page/roles.js';
import { ariaLabelOf } from '../../page/text.js';
import { hasText, isHiddenInAnyWay, onlyChildWithText } from '../../page/visible.js';
import { hostOf } from '../../words/address.js';
import { elementWithMostItems } from '../landmarks.js';
import { targetOf } from '../links.js';

/** An item of the list of results. */
export interface ResultListItem {
  readonly item: Element;
  /** Its headings with a link, except those of lists inside it. */
  readonly links: readonly HeadedLink[];
}

/** A heading with a link. */
export interface HeadedLink {
  readonly heading: Element;
  readonly level: number;
  readonly anchor: Element;
  /** The external target; undefined if it leads to Bing. */
  readonly link: string | undefined;
}

/** The visible items of the list. */
export function resultListItems(page: Page, list: Element): ResultListItem[] {
  const listItems = outermostListItems(page, list);
  const rows = rowsOfList(page, list);
  const others = childElements(rows);
  const listed = readItems(page, list, listItems); // those of a list inside a row may be the only ones with headings
  const isWhole = others.every((item, at) => item === listItems[at]); // then the list items have as many
  if (listItems.length > 0 && (isWhole || countOf(page, listItems) >= countOf(page, others))) return listed;
  const items = readItems(page, list, others);
  const isInItem = listItems.some((item) => contains(item, rows));
  return isInItem && countHeaded(listed) >= countHeaded(items) ? listed : items;
}

function readItems(page: Page, list: Element, all: readonly Element[]): ResultListItem[] {
  const items = withoutNotices(all.filter((item) => !isHiddenInAnyWay(item, list)));
  const headed = items.map((item) => ({ item, links: titleLinksOf(page, item) }));
  const count = countHeaded(headed);
  if (count * 2 > items.length) return headed;
  const inLists = items.map((item) => ({ item, links: titleLinksOf(page, item, isInListBesideText) }));
  const plain = headed.map(({ item, links }) => {
    return { item, links: links.length > 0 ? links : plainTitleLinksOf(page, item) };
  });
  const isAbove = inLists.some(({ links: [title] }, at) => orderOf(title) < orderOf(plain[at]!.links[0]));
  const best = countHeaded(inLists) + Number(isAbove) > countHeaded(plain) ? inLists : plain;
  return countHeaded(best) > 2 * count ? best : headed;
}

function orderOf(link: HeadedLink | undefined): number {
  return link?.anchor.order ?? Number.NaN;
}

/** The items without those that, by their role, say something about the page, unless most have such a role. */
function withoutNotices(items: readonly Element[]): readonly Element[] {
  const others = items.filter((item) => !noticeRoles.has(attributeText(item, 'role')));
  return 2 * others.length < items.length ? items : others;
}

const noticeRoles: ReadonlySet<string> = new Set(['note', 'status', 'alert', 'complementary', 'search', 'form']);

/** Number of items with a heading that leads out. */
function countHeaded(items: readonly ResultListItem[]): number {
  return items.filter(({ links }) => links.some(isLinked)).length;
}

/** The most items of one parent with a heading that leads out: items of lists inside rows have many parents. */
function countOf(page: Page, items: readonly Element[]): number {
  const counts = new Map<Element | null, number>();
  for (const item of items) {
    const isHeaded = titleLinksOf(page, item).some(isLinked);
    counts.set(item.parent, (counts.get(item.parent) ?? 0) + Number(isHeaded));
  }
  return Math.max(0, ...counts.values());
}

/** The parent of most items: a list may wrap its rows in a box or a table. */
function rowsOfList(page: Page, list: Element): Element {
  return elementWithMostItems(page, list) ?? list;
}

/**
 * On pages without headings, the title is what a link without text is named by, or the first external link that is not
 * the address.
 */
function plainTitleLinksOf(page: Page, item: Element): HeadedLink[] {
  const anchors = anchorsWithin(page, item);
  const named = anchors.find((inner) => titleNaming(page, inner, item) !== undefined);
  const anchor = named ?? anchors.find((inner) => mayBeTitle(inner, item));
  if (anchor === undefined) return [];
  const link = targetOf(hrefOf(anchor))!;
  const heading = (named && titleNaming(page, named, item)) ?? titleInCard(anchor, hostOf(link)) ?? anchor;
  const isAddressed = addressElementsIn(linesOf(item), hostOf(link)).length > 0;
  return isAddressed ? [{ heading, level: defaultLevel, anchor, link }] : [];
}

/** The visible text of an item that names an external link without text; undefined if none does. */
function titleNaming({ ids }: Page, anchor: Element, item: Element): Element | undefined {
  if (hasText(anchor) || targetOf(hrefOf(anchor)) === undefined || isInList(anchor, item)) return undefined;
  const named = ids.get(attributeText(anchor, 'aria-labelledby').trim());
  if (named !== undefined) return contains(item, named) && hasText(named) ? named : undefined;
  const label = ariaLabelOf(anchor);
  return linesOf(item).find(({ text }) => text === label)?.block;
}

function mayBeTitle(anchor: Element, item: Element): boolean {
  const link = targetOf(hrefOf(anchor));
  if (link === undefined || !isTitle(anchor) || isInList(anchor, item) || isHiddenInAnyWay(anchor, item)) return false;
  return !holdsAddress(anchor, hostOf(link)) || titleInCard(anchor, hostOf(link)) !== undefined;
}

function holdsAddress(anchor: Element, host: string): boolean {
  return indexOfAddress(linesOf(anchor), host) >= 0;
}

function indexOfAddress(lines: readonly Line[], host: string): number {
  return lines.findLastIndex(({ text }) => looksLikeAddress(text, host));
}

/** The title in a link around a whole row: below the address, unless the excerpt is there; undefined in other links. */
function titleInCard(anchor: Element, host: string): Element | undefined {
  const lines = linesOf(anchor).filter(({ block }) => block !== anchor);
  const address = indexOfAddress(lines, host);
  const below = lines[address + 1];
  if (address < 0 || below === undefined) return undefined;
  return (address === 0 || below.text.length < maxTitleLength ? below : lines[0]!).block;
}

/** Excerpts are longer. */
const maxTitleLength = 80;

/** Level of a heading that has none. */
const defaultLevel = 2;

/** The outermost list items, at any depth; in place of those that group rows, these. */
function outermostListItems(page: Page, list: Element): Element[] {
  const items = outermostElements(findElements(page, list, ({ name }) => name === 'li'));
  return items.flatMap((item) => {
    const inside = childElements(listFilling(item));
    return inside.filter((inner) => isCitedItem(page, inner)).length > 1 ? inside : item;
  });
}

/** The list that an item consists of; null if there is none. */
function listFilling(item: Element): Element | null {
  const only = onlyChildWithText(item);
  if (only === undefined || !isElement(only)) return null;
  return isList(only) ? only : listFilling(only);
}

/** Whether an item has a title and an address, as rows do. */
function isCitedItem(page: Page, item: Element): boolean {
  return titleLinksOf(page, item).some(isLinked) && holdsElement(page, item, isCite);
}

function titleLinksOf(page: Page, item: Element, isApart = isInList): HeadedLink[] {
  const links: HeadedLink[] = [];
  for (const heading of headingsWithin(page, item)) {
    if (!hasText(heading) || isApart(heading, item) || isHiddenInAnyWay(heading, item)) continue;
    const anchor = linkOf(page, heading);
    const level = headingLevelOf(heading) || defaultLevel;
    if (anchor) links.push({ heading, level, anchor, link: targetOf(hrefOf(anchor)) });
  }
  return links;
}

/** Whether a heading is part of a list inside the item. */
function isInList(heading: Element, item: Element): boolean {
  return closest(heading, (outer) => outer === item || isListOrItem(outer)) !== item;
}

/**
 * As `isInList`, for items that are lists themselves: a list of one thing, or around the whole content of the item, does
 * not count.
 */
function isInListBesideText(heading: Element, item: Element): boolean {
  for (let outer = heading; outer !== item; outer = outer.parent!)
    if (isListOrItem(outer) && isOfSeveral(outer) && hasTextBeside(outer, item)) return true;
  return false;
}

function isOfSeveral(part: Element): boolean {
  const list = isList(part) ? part : part.parent!;
  return childElements(list).length > 1;
}

function hasTextBeside(list: Element, item: Element): boolean {
  return firstLines(item, 1, { skip: (element) => element === list }).length > 0;
}

/** Desktop pages have the link inside the heading, mobile pages the heading inside the link. */
function linkOf(page: Page, heading: Element): Element | undefined {
  const inner = anchorsWithin(page, heading);
  const own = inner.find(isTitle) ?? inner.find(leadsSomewhere);
  return own ?? closest(heading, (outer) => outer.name === 'a' && leadsSomewhere(outer));
}

function isTitle(anchor: Element): boolean {
  return hasText(anchor) && leadsSomewhere(anchor);
}

function leadsSomewhere(anchor: Element): boolean {
  return !leadsNowhere.test(hrefOf(anchor));
}

const leadsNowhere = /^(?:javascript:|#|$)/i;
