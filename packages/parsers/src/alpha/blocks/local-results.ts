import { attributeBits } from '../../html/attributes.js';
import { attribute, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, firstWithin, headingsWithin, mergeInDocumentOrder } from '../../page/lists.js';
import {
  elementsThatMayHaveAttributes,
  elementsWithId,
  findElements,
  oncePerPage,
  type Page,
} from '../../page/page.js';
import { hasButtonRole, hasRole, headingLevelOf } from '../../page/roles.js';
import { hasText, isRendered } from '../../page/visible.js';
import { ratingIn } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Place } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { firstDecimalIn, isClockDuration, isPrice, readCount, withAsciiDigits } from '../../words/numbers.js';
import { letter } from '../../words/text.js';
import { engineServiceOf, hostAndPathOf, isAlphaHost, isSearchHost } from '../hosts.js';
import { closestPropertyElement } from '../knowledge-graph/facts.js';
import { isInSideColumn } from '../landmarks.js';
import { externalTargetOf, isSearchLink, parameterOf, searchAnchors } from '../links.js';
import { type Section, type SectionedPage, widestBlockAround } from './layout.js';

/** Reads the places of the map block, each once. */
export function readLocalResults(layout: SectionedPage): Located<Place>[] {
  const numbered = [...numberedPlaces(layout.page).values()];
  const found = () => new Set([...listedPlaces(layout), ...mappedPlaces(layout.page), ...hotelNames(layout)]);
  const marks = numbered.length > 0 ? numbered : mergeInDocumentOrder([...found()]);
  const bounds = mergeInDocumentOrder(marks, rowAnchorsOf(layout));
  return marks.flatMap((mark) =>
    readPlace(layout.page, mark, widestBlockAround(mark, bounds)).map((item) => ({ item, element: mark })),
  );
}

function rowAnchorsOf({ rows }: SectionedPage): Element[] {
  return rows.map(({ anchor }) => anchor);
}

/** For each place's id on the engine's map, the first visible element with it. */
function numberedPlaces(page: Page): Map<string, Element> {
  const places = new Map<string, Element>();
  for (const element of elementsWithPlaceId(page)) {
    const place = placeIdOf(element);
    if (places.has(place) || !isRendered(element) || !hasText(element)) continue;
    if (closestPropertyElement(element) === undefined && !isInSideColumn(page, element)) places.set(place, element);
  }
  return places;
}

/**
 * The headings without an external link, in a section that links to a list of places, above such a link, or in links
 * that only a script can follow.
 */
function listedPlaces(layout: SectionedPage): Element[] {
  const { page, sections } = layout;
  const links = placeLinks(page);
  const { bounds } = layout;
  const inSections = sections
    .filter((section) => isListOfPlaces(page, section))
    .flatMap(({ block }) => headingsWithin(page, block));
  const lists = new Map(links.map((link) => [widestBlockAround(link, bounds), link])); // the last link of each
  const aboveLinks = [...lists].flatMap(([block, link]) =>
    headingsWithin(page, block).filter(({ order }) => order < link.order),
  );
  const scriptLinked = page.headings.filter((heading) => isInside(heading, isScriptAnchor));
  return [...inSections, ...aboveLinks, ...(scriptLinked.length > 1 ? scriptLinked : [])].filter(
    (heading) =>
      hasRole(heading, 'heading') &&
      headingLevelOf(heading) > 2 &&
      isRendered(heading) &&
      !isInside(heading, leadsOutside),
  );
}

/** The headings below one that links to the map and before the next of its level, whatever their links. */
function mappedPlaces(page: Page): Element[] {
  const places: Element[] = [];
  let level = 0; // level of the heading that links to the map, 0 if there is none
  for (const heading of page.headings) {
    if (!isRendered(heading)) continue;
    if (level > 0 && headingLevelOf(heading) > level) places.push(heading);
    else {
      const link = firstWithin(page.anchors, heading);
      level = link !== undefined && leadsToMap(link) ? headingLevelOf(heading) : 0;
    }
  }
  return places;
}

/** The names of the hotels in a section with a link to more of them, on cards that only a script can follow. */
function hotelNames({ page, allSections }: SectionedPage): Element[] {
  const links = page.anchors.filter((anchor) => leadsToHotels(anchor) && isRendered(anchor));
  return allSections
    .filter(({ block }) => firstWithin(links, block) !== undefined)
    .flatMap(({ block }) =>
      findElements(page, block, isScriptLink)
        .filter((card) => firstWithin(page.anchors, card) === undefined)
        .flatMap(nameOfRated),
    );
}

/** The name on a card with a rating, which is below it, on either side of the price. */
function nameOfRated(card: Element): Element[] {
  const lines = linesOf(card);
  const at = lines.findIndex(({ text }) => letter.test(text) && !isPrice(text));
  const below = textsOf(lines.slice(at + 1));
  return at >= 0 && isRendered(card) && ratingAndReviewsIn(below).reviews !== undefined ? [lines[at]!.block] : [];
}

