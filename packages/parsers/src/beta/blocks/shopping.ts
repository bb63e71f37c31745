import { attribute, contains, type Element, hrefOf } from '../../html/tree.js';
import { isCite } from '../../page/address-shape.js';
import { linesOf, textsOf } from '../../page/lines.js';
import { firstWithin, neighboursOf, widestAround, within } from '../../page/lists.js';
import { find, findAll, type Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Product } from '../../results/block-items.js';
import { isPrice, readDecimal } from '../../words/numbers.js';
import { collapse } from '../../words/text.js';

/** Reads the advertised products: tiles without a heading, with a price and with links that count clicks. */
export function readShopping({ page, parts, links: { ads } }: PageParts): Located<Product>[] {
  const products = new Map<string, Located<Product>>();
  for (const { element: part } of ads.length === 0 ? [] : parts) {
    const links = within(ads, part).filter(isShown);
    for (const tile of links.length === 0 ? [] : tilesAround(page, links, part)) {
      const product = readProduct(page, tile.block, tile.anchor);
      if (product !== undefined && !products.has(product.link))
        products.set(product.link, { item: product, element: tile.anchor });
    }
  }
  return [...products.values()];
}

function tilesAround(page: Page, links: readonly Element[], part: Element): { block: Element; anchor: Element }[] {
  const marked = findAll(page, part, isTile);
  const items = marked.length > 0 ? marked : picturedTiles(page, links, part);
  return items.flatMap((block) => {
    const anchor = links.find((link) => contains(block, link));
    return anchor === undefined || firstWithin(page.headings, block) !== undefined ? [] : [{ block, anchor }];
  });
}

/** On pages without roles: the widest element around a link and no other, if it contains an image. */
function picturedTiles(page: Page, links: readonly Element[], part: Element): Element[] {
  const tiles = links.map((link) => {
    const nearest = neighboursOf(links, link, (other) => hrefOf(other) === hrefOf(link));
    return widestAround(link, nearest, (outer) => outer === part || !contains(part, outer));
  });
  const pictured = tiles.filter((tile) => find(page, tile, ({ name }) => name === 'img') !== undefined);
  return pictured.length < minTiles ? [] : [...new Set(pictured)];
}

/** Each tile holds its product twice, the second time for when the pointer is over it. */
function readProduct(page: Page, block: Element, anchor: Element): Product | undefined {
  const lines = textsOf(linesOf(block));
  const at = lines.findIndex((text) => isPrice(text) || priceWithNote.test(text));
  if (at < 1) return undefined; // the title stands before the price
  const picture = find(page, block, ({ name }) => name === 'img');
  const described = collapse((picture && attribute(picture, 'alt')) ?? '');
  const shown = lines.slice(0, at).find((text) => /\p{L}/u.test(text)) ?? '';
  const isSame = described.slice(0, minCommonPrefix) === shown.slice(0, minCommonPrefix);
  const title = isSame ? described : shown;
  const cite = findAll(page, block, isCite).find(hasText);
  const shop = cite === undefined ? lines.slice(at + 1).findLast((text) => /\p{L}{2}/u.test(text)) : textOf(cite);
  const rating = ratingOf(page, block);
  return {
    title,
    link: hrefOf(anchor).trim(),
    price: lines[at]!,
    ...(shop !== undefined && { source: shop }),
    ...(rating !== undefined && { rating }),
  };
}

function ratingOf(page: Page, block: Element): number | undefined {
  const labels = findAll(page, block, (element) => element.hasAttribute('aria-label')).map(
    (element) => attribute(element, 'aria-label')!,
  );
  const stated = labels
    .map((label) => /(\d[.,]\d|\d)\s?(?:\/|out of)\s?5/.exec(label)?.[1])
    .find((text) => text !== undefined);
  return stated === undefined ? undefined : readDecimal(stated);
}

/** Whether the role of an element makes it an item of a carousel. */
export function isTile(element: Element): boolean {
  return attribute(element, 'role') === 'listitem';
}

const minTiles = 3;

/** "$99.99 now" */
const priceWithNote = /^\p{Sc}\s?\d[\d.,]*\s\p{L}{1,12}$/u;

/** Texts that share this many characters are the same, once cut. */
const minCommonPrefix = 8;
