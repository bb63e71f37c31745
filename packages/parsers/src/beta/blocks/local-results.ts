import { attribute, type Element, hrefOf } from '../../html/tree.js';
import { firstLines, linesOf, textsOf } from '../../page/lines.js';
import { firstWithin, linkOfHeading, neighboursOf, widestAround, within } from '../../page/lists.js';
import { findAll, type Page } from '../../page/page.js';
import { hasRole, isLink } from '../../page/roles.js';
import { labelOf, textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageLinks } from '../../reading/blocks/page-links.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Place } from '../../results/block-items.js';
import { asciiDigits, readDecimal } from '../../words/numbers.js';

/** Reads the places of the map blocks: headings without a link, in parts that show a map or open each place. */
export function readLocalResults({ page, parts, links }: PageParts): Located<Place>[] {
  return parts.flatMap(({ element, column }) => (column === 'side' ? [] : placesIn(page, element, links)));
}

function placesIn(page: Page, part: Element, links: PageLinks): Located<Place>[] {
  const headings = within(page.headings, part).filter(hasText);
  const names = (headings.length > 0 ? headings : firstLinesOfPlaces(page, part)).filter(
    (heading) => isShown(heading) && linkOfHeading(page.anchors, heading) === undefined,
  );
  if (names.length < 2) return [];
  const opened = names.filter((name) => placeAround(name, part) !== undefined);
  const listed = opened.length < 2 && firstWithin(links.to('maps'), part) !== undefined ? names : [];
  const marks = opened.length > 1 ? opened : listed;
  return marks.flatMap((mark) => {
    const block = widestAround(
      mark,
      neighboursOf(marks, mark, (other) => other === mark),
    );
    const item = readPlace(page, mark, block, links);
    return item === undefined ? [] : [{ item, element: mark }];
  });
}

/** The names of places on a page without headings: the first line of each element with a place's id. */
function firstLinesOfPlaces(page: Page, part: Element): Element[] {
  const places = findAll(page, part, (element) => element.hasAttribute('data-ypid'));
  return places.flatMap((place) => firstLines(place, 1).map(({ block }) => block)).filter((block) => block !== part);
}

/** The element that opens a place: a button, or one with the place's id. */
function placeAround(name: Element, part: Element): Element | undefined {
  for (let outer = name.parent; outer !== null && outer !== part; outer = outer.parent)
    if (outer.hasAttribute('data-ypid') || hasRole(outer, 'button')) return outer;
  return undefined;
}

function readPlace(page: Page, mark: Element, block: Element, links: PageLinks): Place | undefined {
  const title = textOf(mark);
  const details = linesOf(block, { skip: (element) => element === mark || isLink(element) }).map(({ text }) => text);
  const site = within(links.outside, block).find(
    (anchor) => links.serviceOf(hrefOf(anchor)) === undefined && !leadsToReviews(anchor),
  );
  const link = site && links.targetOf(hrefOf(site));
  const rating = ratingIn(page, block);
  const reviews = reviewsIn(page, block);
  if (details.length === 0) return undefined;
  return {
    title,
    ...(link !== undefined && { link }),
    ...(rating !== undefined && { rating }),
    ...(reviews !== undefined && { reviews }),
    details: details.slice(0, maxDetails),
  };
}

/** Whether a link leads to reviews: "Facebook (4)". */
function leadsToReviews(anchor: Element): boolean {
  return counted.test(textOf(anchor));
}

const maxDetails = 5;

/** Stars are drawn, and their label holds the rating: "Star Rating: 4,5 out of 5." */
function ratingIn(page: Page, block: Element): number | undefined {
  const labels = findAll(
    page,
    block,
    (element) => (labelOf(element) !== '' && !hasText(element)) || hasRole(element, 'img'),
  ).map(labelOf);
  const stated = labels.map(
    (label) => /(?:^|[^\d.,])(\d(?:[.,]\d)?)(?:\s?\/\s?|\P{N}{1,12})5(?!\d)/u.exec(asciiDigits(label))?.[1],
  );
  const rating = stated.find((text) => text !== undefined);
  return rating === undefined ? undefined : readDecimal(rating);
}

/** The number in "Booking.com (1.8K)", as shown, or in the `title` of a text that is cut. */
function reviewsIn(page: Page, block: Element): number | undefined {
  const titles = findAll(page, block, (element) => element.hasAttribute('title')).map(
    (element) => attribute(element, 'title')!,
  );
  const texts = [...titles, ...textsOf(linesOf(block))];
  const found = texts.map((text) => counted.exec(asciiDigits(text))).find((match) => match !== null);
  const [, amount, unit] = found ?? [];
  if (amount === undefined) return undefined;
  if (unit === undefined) return Number(amount.replace(/[.,]/g, ''));
  const count = readDecimal(amount);
  return count && Math.round(count * (unit === 'K' ? 1e3 : 1e6));
}

const counted = /\((\d[\d.,]*)\s?([KM])?\)/;
