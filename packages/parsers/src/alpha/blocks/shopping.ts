import { findAll } from '../../html/page.js';
import { attribute, contains, type Element } from '../../html/tree.js';
import { outsideTarget, partsOf } from './cards.js';
import { isShown, type Layout, widestAround } from './layout.js';
import type { Product } from './types.js';

/** Reads the advertised products: cards with a price among which one link at least leads through an ad. */
export function readShopping({ page }: Layout): Product[] {
  const tiles = findAll(page, page.document, isProduct).filter(
    (tile, _, all) => !all.some((outer) => outer !== tile && contains(outer, tile)),
  );
  const products = tiles.map((tile) => readProduct(page.anchors, tile));
  return products.filter((product) => product !== undefined).filter(({ title }) => title !== '');
}

function isProduct(element: Element): boolean {
  return attribute(element, 'data-pla') !== undefined || attribute(element, 'data-merchant-id') !== undefined;
}

function readProduct(anchors: readonly Element[], tile: Element): Product | undefined {
  const link = anchors.find((anchor) => (contains(tile, anchor) || contains(anchor, tile)) && isShown(anchor));
  if (link === undefined) return undefined;
  const block = widestAround(
    link,
    anchors.filter((other) => !contains(tile, other) && other !== link),
  );
  const parts = partsOf(contains(tile, link) ? tile : block);
  const price = parts.find(isPrice);
  const [title = '', source] = parts.filter((part) => part !== price && !isPrice(part) && /\p{L}/u.test(part));
  return {
    title,
    link: outsideTarget(link) || (attribute(link, 'href') ?? ''),
    ...(price !== undefined && { price }),
    ...(source !== undefined && { source }),
  };
}

/** An amount beside the sign or the letters of a currency. */
function isPrice(text: string): boolean {
  return /^(?:\p{Sc}|\p{Lu}{2,3})\s?\d[\d\s.,’']*$|^\d[\d\s.,’']*\s?(?:\p{Sc}|\p{L}{2,4}\.?)$/u.test(text);
}
