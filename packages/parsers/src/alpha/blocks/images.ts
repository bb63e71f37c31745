import { attributeBits } from '../../html/attributes.js';
import { attribute, attributeText, closest, type Element, hrefOf } from '../../html/tree.js';
import { splitLinesAtMiddleDots } from '../../page/line-parts.js';
import { firstLines } from '../../page/lines.js';
import { anchorsWithin, countsOf, firstWithin, mergeInDocumentOrder, outermostElements } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, findElement, oncePerPage, type Page } from '../../page/page.js';
import { isImage } from '../../page/roles.js';
import { hasText, isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { ImageTile } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration } from '../../words/numbers.js';
import { collapseWhitespace } from '../../words/text.js';
import { knowledgePropertyOf } from '../knowledge-graph/facts.js';
import { isInSideColumn } from '../landmarks.js';
import {
  externalTargetIn,
  externalTargetOf,
  isEngineHostedImage,
  isImageViewerLink,
  isSearchLink,
  parameterOf,
  searchAnchors,
} from '../links.js';
import { type Section, type SectionedPage, widestBlockAround } from './layout.js';
import { elementsWithPlaceId } from './local-results.js';

/** Reads the images of the image blocks, one per page and title: tiles that name the page of their image. */
export function readImages({ page, rows, sections }: SectionedPage): Located<ImageTile>[] {
  const isRow = new Set(rows.map(({ anchor }) => anchor));
  const shown = sections.flatMap((section) => describedTiles(page, section));
  const found = mergeInDocumentOrder(namedTiles(page), listedTiles(page, isRow), shown);
  const tiles = withoutLogo(
    outermostElements(found.filter((tile) => isRendered(tile) && !belongsElsewhere(page, tile))),
  );
  if (tiles.length === 0) return [];
  const more = [...linksToImagesTab(page)].filter(hasText);
  const bounds = mergeInDocumentOrder(tiles, more, [...isRow]);
  const labels = commonTexts(tiles.map((tile) => describedIn(page, widestBlockAround(tile, bounds))));
  const images = new Map<string, Located<ImageTile>>();
  for (const tile of tiles) {
    const block = widestBlockAround(tile, bounds);
    const link = pageOf(page, tile);
    if (link === '' || isEngineHostedImage(link) || firstWithin(elementsWithPlaceId(page), block) !== undefined)
      continue;
    const image = readTile(page, tile, link, { block, labels });
    const key = `${link} ${image.title}`;
    if (!images.has(key)) images.set(key, { item: image, element: tile });
  }
  return [...images.values()];
}

/** Elements that name the page of their image, and links in an image viewer. */
function namedTiles(page: Page): Element[] {
  const marked = elementsThatMayHaveAttributes(page, tileBits);
  const linked = outermostElements(marked.filter(isViewer)).flatMap((viewer) =>
    anchorsWithin(page, viewer).filter((anchor) => externalTargetOf(anchor) !== ''),
  );
  return [...marked.filter(isNamedTile), ...linked];
}

const tileBits = attributeBits(['data-lpage', 'data-viewer-group']);

function isNamedTile(element: Element): boolean {
  return element.hasAttribute('data-lpage');
}

function isViewer(element: Element): boolean {
  return element.hasAttribute('data-viewer-group') && element.hasAttribute('data-q');
}

/** The links of a section if each is of an image above the words that describe it. */
function describedTiles(page: Page, { heading, block }: Section): readonly Element[] {
  const links = anchorsWithin(page, block).filter((anchor) => isRendered(anchor) && externalTargetOf(anchor) !== '');
  const bounds = mergeInDocumentOrder([heading], links);
  return links.every((link) => isDescribed(page, link, bounds)) ? links : [];
}

/** Whether the words of a tile begin with the description of its image. */
function isDescribed(page: Page, link: Element, bounds: readonly Element[]): boolean {
  const tile = widestBlockAround(link, bounds);
  const described = describedIn(page, tile);
  return described !== '' && described === firstLines(tile, 2).find(({ text }) => !isBadge(text))?.text;
}

/**
 * Images after a link to more of them: links to the viewer, links around only an image or below an image that they
 * describe, or images that name their page.
 */
function listedTiles(page: Page, isRow: ReadonlySet<Element>): Element[] {
  const leading = linksToImagesTab(page);
  if (leading.size === 0) return [];
  const pictures = page.elements.filter(isImage);
  const named = pictures.filter((picture) => hostOf(attributeText(picture, 'title')) !== '');
  const tiles: Element[] = [];
  let isListed = false;
  for (const element of mergeInDocumentOrder(page.anchors, named)) {
    if (!isListed && !leading.has(element)) continue;
    if (element.name === 'img') {
      if (isListed) tiles.push(element);
    } else if (isTileLink(page, element, pictures) && !isRow.has(element)) {
      if (isListed) tiles.push(element);
    } else if (isRendered(element)) isListed = leading.has(element);
  }
  return tiles;
}

