import { attribute, closest, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { separatorDot, splitLinesAtMiddleDots } from '../../page/line-parts.js';
import { firstLines, isNonBlank, linesOf, type Piece, textsOf, touchesSpace } from '../../page/lines.js';
import {
  anchorsWithin,
  elementsWithin,
  firstWithin,
  headingsWithin,
  linkOfHeading,
  neighboursOf,
  widestAround,
} from '../../page/lists.js';
import { findElements, type Page } from '../../page/page.js';
import { hasButtonRole, hasRole, isAnchor, isButton } from '../../page/roles.js';
import { ariaLabelOf, textOf } from '../../page/text.js';
import { hasText, isRendered } from '../../page/visible.js';
import { ratingIn } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import {
  type LinkInterpreter,
  type PageLinks,
  type PageParts,
  partsOutsideSideColumn,
} from '../../reading/blocks/page-parts.js';
import { withoutUndefined } from '../../reading/found.js';
import type { ImageTile, Place, VideoCard } from '../../results/block-items.js';
import { parameterIn } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration, parseClockDuration, readCount, withAsciiDigits } from '../../words/numbers.js';
import { collapseWhitespace, longestOf } from '../../words/text.js';
import { absoluteLink } from '../links.js';

/** An image or a video of a pack: all links to it, and the element around them. */
interface Tile {
  readonly anchors: readonly Element[];
  readonly block: Element;
}

/** Reads the images of the packs: tiles that lead to one image of the image search. */
export function readImages({ page, parts, links }: PageParts): Located<ImageTile>[] {
  return partsOutsideSideColumn(parts)
    .flatMap((part) => tilesIn(part, links.to('images'), pictureOf))
    .map((tile) => ({ item: readImage(page, tile), element: tile.anchors[0]! }));
}

/** The id of the image that a link to the image search leads to; `''` for any other of its pages. */
function pictureOf(anchor: Element): string {
  return parameterIn(hrefOf(anchor), 'id') ?? '';
}

/** Reads the videos of the packs: tiles that lead to one video of the video search, or show a running time. */
export function readVideos({ page, parts, links }: PageParts): Located<VideoCard>[] {
  return partsOutsideSideColumn(parts).flatMap((element) => {
    const known = tilesIn(element, links.to('videos'), videoOf);
    const tiles = known.length > 0 ? known : timedTiles(page, element);
    return tiles.flatMap((tile) => {
      const item = readVideo(page, tile, links);
      return item === undefined ? [] : [{ item, element: tile.anchors[0]! }];
    });
  });
}

