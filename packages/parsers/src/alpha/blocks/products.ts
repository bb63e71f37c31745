import { attributeBits } from '../../html/attributes.js';
import { contains, type Element, hrefOf } from '../../html/tree.js';
import { firstWithin, inOrder, isInAny, within } from '../../page/lists.js';
import { oncePerPage, type Page } from '../../page/page.js';
import { partsOfElement } from '../../page/parts.js';
import { hasRole, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { Product } from '../../results/block-items.js';
import { isPrice } from '../../words/numbers.js';
import { letter } from '../../words/text.js';
import { adClicks, outsideTarget } from '../links.js';
import { paidPlaces } from './ad-places.js';
import { type Layout, type Section, widestBlockAround } from './layout.js';
import { ratingIn } from './local-results.js';

/** Reads the products of the list's sections without advertisements: items with a price. */
export function readProducts({ page, allSections }: Layout): Located<Product>[] {
  return allSections.flatMap((section) => (isAdvertised(page, section) ? [] : productsIn(page, section)));
}

/** Whether a section contains an advertisement, or is in a place for them. */
function isAdvertised(page: Page, { block }: Section): boolean {
  return firstWithin(advertised(page), block) !== undefined || isInAny(paidPlaces(page), block);
}

/** The places of advertisements and the links to advertisers, in document order. */
const advertised: (page: Page) => readonly Element[] = oncePerPage((page) =>
  inOrder(paidPlaces(page), [...adClicks(page)]),
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
  let end = -1;
  const outermost = within(listItems(page), block).filter((element) => {
    const isItem = element !== block && element.order > end && isShown(element) && hasText(element);
    if (isItem) end = element.last;
    return isItem;
  });
  if (outermost.length >= fewest) return outermost;
  const headings = within(page.headings, block).filter(
    (inner) => !isSectionHeading(inner) && isShown(inner) && hasText(inner),
  );
  const bounds = inOrder(headings, [heading]);
  return headings.map((inner) => widestBlockAround(inner, bounds)).filter((item) => contains(block, item));
}

const listItems: (page: Page) => readonly Element[] = oncePerPage(({ elements }) =>
  elements.filter((element) => element.name === 'li' || (element.mayHave(roleBit) && hasRole(element, 'listitem'))),
);

const roleBit = attributeBits(['role']);

/** The name is a heading, or the longest line; the shop is the first short line after the price. */
function readProduct(page: Page, block: Element): Product | undefined {
  const all = partsOfElement(block);
  const parts = all.filter((part) => isPrice(part) || letter.test(part));
  const at = parts.findIndex(isPrice);
  const price = parts[at];
  if (price === undefined) return undefined;
  const heading = within(page.headings, block).find((inner) => isShown(inner) && hasText(inner));
  const names = parts.filter((part) => !isPrice(part));
  const title =
    heading === undefined
      ? names.reduce((best, part) => (part.length > best.length ? part : best), '')
      : textOf(heading);
  const anchor =
    within(page.anchors, block).find((inner) => outsideTarget(inner) !== '') ?? within(page.anchors, block)[0];
  const link = anchor === undefined ? '' : outsideTarget(anchor) || hrefOf(anchor);
  const source = parts.slice(at + 1).find((part) => !isPrice(part) && part !== title && part.length <= maxShopLength);
  if (title === '' || title.length > maxTitleLength) return undefined;
  return { title, link, price, ...(source !== undefined && { source }), ...ratingIn(all) };
}

const maxShopLength = 40;
const maxTitleLength = 200;