function isTileLink(page: Page, anchor: Element, pictures: readonly Element[]): boolean {
  if (isImageViewerLink(hrefOf(anchor))) return true;
  if (externalTargetOf(anchor) === '') return false;
  const isPicture = firstWithin(pictures, anchor) !== undefined && !hasText(anchor);
  return isPicture || isDescribed(page, anchor, page.anchors);
}

/** The links to the tab with pictures. */
export const linksToImagesTab: (page: Page) => ReadonlySet<Element> = oncePerPage(
  (page) =>
    new Set(
      searchAnchors(page).filter((anchor) => {
        const href = hrefOf(anchor);
        return parameterOf(href, 'tbm') === 'isch' || parameterOf(href, 'udm') === '2';
      }),
    ),
);

/** Whether an image belongs to the panel, an answer or a row. */
function belongsElsewhere(page: Page, tile: Element): boolean {
  if (isInSideColumn(page, tile)) return true;
  return (
    closest(tile, (outer) => outer.hasAttribute('data-initq') || !isImageProperty(knowledgePropertyOf(outer))) !==
    undefined
  );
}

/** Whether a property is empty, or that of images for the query. */
function isImageProperty(property: string): boolean {
  return property === '' || imageProperties.has(property);
}

const imageProperties: ReadonlySet<string> = new Set(['images universal', 'image', 'secondary image']);

/** A single image of an entity is its logo; several are results. */
function withoutLogo(tiles: readonly Element[]): readonly Element[] {
  const ofEntity = tiles.filter(
    (tile) => knowledgePropertyOf(tile) === 'image' || knowledgePropertyOf(tile) === 'secondary image',
  );
  return ofEntity.length === 1 ? tiles.filter((tile) => tile !== ofEntity[0]) : tiles;
}

/**
 * What a tile is read from: the widest element around it, and the descriptions that say nothing about a single image.
 */
interface Surroundings {
  readonly block: Element;
  readonly labels: ReadonlySet<string>;
}

function readTile(page: Page, tile: Element, link: string, { block, labels }: Surroundings): ImageTile {
  const own = splitLinesAtMiddleDots(tile);
  const described = describedIn(page, block);
  const shown = (own.length > 0 ? own : splitLinesAtMiddleDots(block)).filter(
    (part) => !isData(part) && !isBadge(part),
  );
  const parts = shown.length === 1 && isNote(shown[0]!, described) ? [] : shown;
  const title = parts[0] ?? (labels.has(described) || isAddress(described) ? '' : described);
  const source = parts.find((part) => part !== title);
  return { title, link, ...withoutUndefined({ source }) };
}

/** The description of an image, for those who do not see it. */
function describedIn(page: Page, block: Element): string {
  const picture = findElement(page, block, isImage);
  return collapseWhitespace((picture && attribute(picture, 'alt')) ?? '');
}

/** The description that most images share: "Image result for pears" describes the search, not an image. */
function commonTexts(texts: readonly string[]): ReadonlySet<string> {
  const common = [...countsOf(texts)].filter(([, count]) => count > 1 && count * 2 >= texts.length);
  return new Set(common.map(([text]) => text));
}

/** Whether a text is the age of an image or the duration of a film. */
function isBadge(text: string): boolean {
  return isDateText(text) || isClockDuration(text);
}

/** Whether a text is a label on top of an image with its kind: "Product". */
function isNote(text: string, described: string): boolean {
  return text.length <= maxNoteLength && described !== '' && !described.includes(text);
}

const maxNoteLength = 20;

/** Whether a text is data that scripts keep beside an image. */
function isData(text: string): boolean {
  return text.startsWith('{');
}

/** Whether a description is an address, as for images without a description. */
function isAddress(text: string): boolean {
  return !text.includes(' ') && text.includes('/');
}

/** The page that contains a tile's image; `''` if the tile names none. */
function pageOf(page: Page, tile: Element): string {
  const named = attribute(tile, tile.name === 'img' ? 'title' : 'data-lpage') ?? parameterOf(hrefOf(tile), 'imgrefurl');
  if (named !== undefined && hostOf(named) !== '') return isSearchLink(named) ? '' : named;
  return externalTargetIn(page, tile);
}