function leadsToHotels(anchor: Element): boolean {
  const href = hrefOf(anchor);
  const place = href.includes('/travel/') ? hostAndPathOf(href) : undefined;
  return place !== undefined && isSearchHost(place.hostname) && place.pathname.startsWith('/travel/');
}

function leadsToMap(anchor: Element): boolean {
  const target = externalTargetOf(anchor);
  return (
    engineServiceOf(target) === 'maps' || (isAlphaHost(hostOf(target)) && /^https?:\/\/[^/]+\/maps\b/.test(target))
  );
}

function isScriptAnchor(element: Element): boolean {
  return element.name === 'a' && isScriptLink(element);
}

function isScriptLink(element: Element): boolean {
  return hasRole(element, 'link') && !element.hasAttribute('href');
}

function leadsOutside(element: Element): boolean {
  return externalTargetOf(element) !== '';
}

/** Whether a section links to a list of places. */
export function isListOfPlaces(page: Page, { block }: Section): boolean {
  return firstWithin(placeLinks(page), block) !== undefined;
}

const placeLinks: (page: Page) => readonly Element[] = oncePerPage((page) =>
  searchAnchors(page).filter((anchor) => leadsToPlaces(anchor) && isRendered(anchor)),
);

function leadsToPlaces(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return (
    parameterOf(href, 'udm') === '1' || parameterOf(href, 'tbm') === 'lcl' || parameterOf(href, 'rlst') !== undefined
  );
}

/** Further lines of a place are opinions. */
const maximumDetails = 5;

/** The elements with the id of a place, in document order. */
export const elementsWithPlaceId: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const linked = searchAnchors(page).filter((anchor) => hrefOf(anchor).includes('ludocid'));
  const numbered = elementsThatMayHaveAttributes(page, numberBits).filter(
    (element) => element.hasAttribute('data-cid') || element.hasAttribute('data-ludocid'), // few of them have
  );
  const marked = [...numbered, ...elementsWithId(page, isPlaceId), ...linked];
  return mergeInDocumentOrder([...new Set(marked)].filter((element) => placeIdOf(element) !== ''));
});

const numberBits = attributeBits(['data-cid', 'data-ludocid']);

function isPlaceId(id: string): boolean {
  return id.startsWith('pv-/') && /^pv-\/[gm]\//.test(id);
}

/** The id of an element's place, in any of its forms; `''` for any other element. */
function placeIdOf(element: Element): string {
  const number = attribute(element, 'data-cid') ?? attribute(element, 'data-ludocid');
  if (number !== undefined && /^\d{12,}$/.test(number)) return isInside(element, isProductViewer) ? '' : number;
  const id = attribute(element, 'id');
  if (id !== undefined && isPlaceId(id)) return id;
  const href = hrefOf(element);
  return isSearchLink(href) ? (parameterOf(href, 'ludocid') ?? '') : '';
}

/** Products have ids too. */
function isProductViewer(element: Element): boolean {
  return element.name === 'product-viewer-group';
}

function readPlace(page: Page, mark: Element, block: Element): Place[] {
  const heading = headingsWithin(page, mark)[0] ?? mark;
  const name = linesOf(heading)[0]?.text ?? '';
  const lines = textsOf(linesOf(block, { skip: isOtherControl(heading) }));
  const details = lines.slice(lines.indexOf(name) + 1).filter((text) => text !== name && !isClockDuration(text));
  const site = anchorsWithin(page, block).find(
    (anchor) => externalTargetOf(anchor) !== '' && !isAlphaHost(hostOf(externalTargetOf(anchor))),
  );
  const title = name.replace(ratingAtEnd, '');
  if (title === '' || details.length === 0) return [];
  const link = site && externalTargetOf(site);
  return [
    {
      title,
      ...(link && { link }),
      ...withoutUndefined({ rating: ratingIn(page, block) }),
      ...ratingAndReviewsIn([name, ...details]),
      details: details.slice(0, maximumDetails),
    },
  ];
}

/** Links and buttons beside the name are actions. The whole place may be one. */
function isOtherControl(name: Element): (element: Element) => boolean {
  return (element) =>
    element !== name &&
    !contains(element, name) &&
    !contains(name, element) &&
    (element.name === 'a' || hasButtonRole(element));
}

/** A layout without blocks has the rating after the name. */
const ratingAtEnd = /\s\d[.,]\d(?:\s?\([^()]+\))?$/;

/** "4.6(54)" or "4,6 (1 204)" in a line, or each number in its own line. */
export function ratingAndReviewsIn(lines: readonly string[]): Pick<Place, 'rating' | 'reviews'> {
  for (const [index, line] of lines.entries()) {
    const text = withAsciiDigits(`${line} ${lines[index + 1] ?? ''}`);
    const match = /(?:^|\s)(\d[.,]\d)\s?(?:\(([^()]+)\)|(?=[·⋅]|$))/.exec(text);
    if (match === null || match.index >= line.length) continue;
    const rating = firstDecimalIn(match[1]!);
    const reviews = readCount(match[2] ?? '');
    return withoutUndefined({ rating, reviews });
  }
  return {};
}
