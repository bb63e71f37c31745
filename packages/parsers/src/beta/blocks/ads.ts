import { ancestors, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { addressElementsIn, isCite } from '../../page/address-shape.js';
import { linesOf } from '../../page/lines.js';
import { linkOfHeading, within } from '../../page/lists.js';
import { find, findAll, type Page } from '../../page/page.js';
import { isHeading, isListPart, levelOf } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts, PartOfPage } from '../../reading/blocks/parts.js';
import type { Ad } from '../../results/block-items.js';
import { collapse } from '../../words/text.js';
import { absoluteLink, isAdClick } from '../links.js';
import { isTile } from './shopping.js';

/** Reads the text advertisements: headings whose link is the redirect that counts clicks. */
export function readAds({ page, rows, parts, links }: PageParts): Located<Ad>[] {
  if (links.ads.length === 0) return [];
  const first = rows[0]?.anchor.order ?? page.elements.length;
  return parts.flatMap((part) => {
    const linked = within(page.headings, part.element).filter(
      (heading) => titleLink(heading) !== undefined && isShown(heading),
    );
    const headings = linked.length > 0 ? outermostTitles(linked) : titlesIn(part.element);
    return headings.map((heading) => {
      const anchor = titleLink(heading)!;
      const position = positionOf(part, heading, first);
      return { item: { position, ...readAd(part, heading, anchor, headings) }, element: anchor } as const;
    });
  });

  /** Without headings: the last link that counts clicks before each address, except those of product tiles. */
  function titlesIn(part: Element): Element[] {
    const titles = within(links.ads, part).filter(
      (anchor) => isShown(anchor) && hasText(anchor) && closest(anchor, isTile) === undefined,
    );
    if (titles.length === 0) return [];
    let from = part.order;
    return addressesIn(page, part).flatMap((address) => {
      const title = titles.findLast(({ order, last }) => order > from && last < address.order);
      from = address.last;
      return title ?? [];
    });
  }

  function titleLink(heading: Element): Element | undefined {
    const anchor = linkOfHeading(page.anchors, heading);
    return anchor !== undefined && isAdClick(hrefOf(anchor)) ? anchor : undefined;
  }

  function readAd(
    part: PartOfPage,
    heading: Element,
    anchor: Element,
    headings: readonly Element[],
  ): Omit<Ad, 'position'> {
    const block = adAround(part, heading, headings);
    const cite = addressesIn(page, block).find(isShown);
    const after = (element: Element) => element.order > heading.last && isShown(element) && hasText(element);
    const paragraph = find(page, block, (element) => element.name === 'p' && after(element)) ?? blockAfter(block, cite);
    return {
      title: textOf(anchor, { skip: (element) => isHeading(element) && element !== heading }),
      link: absoluteLink(hrefOf(anchor)),
      displayed_link: cite === undefined ? '' : textOf(cite),
      snippet: paragraph === undefined ? '' : textOf(paragraph, { skip: (element) => isLabel(element, paragraph) }),
    };
  }
}

/** The headings of the highest level in the fewest lists: links below an advertisement may be headings too. */
function outermostTitles(headings: readonly Element[]): Element[] {
  const level = Math.min(...headings.map(levelOf));
  const titles = headings.filter((heading) => levelOf(heading) === level);
  const depth = Math.min(...titles.map(depthInLists));
  return titles.filter((heading) => depthInLists(heading) === depth);
}

function depthInLists(element: Element): number {
  return [...ancestors(element)].filter(isListPart).length;
}

/** The elements marked as addresses; if there are none, those written like one. */
function addressesIn(page: Page, block: Element): readonly Element[] {
  const marked = findAll(page, block, isCite);
  return marked.length > 0 ? marked : addressElementsIn(linesOf(block), '');
}

/** The block of the first line after an address, for pages without paragraphs. */
function blockAfter(block: Element, address: Element | undefined): Element | undefined {
  if (address === undefined) return undefined;
  return linesOf(block).find((line) => line.block.order > address.last && contains(block, line.block))?.block;
}

/** In the column beside the rows, or above or below the first of them. */
function positionOf({ column }: PartOfPage, heading: Element, first: number): Ad['position'] {
  if (column === 'side') return 'right';
  return heading.order < first ? 'top' : 'bottom';
}

/** Whether the element is the word before the text that marks an advertisement. */
function isLabel(element: Element, paragraph: Element): boolean {
  const first = paragraph.children.find((child) => child.type !== 'text' || collapse(child.data) !== '');
  return element === first && element.name === 'span' && textOf(element).length <= maxLabelLength;
}

const maxLabelLength = 12;

function adAround(part: PartOfPage, heading: Element, headings: readonly Element[]): Element {
  let block = heading;
  for (let outer = heading.parent; outer !== null && contains(part.element, outer); outer = outer.parent) {
    if (headings.some((other) => other !== heading && contains(outer, other))) break;
    block = outer;
  }
  return block;
}
