import { contains, type Element, hrefOf } from '../../html/tree.js';
import { splitLinesAtMiddleDots } from '../../page/line-parts.js';
import {
  elementsWithin,
  firstWithin,
  headingsWithin,
  isInAny,
  mergeInDocumentOrder,
  outermostElements,
} from '../../page/lists.js';
import { oncePerPage, type Page } from '../../page/page.js';
import { isListItem, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, hasText, isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Product } from '../../results/block-items.js';
import { isPrice } from '../../words/numbers.js';
import { letter } from '../../words/text.js';
import { adClickLinks, externalTargetIn, externalTargetOf } from '../links.js';
import { markedTextAds, paidContentElements, possibleProductAdContainers } from './ads.js';
import { type Section, type SectionedPage, widestBlockAround } from './layout.js';
import { isListOfPlaces, ratingAndReviewsIn } from './local-results.js';

/** Reads the products of the list's parts without advertisements: items with a price. */
export function readProducts({ page, allSections, partsBetween }: SectionedPage): Located<Product>[] {
  const products = new Map<Element, Located<Product>>();
  for (const section of [...allSections, ...partsBetween.map((block) => ({ heading: block, block }))]) {
    if (isAdvertised(page, section) || isListOfPlaces(page, section)) continue;
    for (const product of productsIn(page, section)) products.set(product.element, product);
  }
  return [...products.values()];
}

/** Whether a section contains an advertisement, or is in a place for them. */
function isAdvertised(page: Page, { block }: Section): boolean {
  return firstWithin(advertised(page), block) !== undefined || isInAny(paidContentElements(page), block);
}

/** The places of advertisements and the links to advertisers, in document order. */
const advertised: (page: Page) => readonly Element[] = oncePerPage((page) =>
  mergeInDocumentOrder(paidContentElements(page), [...adClickLinks(page)]),
);

/**
 * The products of a grid are list items, or each begins with a heading. Fewer than three with a price are something
 * else.
 */
function productsIn(page: Page, { heading, block }: Section): Located<Product>[] {
  const items = itemsIn(page, block, heading);
  const products: Located<Product>[] = [];
  for (let others = 0, at = 0; at < items.length && others * 2 < items.length; at++) {
    const element = items[at]!;
    const item = readProduct(page, element);
    if (item === undefined) others += 1;
    else products.push({ item, element });
  }
  return products.length >= fewest && products.length * 2 > items.length ? products : [];
}

const fewest = 3;

function itemsIn(page: Page, block: Element, heading: Element): Element[] {
  const outermost = outermostElements(
    elementsWithin(listItems(page), block).filter((element) => element !== block && hasRenderedText(element)),
  );
  if (outermost.length >= fewest) return outermost;
  const headings = headingsWithin(page, block).filter((inner) => !isSectionHeading(inner) && hasRenderedText(inner));
  const bounds = mergeInDocumentOrder(headings, [heading]);
  return headings.map((inner) => widestBlockAround(inner, bounds)).filter((item) => contains(block, item));
}

const listItems: (page: Page) => readonly Element[] = oncePerPage(({ elements }) => elements.filter(isListItem));

function readProduct(page: Page, block: Element): Product | undefined {
  const anchor = firstWithin(page.anchors, block);
  return readCard(page, block, externalTargetIn(page, block) || (anchor === undefined ? '' : hrefOf(anchor)));
}

/**
 * Reads the advertised products: linked cards with a price that are marked as such, lead to an advertiser, or are in a
 * place for advertisements.
 */
export function readShopping({ page, sections }: SectionedPage): Located<Product>[] {
  if (possibleProductAdContainers(page).length === 0 && adClickLinks(page).size === 0) return [];
  const links = page.anchors.filter(
    (anchor, index) => isProductLink(page, anchor, page.anchors[index - 1]) && isRendered(anchor),
  );
  const bounds = mergeInDocumentOrder(
    links.filter(hasText), // an image may have another link to the same target
    sections.map(({ heading }) => heading),
  );
  const products = new Map<string, Located<Product>>();
  const tried = new Set<string>();
  for (const anchor of links.filter(hasText)) {
    const link = externalTargetOf(anchor) || hrefOf(anchor);
    if (tried.has(link)) continue;
    tried.add(link);
    const block = widestBlockAround(anchor, bounds, (other) => hrefOf(other) === hrefOf(anchor));
    const product = readCard(page, anchor, link) ?? readCard(page, block, link);
    if (product !== undefined) products.set(link, { item: product, element: anchor });
  }
  return [...products.values()];
}

/**
 * Whether a link, after `before`, may be that of a product. A link also leads to an advertiser if it hides the redirect
 * that counts the click right before it. A text advertisement may mention a price, but has no card.
 */
function isProductLink(page: Page, anchor: Element, before: Element | undefined): boolean {
  if (isInAny(markedTextAds(page), anchor)) return false;
  const clicks = adClickLinks(page);
  if (clicks.has(anchor)) return true;
  const isCounted = before !== undefined && clicks.has(before) && !isRendered(before);
  return (isCounted || isInAny(possibleProductAdContainers(page), anchor)) && externalTargetOf(anchor) !== '';
}

/** The name is a heading, or the text right before the price; the shop is the text right after it. */
function readCard(page: Page, block: Element, link: string): Product | undefined {
  const lines = splitLinesAtMiddleDots(block).map(withoutRepetition);
  const parts = lines.map(withoutFormerPrice).filter((part) => isPrice(part) || letter.test(part));
  const at = parts.findIndex(isPrice);
  const price = parts[at];
  const heading = headingsWithin(page, block).find(hasRenderedText);
  const after = parts.slice(at + 1).filter((part) => !isPrice(part));
  const named = heading === undefined ? parts[at - 1] : withoutRepetition(textOf(heading));
  const title = named ?? after.shift();
  if (!price || !title || title.length > maxTitleLength) return undefined;
  const source = after.find((part) => part !== title)?.replace(otherShops, '');
  return { title, link, price, ...withoutUndefined({ source }), ...ratingAndReviewsIn(lines) };
}

/** Longer texts are sentences. */
const maxTitleLength = 200;

/** The number of further shops after the name of one: "Shop, 5+". */
const otherShops = /,\s?\d+\+$/;

/** "$94.40$118" without the price before a reduction. */
function withoutFormerPrice(text: string): string {
  const price = text.replace(/(?<=\d)\s?\p{Sc}[\d.,]+$/u, '');
  return isPrice(price) ? price : text;
}

/** Undoes a name that occurs twice, once for when the pointer is over it. */
function withoutRepetition(text: string): string {
  const half = text.slice(0, text.length / 2).trim();
  return text === half + half || text === `${half} ${half}` ? half : text;
}
