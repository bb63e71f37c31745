import { contains, type Element, hrefOf } from '../../html/tree.js';
import { splitLinesAtMiddleDots } from '../../page/line-parts.js';
import { linesOf, textsOf } from '../../page/lines.js';
import { elementsWithin, firstWithin, neighboursOf, widestAround } from '../../page/lists.js';
import { holdsElement } from '../../page/page.js';
import { isImage } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, isRendered } from '../../page/visible.js';
import { cardsIn, isHeaded } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import { type PageLinks, type PageParts, partsOutsideSideColumn } from '../../reading/blocks/page-parts.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Ad, Card, ImageTile, Place, Product, VideoCard } from '../../results/block-items.js';
import { isDateText } from '../../words/dates.js';
import { firstDecimalIn, isClockDuration, isPrice, parseClockDuration } from '../../words/numbers.js';
import { longestOf } from '../../words/text.js';
import { absoluteLink } from '../links.js';

/** Reads the news: the cards of a part that links to the news search. */
export function readTopStories({ page, parts, links }: PageParts): Located<Card>[] {
  return partsOutsideSideColumn(parts).flatMap((part) =>
    firstWithin(links.to('news'), part) === undefined ? [] : cardsIn(page, part, links),
  );
}

/** Reads the images of the packs: tiles with an image that lead to the image search, in a part of the list. */
export function readImages({ page, parts, links }: PageParts): Located<ImageTile>[] {
  return partsOutsideSideColumn(parts).flatMap((element) => {
    const tiles = elementsWithin(links.to('images'), element).filter(
      (anchor) => isRendered(anchor) && holdsElement(page, anchor, isImage),
    );
    if (tiles.length < minTiles || !isHeaded(page, element)) return [];
    return tiles.map((anchor) => {
      const [title = '', source] = splitLinesAtMiddleDots(anchor);
      return { item: { title, ...withoutUndefined({ source }) }, element: anchor };
    });
  });
}

const minTiles = 3;

/** Reads the advertisements: links that count clicks. */
export function readAds({ page, rows, parts, links: { ads } }: PageParts): Located<Ad>[] {
  if (ads.length === 0) return [];
  const first = rows[0]?.anchor.order ?? page.elements.length;
  return parts.flatMap(({ element, column }) => {
    const anchors = elementsWithin(ads, element).filter(hasRenderedText);
    const [anchor] = anchors;
    if (anchor === undefined || splitLinesAtMiddleDots(element).some(isPrice)) return [];
    const texts = splitLinesAtMiddleDots(anchor);
    const address = texts.find((text) => /^(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:$|[/\s›])/u.test(text)) ?? '';
    const title = longestOf(texts.filter((text) => text !== address));
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

/** Reads the advertised products: links that count clicks, around a tile with a price. */
export function readShopping({ parts, links: { ads } }: PageParts): Located<Product>[] {
  return parts.flatMap(({ element }) => {
    const anchors = elementsWithin(ads, element).filter(isRendered);
    return anchors.flatMap((anchor) => {
      const texts = splitLinesAtMiddleDots(anchor);
      const price = texts.find(isPrice);
      const [title, source] = texts.filter((text) => text !== price && /\p{L}{2}/u.test(text));
      if (price === undefined || title === undefined) return [];
      return [
        {
          item: { title, link: absoluteLink(hrefOf(anchor)), price, ...withoutUndefined({ source }) },
          element: anchor,
        },
      ];
    });
  });
}

/** Reads the places of a part that links to maps: each around a link of its own, with a rating or an address. */
export function readLocalResults({ parts, links }: PageParts): Located<Place>[] {
  return partsOutsideSideColumn(parts).flatMap((element) => {
    if (['maps', 'local'].every((service) => firstWithin(links.to(service), element) === undefined)) return [];
    const names = elementsWithin(links.external, element).filter(hasRenderedText);
    return names.flatMap((anchor) => {
      const block = widestAround(
        anchor,
        neighboursOf(names, anchor, (other) => other === anchor),
        (outer) => !contains(element, outer),
      );
      const [title, ...details] = textsOf(linesOf(block));
      const link = links.targetOf(hrefOf(anchor));
      const rating = details.map((text) => /^(\d[.,]\d)(?:\s|\(|$)/.exec(text)?.[1]).find(Boolean);
      const stars = rating === undefined ? undefined : firstDecimalIn(rating);
      if (title === undefined || details.length === 0) return [];
      return [
        {
          item: { title, ...withoutUndefined({ link, rating: stars }), details },
          element: anchor,
        },
      ];
    });
  });
}

/** Reads the videos of the packs: links around cards, some of which show a running time. */
export function readVideos({ parts, links }: PageParts): Located<VideoCard>[] {
  return partsOutsideSideColumn(parts).flatMap((part) => {
    const cards = videoCardsIn(part, links);
    const isTimed = cards.some(({ item }) => item.duration !== undefined);
    return cards.length > 1 && isTimed ? cards : [];
  });
}

/** The cards of a part; empty if no link shows a running time. */
function videoCardsIn(part: Element, { external, targetOf }: PageLinks): Located<VideoCard>[] {
  const anchors = elementsWithin(external, part).filter(isRendered);
  if (anchors.length < 2) return [];
  const cards = anchors.map((anchor) => ({ anchor, texts: textsOf(linesOf(anchor)) }));
  if (!cards.some(({ texts }) => texts.some(isClockDuration))) return [];
  return cards.flatMap(({ anchor, texts }) => {
    const duration = texts.map(parseClockDuration).find(Boolean);
    const names = texts.filter((text) => /\p{L}{2}/u.test(text) && !isClockDuration(text));
    const [source, title] = names;
    if (source === undefined || title === undefined) return [];
    const date = texts.map(dateIn).find(Boolean);
    const item = {
      title,
      link: targetOf(hrefOf(anchor))!,
      source,
      ...withoutUndefined({ date, duration }),
    };
    return [{ item, element: anchor }];
  });
}

/** The date in a line, which the number of views may follow. */
function dateIn(text: string): string | undefined {
  if (isDateText(text)) return text;
  const before = text.replace(/\s?[\d.,]{1,12}[KMB]?$/, '');
  return isDateText(before) ? before : undefined;
}
