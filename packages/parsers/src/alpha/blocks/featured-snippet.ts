import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { type Page, within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { FeaturedSnippet } from '../../results/blocks.js';
import { outsideTarget } from '../links.js';
import { isForeignBlock } from '../organic-results/exclude.js';
import { blockAround, inOrder, type Layout } from './layout.js';

/** Reads the passage quoted above the results: text, then the titled link that it is taken from, which is no row. */
export function readFeaturedSnippet({ page, rows }: Layout): FeaturedSnippet | undefined {
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const titled = page.anchors.filter((anchor) => isTitled(page, anchor));
  const bounds = inOrder(titled, rowAnchors);
  const end = rowAnchors[1]?.order ?? page.elements.length;
  for (const anchor of titled) {
    if (anchor.order > end) return undefined;
    if (rowAnchors.includes(anchor) || closest(anchor, isOtherBlock) !== undefined) continue;
    const text = quoteAbove(page, anchor, blockAround(anchor, bounds));
    const [heading] = within(page.headings, anchor);
    if (text.length >= minimumQuote) return { text, title: textOf(heading ?? anchor), link: outsideTarget(anchor) };
  }
  return undefined;
}

/** Shorter texts above a link are its site's name and address. */
const minimumQuote = 40;

function isTitled(page: Page, anchor: Element): boolean {
  if (!within(page.headings, anchor).some(({ name }) => name === 'h3')) return false;
  return outsideTarget(anchor) !== '' && isShown(anchor);
}

/** Advertisements, questions and their like; an element of answers may be the quote's own. */
function isOtherBlock(element: Element): boolean {
  return isForeignBlock(element) && element.name !== 'block-component';
}

function quoteAbove(page: Page, anchor: Element, block: Element): string {
  const sections = within(page.headings, block).filter(({ name }) => name === 'h2');
  const lines = linesOf(block, {
    skip: (element) => sections.includes(element) || attribute(element, 'role') === 'button',
  });
  const end = lines.findIndex((line) => standsIn(line, anchor));
  const above = lines
    .slice(0, Math.max(end, 0))
    .filter(({ pieces }) => !pieces.every(({ link }) => link !== undefined));
  return above.map(({ text }) => text).join(' ');
}

function standsIn({ pieces }: Line, element: Element): boolean {
  return pieces.some(({ parent }) => contains(element, parent));
}
