import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isBreadcrumb, looksLikeAddress } from '../../page/address-shape.js';
import { isLinked, type Line, linesOf } from '../../page/lines.js';
import { firstWithin, inOrder, lowerBound, within } from '../../page/lists.js';
import { headingAround, type Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { FeaturedSnippet } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { outsideTarget, targetWithQuote } from '../links.js';
import { isForeignBlock } from '../organic-results/exclude.js';
import { isCollapsedAnswer } from './disclosures.js';
import { type Layout, widestBlockAround } from './layout.js';

/** Reads the text quoted above the results: a text, then the titled link to its page, which is not a row. */
export function readFeaturedSnippet({ page, rows }: Layout): Located<FeaturedSnippet> | undefined {
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const end = rowAnchors[1]?.order ?? page.elements.length; // the first row may be above it
  const links = page.anchors.slice(0, lowerBound(page.anchors, end));
  const titled = links.filter((anchor) => isTitle(page, anchor) || isExplained(page, anchor));
  const bounds = inOrder(titled, rowAnchors);
  for (const anchor of titled) {
    if (rowAnchors.includes(anchor) || isInOtherBlock(page, anchor)) continue;
    const text = quoteAbove(page, anchor, widestBlockAround(anchor, bounds));
    const title = titleOf(page, anchor);
    if (text.length < minimumQuote || title === '') continue;
    return { item: { text, title, link: targetWithQuote(anchor) }, element: anchor };
  }
  return undefined;
}

/** Shorter texts above a link are its site's name and address. */
const minimumQuote = 40;

/** Whether an external link contains a title's heading, or is the whole of one. */
function isTitle(page: Page, anchor: Element): boolean {
  const heading = firstWithin(page.headings, anchor) ?? headingAround(page, anchor);
  if (heading === undefined || isSectionHeading(heading)) return false;
  return outsideTarget(anchor) !== '' && isShown(anchor);
}

/** Whether an external link precedes one that explains such quotes: pages without scripts have no headings there. */
function isExplained({ anchors }: Page, anchor: Element): boolean {
  const next = anchors[lowerBound(anchors, anchor.order + 1)];
  return next !== undefined && hrefOf(next).includes('featured_snippets') && outsideTarget(anchor) !== '';
}

function titleOf(page: Page, anchor: Element): string {
  const heading = firstWithin(page.headings, anchor);
  return heading === undefined ? (linesOf(anchor)[0]?.text ?? '') : textOf(heading);
}

function isInOtherBlock(page: Page, anchor: Element): boolean {
  return closest(anchor, isOtherBlock) !== undefined || isCollapsedAnswer(page, anchor);
}

/** Whether the element is an advertisement, a question or the like; an element of answers may belong to the quote. */
function isOtherBlock(element: Element): boolean {
  return isForeignBlock(element) && element.name !== 'block-component';
}

function quoteAbove(page: Page, anchor: Element, block: Element): string {
  const sections = new Set(within(page.headings, block).filter(isSectionHeading));
  const lines = linesOf(block, {
    skip: (element) => sections.has(element) || attribute(element, 'role') === 'button',
  });
  const end = lines.findIndex((line) => isLineOf(line, anchor));
  const host = hostOf(outsideTarget(anchor));
  const above = lines
    .slice(0, Math.max(end, 0))
    .filter(({ pieces, text }) => !pieces.every(isLinked) && !isAddressOrDate(text, host));
  return above.map(({ text }) => text).join(' ');
}

/** Whether a text is the address of the page, or its date. */
function isAddressOrDate(text: string, host: string): boolean {
  return looksLikeAddress(text, host) || isBreadcrumb(text) || isDateText(text);
}

function isLineOf({ pieces }: Line, element: Element): boolean {
  return pieces.some(({ parent }) => contains(element, parent));
}
