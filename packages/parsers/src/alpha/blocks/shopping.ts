import { type Element, hrefOf } from '../../html/tree.js';
import { inOrder, isInAny, within } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { partsOfElement } from '../../page/parts.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { Product } from '../../results/block-items.js';
import { isPrice } from '../../words/numbers.js';
import { letter } from '../../words/text.js';
import { adClicks, outsideTarget } from '../links.js';
import { productPlaces, textAds } from './ad-places.js';
import { type Layout, widestBlockAround } from './layout.js';

/**
 * Reads the advertised products: linked cards with a price that are marked as such, lead to an advertiser, or are in a
 * place for advertisements.
 */
export function readShopping({ page, sections }: Layout): Located<Product>[] {
  if (productPlaces(page).length === 0 && adClicks(page).size === 0) return [];
  const links = page.anchors.filter(
    (anchor, index) => isProductLink(page, anchor, page.anchors[index - 1]) && isShown(anchor),
  );
  const bounds = inOrder(
    links.filter(hasText), // an image may have another link to the same target
    sections.map(({ heading }) => heading),
  );
  const products = new Map<string, Located<Product>>();
  const tried = new Set<string>();
  for (const anchor of links.filter(hasText)) {
    const link = outsideTarget(anchor) || hrefOf(anchor);
    if (tried.has(link)) continue;
    tried.add(link);
    const block = widestBlockAround(anchor, bounds, (other) => hrefOf(other) === hrefOf(anchor));
    const product = readProduct(page, anchor, link) ?? readProduct(page, block, link);
    if (product !== undefined) products.set(link, { item: product, element: anchor });
  }
  return [...products.values()];
}

/**
 * Whether a link, after `before`, may be that of a product. A link also leads to an advertiser if it hides the redirect
 * that counts the click right before it. A text advertisement may mention a price, but has no card.
 */
function isProductLink(page: Page, anchor: Element, before: Element | undefined): boolean {
  if (isInAny(textAds(page), anchor)) return false;
  const clicks = adClicks(page);
  if (clicks.has(anchor)) return true;
  const isCounted = before !== undefined && clicks.has(before) && !isShown(before);
  return (isCounted || isInAny(productPlaces(page), anchor)) && outsideTarget(anchor) !== '';
}

/** The name is a heading, or the text right before the price; the shop is the text right after it. */
function readProduct(page: Page, block: Element, link: string): Product | undefined {
  const parts = partsOfElement(block)
    .map(withoutRepetition)
    .filter((part) => isPrice(part) || letter.test(part));
  const at = parts.findIndex(isPrice);
  const price = parts[at];
  if (price === undefined) return undefined;
  const heading = within(page.headings, block).find((inner) => isShown(inner) && textOf(inner) !== '');
  const after = parts.slice(at + 1).filter((part) => !isPrice(part));
  const named = heading === undefined ? parts[at - 1] : withoutRepetition(textOf(heading));
  const title = named ?? after.shift();
  if (title === undefined || title.length > maximumTitle) return undefined;
  const source = after.find((part) => part !== title);
  return { title, link, price, ...(source !== undefined && { source }) };
}

/** Undoes a name that occurs twice, once for when the pointer is over it. */
function withoutRepetition(text: string): string {
  const half = text.slice(0, text.length / 2).trim();
  return half !== '' && (text === half + half || text === `${half} ${half}`) ? half : text;
}

/** Longer texts are sentences. */
const maximumTitle = 200;
