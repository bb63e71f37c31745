import { closest, type Element, hrefOf, isElement, type Node } from '../html/tree.js';
import { collapse } from '../words/text.js';
import { coveredTitle, isPlainTitle } from './covering-links.js';
import type { Lists } from './lists.js';
import { remove, wrapContent } from './nesting.js';
import { addTo } from './ordered.js';
import { mayLeadOut } from './outside-links.js';
import { isHeading, levelOf } from './roles.js';

/**
 * Moves the links of cards into their titles on pages where a short text, the same in every card, is the link: "Visit".
 * Returns whether there were such cards; then the order of the page's elements has changed.
 */
export function linkTitlesBesideLinks(lists: Lists): boolean {
  if (!mayHaveTitles(lists)) return false;
  const titles = titlesBesideLinks(lists);
  if (titles.size < minCards) return false;
  for (const [title, link] of titles) {
    remove(link);
    wrapContent(title, 'a', link.attributes);
  }
  return true;
}

const minCards = 3;

/** Whether more than half of the headings of a level are no links. */
function mayHaveTitles({ headings, anchors }: Lists): boolean {
  const counts: number[] = [];
  const plain: number[] = [];
  for (const heading of headings) {
    const level = levelOf(heading);
    counts[level] = (counts[level] ?? 0) + 1;
    plain[level] = (plain[level] ?? 0) + Number(isPlainTitle(anchors, heading));
  }
  return plain.some((count, level) => count >= minCards && 2 * count > counts[level]!);
}

function titlesBesideLinks(lists: Lists): ReadonlyMap<Element, Element> {
  const links = new Map<string, Element[]>();
  for (const link of lists.anchors) {
    const text = labelIn(link);
    if (text === '' || !mayLeadOut(link) || search.test(hrefOf(link))) continue;
    if (closest(link, isHeading) === undefined) addTo(links, text, link);
  }
  const titles = new Map<Element, Element>();
  const groups = [...links.values()].filter((alike) => new Set(alike.map((link) => hrefOf(link))).size >= minCards);
  for (const alike of groups.sort((one, other) => one.length - other.length)) {
    for (const link of alike) {
      const title = coveredTitle(lists, link);
      if (title !== undefined) titles.set(title, link); // in place of one that fewer cards have: "Translate this page"
    }
  }
  return titles;
}

/** The text of a link with a single short one; `''` for others. */
function labelIn(link: Element): string {
  let node: Node = link;
  while (isElement(node)) {
    const [child, other]: Node[] = node.children;
    if (child === undefined || other !== undefined) return '';
    node = child;
  }
  return node.data.length > maxLabelLength ? '' : collapse(node.data);
}

/** More results of a search, as below an answer. */
const search = /^https?:\/\/[^/]+\/search\?/;

/** Length of "Visit" in any language. */
const maxLabelLength = 24;