/** The id of the video that a link to the video search leads to, a parameter of its query or fragment; `''` if none. */
function videoOf(anchor: Element): string {
  return /[?&#]mid=([\dA-F]{20,})/i.exec(hrefOf(anchor))?.[1] ?? '';
}

/** The tiles of a part, one per target of those of the links that are in it. */
function tilesIn(part: Element, links: readonly Element[], keyOf: (anchor: Element) => string): Tile[] {
  const groups = new Map<string, Element[]>();
  const keys = new Map<Element, string>();
  for (const anchor of elementsWithin(links, part)) {
    const key = isRendered(anchor) ? keyOf(anchor) : '';
    if (key === '') continue;
    keys.set(anchor, key);
    groups.set(key, [...(groups.get(key) ?? []), anchor]);
  }
  const anchors = [...keys.keys()];
  return Array.from(groups, ([key, own]) => {
    const nearest = neighboursOf(anchors, own[0]!, (other) => keys.get(other) === key);
    const block = groups.size === 1 ? itemAround(own[0]!, part) : widestAround(own[0]!, nearest);
    return { anchors: own, block };
  });
}

/** The list item around an element; the element itself if there is none. */
function itemAround(element: Element, part: Element): Element {
  const item = closest(element, (outer) => outer === part || hasRole(outer, 'listitem'));
  return item === undefined || item === part ? element : item;
}

/** The tiles of a part with a heading whose links show a running time. */
function timedTiles(page: Page, part: Element): Tile[] {
  if (headingsWithin(page, part).length === 0) return [];
  const anchors = anchorsWithin(page, part).filter((anchor) => {
    return isRendered(anchor) && hasColon(anchor) && linesOf(anchor).some(({ text }) => isClockDuration(text));
  });
  return anchors.length < 2 ? [] : anchors.map((anchor) => ({ anchors: [anchor], block: anchor }));
}

/** Whether some text of an element, visible or not, has a colon, as every running time does. Most links have none. */
function hasColon(element: Element): boolean {
  return element.children.some((child) => (isElement(child) ? hasColon(child) : child.data.includes(':')));
}

function readImage(page: Page, { anchors, block }: Tile): ImageTile {
  const texts = anchors.map((anchor) => textOf(anchor));
  const source =
    texts.find((text) => hostText.test(text)) ?? splitLinesAtMiddleDots(block).find((text) => hostText.test(text));
  const shown = texts.find((text) => text !== source && /\p{L}/u.test(text));
  return { title: shown ?? attributeOf(page, block, 'alt'), ...withoutUndefined({ source }) };
}

const hostText = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;

/** The first value of an attribute of the element or its descendants. */
function attributeOf(page: Page, block: Element, name: string): string {
  for (let order = block.order; order <= block.last; order++) {
    const value = attribute(page.elements[order]!, name);
    if (value !== undefined && value !== '') return collapseWhitespace(value);
  }
  return '';
}

function readVideo(page: Page, { anchors, block }: Tile, { targetOf }: LinkInterpreter): VideoCard | undefined {
  const parts = valuesIn(block);
  const texts = parts.filter((text) => /\p{L}/u.test(text));
  const duration = parts.map(parseClockDuration).find(Boolean);
  const date = parts.find(isDateText);
  const picture = attributeOf(page, block, 'alt');
  const titled = attributeOf(page, block, 'title');
  const title = titleAmong(texts, titled || picture || ariaLabelOf(anchors[0]!));
  const names = texts.slice(texts.indexOf(title) + 1).filter((text) => isName(text, title));
  const outside = anchors.map((anchor) => targetOf(hrefOf(anchor))).find(Boolean);
  const source = names.length > 1 ? `${names[0]} · ${names[1]}` : names[0];
  if (title === '') return undefined;
  return {
    title: cutMark.test(title) && titled.startsWith(title.replace(cutMark, '')) ? titled : title,
    link: outside ?? absoluteLink(hrefOf(anchors[0]!)),
    ...withoutUndefined({ source, date, duration }),
  };
}

/** The texts of a card: its lines, split at dots and between values in elements of their own. */
function valuesIn(block: Element): string[] {
  return linesOf(block, { skip: isButton }).flatMap((line) => {
    const written = line.pieces.filter(isNonBlank);
    const isValueList = written.every(({ parent, mark }) => mark === undefined && parent !== line.block);
    const texts = isValueList ? textsByElement(written) : [line.text];
    return texts.flatMap((text) => (separatorDot.test(text) ? text.split(separatorDot) : text)).map(collapseWhitespace);
  });
}

/** The text of each element. A space at an end shows that the text goes on in the next element. */
function textsByElement(pieces: readonly Piece[]): string[] {
  const texts: string[] = [];
  for (const [index, { parent, text }] of pieces.entries()) {
    const before = pieces[index - 1];
    const isNew = before === undefined || (before.parent !== parent && !touchesSpace(before.text, text));
    texts.push(isNew ? text : texts.pop() + text);
  }
  return texts;
}

/** The title among the texts of a card: the one that its image is named after, else the longest. */
function titleAmong(texts: readonly string[], named: string): string {
  const start = named.slice(0, sameStart).toLowerCase();
  const known = start === '' ? undefined : texts.find((text) => text.toLowerCase().startsWith(start));
  if (known !== undefined) return known;
  const titles = texts.filter((text) => !isDateText(text) && !viewCount.test(text) && !isClockDuration(text));
  return longestOf(titles);
}

const sameStart = 6;

/** What a text that is cut ends with. */
const cutMark = /\s?(?:…|\.\.\.)$/;

/** Whether a text is the name of a site or an author, not the number of views or a date. */
function isName(text: string, title: string): boolean {
  return text !== title && !isDateText(text) && !viewCount.test(text) && !isClockDuration(text);
}

/** "15M views", "1.2K Aufrufe", "HD" */
const viewCount = /^[\d.,\s]+[KMB]?\+?\s\p{L}+$|^(?:HD|4K)$/u;

/**
 * Reads the places of the map blocks: headings that lead to no other page, in parts that show a map or open each place.
 */
export function readLocalResults({ page, parts, links }: PageParts): Located<Place>[] {
  return partsOutsideSideColumn(parts).flatMap((part) => placesIn(page, part, links));
}

function placesIn(page: Page, part: Element, links: PageLinks): Located<Place>[] {
  const headings = headingsWithin(page, part).filter(hasText);
  const own = [...links.searches, ...links.to('maps')];
  const names = (headings.length > 0 ? headings : firstLinesOfPlaces(page, part)).filter(
    (heading) => isRendered(heading) && [undefined, ...own].includes(linkOfHeading(page.anchors, heading)),
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
  const places = findElements(page, part, (element) => element.hasAttribute('data-ypid'));
  return places.flatMap((place) => firstLines(place, 1).map(({ block }) => block)).filter((block) => block !== part);
}

/** The element that opens a place: a button, or one with the place's id. */
function placeAround(name: Element, part: Element): Element | undefined {
  for (let outer = name.parent; outer !== null && outer !== part; outer = outer.parent)
    if (outer.hasAttribute('data-ypid') || hasButtonRole(outer)) return outer;
  return undefined;
}

function readPlace(page: Page, mark: Element, block: Element, links: PageLinks): Place | undefined {
  const title = textOf(mark);
  const details = textsOf(
    linesOf(block, {
      skip: (element) =>
        element === mark ||
        (isAnchor(element) && !hrefOf(element).startsWith('tel:')) ||
        (isButton(element) && !contains(element, mark)),
    }),
  );
  const site = elementsWithin(links.external, block).find(
    (anchor) => links.serviceOf(hrefOf(anchor)) === undefined && !leadsToReviews(anchor),
  );
  const link = site && links.targetOf(hrefOf(site));
  const rating = ratingIn(page, block);
  const reviews = reviewsIn(page, block);
  if (details.length === 0) return undefined;
  return {
    title,
    ...withoutUndefined({ link, rating, reviews }),
    details: details.slice(0, maxDetails),
  };
}

/** Whether a link leads to reviews: "Facebook (4)". */
function leadsToReviews(anchor: Element): boolean {
  return counted.test(textOf(anchor));
}

const maxDetails = 5;

/** The number in "Booking.com (1.8K)", as shown, or in the `title` of a text that is cut. */
function reviewsIn(page: Page, block: Element): number | undefined {
  const titles = findElements(page, block, (element) => element.hasAttribute('title')).map(
    (element) => attribute(element, 'title')!,
  );
  const texts = [...titles, ...textsOf(linesOf(block))];
  const count = texts.map((text) => counted.exec(withAsciiDigits(text))?.[1]).find(Boolean);
  return readCount(count ?? '');
}

/** In brackets, but not the start of a phone number: "(631) 604-1899". */
const counted = /\((\d[\d.,]*\s?[KM]?)\)(?!\s?\d)/;
