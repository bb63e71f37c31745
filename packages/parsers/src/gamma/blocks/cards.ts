import { hrefOf } from '../../html/tree.js';
import { firstWithin, within } from '../../page/ordered.js';
import { partsOfElement } from '../../page/parts.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import { cardsIn } from '../../reading/blocks/cards.js';
import { isHeaded } from '../../reading/blocks/headed.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Ad, Card, ImageTile, Product } from '../../results/block-items.js';
import { isPrice } from '../../words/numbers.js';
import { absoluteLink, isAdClick, serviceOf } from '../links.js';

/** Reads the news: the cards of a part that leads to the news search. */
export function readTopStories({ page, parts, links }: PageParts): Located<Card>[] {
  return parts.flatMap(({ element, column }) => {
    const leadsToNews = within(page.anchors, element).some((anchor) => serviceOf(hrefOf(anchor)) === 'news');
    return column === 'side' || !leadsToNews ? [] : cardsIn(page, element, links);
  });
}

/** Reads the pictures of the packs: tiles of a part of the list that lead to the image search and show a picture. */
export function readImages({ page, parts }: PageParts): Located<ImageTile>[] {
  return parts.flatMap(({ element, column }) => {
    if (column === 'side' || !isHeaded(page, element)) return [];
    const pictures = page.elements.slice(element.order, element.last).filter(({ name }) => name === 'img');
    const tiles = within(page.anchors, element).filter(
      (anchor) =>
        serviceOf(hrefOf(anchor)) === 'images' && isShown(anchor) && firstWithin(pictures, anchor) !== undefined,
    );
    if (tiles.length < fewestTiles) return [];
    return tiles.map((anchor) => {
      const [title = '', source] = partsOfElement(anchor);
      return { item: { title, ...(source !== undefined && { source }) }, element: anchor };
    });
  });
}

const fewestTiles = 3;

/** Reads the advertisements: links of parts of the page that count clicks. */
export function readAds({ page, rows, parts }: PageParts): Located<Ad>[] {
  const first = rows[0]?.anchor.order ?? page.elements.length;
  return parts.flatMap(({ element, column }) => {
    const anchors = within(page.anchors, element).filter(
      (anchor) => isAdClick(hrefOf(anchor)) && isShown(anchor) && hasText(anchor),
    );
    const [anchor] = anchors;
    if (anchor === undefined || partsOfElement(element).some(isPrice)) return [];
    const texts = partsOfElement(anchor);
    const address = texts.find((text) => /^(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:$|[/\s›])/u.test(text)) ?? '';
    const title = texts
      .filter((text) => text !== address)
      .reduce((best, text) => (text.length > best.length ? text : best), '');
    const snippet = textOf(element, { skip: (inner) => inner === anchor });
    const inList = anchor.order < first ? 'top' : 'bottom';
    const position = column === 'side' ? 'right' : inList;
    return title === ''
      ? []
      : [
          {
            item: { position, title, link: absoluteLink(hrefOf(anchor)), displayed_link: address, snippet },
            element: anchor,
          } as const,
        ];
  });
}

/** Reads the advertised products: links that count clicks around a tile with a price. */
export function readShopping({ page, parts }: PageParts): Located<Product>[] {
  return parts.flatMap(({ element }) => {
    const anchors = within(page.anchors, element).filter((anchor) => isAdClick(hrefOf(anchor)) && isShown(anchor));
    return anchors.flatMap((anchor) => {
      const texts = partsOfElement(anchor);
      const price = texts.find(isPrice);
      const [title, source] = texts.filter((text) => text !== price && /\p{L}{2}/u.test(text));
      if (price === undefined || title === undefined) return [];
      return [
        {
          item: { title, link: absoluteLink(hrefOf(anchor)), price, ...(source !== undefined && { source }) },
          element: anchor,
        },
      ];
    });
  });
}
