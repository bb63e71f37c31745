import { ancestors, attribute, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { addressElementsIn, isCite } from '../../page/line-parts.js';
import { linesOf, textsOf } from '../../page/lines.js';
import { elementsWithin, headingsWithin, linkOfHeading, neighboursOf, widestAround } from '../../page/lists.js';
import { findElement, findElements, holdsElement, type Page } from '../../page/page.js';
import { hasRole, headingLevelOf, isAnchor, isButton, isHeading, isImage, isListOrItem } from '../../page/roles.js';
import { isHighlight, textOf } from '../../page/text.js';
import { hasRenderedText, hasText, isRendered } from '../../page/visible.js';
import { ratingIn } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import type { NonRowPart, PageParts } from '../../reading/blocks/page-parts.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Ad, Product } from '../../results/block-items.js';
import { isPrice } from '../../words/numbers.js';
import { collapseWhitespace } from '../../words/text.js';
import { absoluteLink, isAdClick } from '../links.js';

/** Reads the text advertisements: headings whose link is the redirect that counts clicks. */
export function readAds({ page, rows, parts, links }: PageParts): Located<Ad>[] {
  if (links.ads.length === 0) return [];
  const first = rows[0]?.anchor.order ?? page.elements.length;
  return parts.flatMap((part) => {
    const linked = headingsWithin(page, part.element).filter(
      (heading) => titleLink(heading) !== undefined && isRendered(heading) && !isInside(heading, isTile),
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
    const titles = elementsWithin(links.ads, part).filter(
      (anchor) => hasRenderedText(anchor) && !isInside(anchor, isTile),
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
    part: NonRowPart,
    heading: Element,
    anchor: Element,
    headings: readonly Element[],
  ): Omit<Ad, 'position'> {
    const block = adAround(part, heading, headings);
    const cite = addressesIn(page, block).find(isRendered);
    const after = (element: Element) => element.order > heading.last && hasRenderedText(element);
    const isText = (element: Element) => element.name === 'p' && !(cite && contains(element, cite));
    const paragraph =
      findElement(page, block, (element) => isText(element) && after(element)) ?? blockAfter(block, cite);
    return {
      title: textOf(anchor, { skip: (element) => isHeading(element) && element !== heading }),
      link: absoluteLink(hrefOf(anchor)),
      displayed_link: cite === undefined ? '' : textOf(cite, { skip: isButton }),
      snippet: paragraph === undefined ? '' : textOf(paragraph, { skip: (element) => isLabel(element, paragraph) }),
    };
  }
}

/** The headings of the highest level in the fewest lists: links below an advertisement may be headings too. */
function outermostTitles(headings: readonly Element[]): Element[] {
  const level = Math.min(...headings.map(headingLevelOf));
  const titles = headings.filter((heading) => headingLevelOf(heading) === level);
  const depth = Math.min(...titles.map(depthInLists));
  return titles.filter((heading) => depthInLists(heading) === depth);
}

function depthInLists(element: Element): number {
  return [...ancestors(element)].filter(isListOrItem).length;
}

/** The elements marked as addresses; if there are none, those written like one. */
function addressesIn(page: Page, block: Element): readonly Element[] {
  const marked = findElements(page, block, isCite);
  return marked.length > 0 ? marked : addressElementsIn(linesOf(block), '');
}

/** The block of the first line after an address, for pages without paragraphs. */
function blockAfter(block: Element, address: Element | undefined): Element | undefined {
  if (address === undefined) return undefined;
  return linesOf(block).find((line) => line.block.order > address.last && contains(block, line.block))?.block;
}

/** In the column beside the rows, or above or below the first of them. */
function positionOf({ column }: NonRowPart, heading: Element, first: number): Ad['position'] {
  if (column === 'side') return 'right';
  return heading.order < first ? 'top' : 'bottom';
}

/** Whether the element is the word before the text that marks an advertisement. */
function isLabel(element: Element, paragraph: Element): boolean {
  const first = paragraph.children.find((child) => child.type !== 'text' || collapseWhitespace(child.data) !== '');
  return element === first && !isAnchor(element) && !isHighlight(element) && textOf(element).length <= maxLabelLength;
}

const maxLabelLength = 12;

function adAround(part: NonRowPart, heading: Element, headings: readonly Element[]): Element {
  let block = heading;
  for (let outer = heading.parent; outer !== null && contains(part.element, outer); outer = outer.parent) {
    if (headings.some((other) => other !== heading && contains(outer, other))) break;
    block = outer;
  }
  return block;
}

/** Reads the advertised products: tiles without a heading, with a price and with links that count clicks. */
export function readShopping({ page, parts, links: { ads } }: PageParts): Located<Product>[] {
  const products = new Map<string, Located<Product>>();
  for (const { element: part } of ads.length === 0 ? [] : parts) {
    const links = elementsWithin(ads, part).filter(isRendered);
    for (const tile of links.length === 0 ? [] : tilesAround(page, links, part)) {
      const product = readProduct(page, tile.block, tile.anchor);
      if (product !== undefined && !products.has(product.link))
        products.set(product.link, { item: product, element: tile.anchor });
    }
  }
  return [...products.values()];
}

function tilesAround(page: Page, links: readonly Element[], part: Element): { block: Element; anchor: Element }[] {
  const marked = findElements(page, part, isTile);
  const items = marked.length > 0 ? marked : picturedTiles(page, links, part);
  return items.flatMap((block) => {
    const anchor = links.find((link) => contains(block, link));
    return anchor === undefined ? [] : [{ block, anchor }];
  });
}

/** On pages without roles: the widest element around a link and no other, if it contains an image. */
function picturedTiles(page: Page, links: readonly Element[], part: Element): Element[] {
  const tiles = links.map((link) => {
    const nearest = neighboursOf(links, link, (other) => hrefOf(other) === hrefOf(link));
    return widestAround(link, nearest, (outer) => outer === part || !contains(part, outer));
  });
  const pictured = tiles.filter((tile) => holdsElement(page, tile, isImage));
  return pictured.length < minTiles ? [] : [...new Set(pictured)];
}

/** Each tile holds its product twice, the second time for when the pointer is over it. */
function readProduct(page: Page, block: Element, anchor: Element): Product | undefined {
  const lines = textsOf(linesOf(block));
  const at = lines.findIndex((text) => isPrice(text) || priceWithNote.test(text));
  if (at < 1) return undefined; // the title stands before the price
  const picture = findElement(page, block, isImage);
  const described = collapseWhitespace((picture && attribute(picture, 'alt')) ?? '');
  const shown = lines.slice(0, at).find((text) => /\p{L}/u.test(text)) ?? '';
  const isSame = described.slice(0, minCommonPrefix) === shown.slice(0, minCommonPrefix);
  const title = isSame ? described : shown;
  const cite = findElements(page, block, isCite).find(hasText);
  const shop = cite === undefined ? lines.slice(at + 1).findLast((text) => /\p{L}{2}/u.test(text)) : textOf(cite);
  const rating = ratingIn(page, block);
  return {
    title,
    link: hrefOf(anchor).trim(),
    price: lines[at]!,
    ...withoutUndefined({ source: shop, rating }),
  };
}

/** Whether the role of an element makes it an item of a carousel. */
function isTile(element: Element): boolean {
  return hasRole(element, 'listitem');
}

const minTiles = 3;

/** "$99.99 now" */
const priceWithNote = /^\p{Sc}\s?\d[\d.,]*\s\p{L}{1,12}$/u;

/** Texts that share this many characters are the same, once cut. */
const minCommonPrefix = 8;
