import { closest, type Element, hrefOf } from '../../html/tree.js';
import { partsOfElement } from '../../page/parts.js';
import { isShown } from '../../page/visible.js';
import type { Product } from '../../results/blocks.js';
import { outsideTarget } from '../links.js';
import { blockAround, inOrder, type Layout } from './layout.js';

/** Reads the advertised products: the linked cards, among those marked as such, that say a price. */
export function readShopping({ page }: Layout): Product[] {
  const links = page.anchors.filter((anchor) => closest(anchor, isProduct) !== undefined && isShown(anchor));
  const bounds = inOrder(links, page.headings);
  const products = new Map<string, Product>();
  for (const anchor of links) {
    const href = hrefOf(anchor);
    const block = blockAround(anchor, bounds, (other) => hrefOf(other) === href);
    const product = readProduct(block, outsideTarget(anchor) || href);
    if (product !== undefined && !products.has(product.link)) products.set(product.link, product);
  }
  return [...products.values()];
}

function isProduct(element: Element): boolean {
  return element.hasAttribute('data-pla') || element.hasAttribute('data-merchant-id');
}

/** The name is the longest of the texts beside the price, the shop the one after it. */
function readProduct(block: Element, link: string): Product | undefined {
  const parts = partsOfElement(block);
  const price = parts.find(isPrice);
  if (price === undefined) return undefined;
  const texts = parts.filter((part) => !isPrice(part) && /\p{L}/u.test(part));
  const title = texts.reduce((best, text) => (text.length > best.length ? text : best), '');
  const source = texts[texts.indexOf(title) + 1];
  return title === '' ? undefined : { title, link, price, ...(source !== undefined && { source }) };
}

/** An amount beside the sign or the letters of a currency. */
function isPrice(text: string): boolean {
  return /^(?:\p{Sc}|\p{Lu}{2,3})\s?\d[\d\s.,’']*$|^\d[\d\s.,’']*\s?(?:\p{Sc}|\p{L}{2,4}\.?)$/u.test(text);
}
