import { attribute, closest, type Element, hrefOf } from '../../html/tree.js';
import { descendants, find, type Page, within } from '../../page/page.js';
import { partsOfElement } from '../../page/parts.js';
import { isShown } from '../../page/visible.js';
import type { ImageTile } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { collapse } from '../../words/text.js';
import { foreignKindOfId } from '../landmarks.js';
import { isPictureLink, outsideTarget, parameterOf } from '../links.js';
import { blockAround, inOrder, type Layout } from './layout.js';
import { placeOf } from './local-results.js';

/** Reads the pictures of the image blocks: tiles that name the page that they are on. */
export function readImages({ page, rows }: Layout): ImageTile[] {
  const tiles = outermost(page.elements.filter((element) => isTile(element) && isShown(element)));
  const bounds = inOrder(
    tiles,
    rows.map(({ anchor }) => anchor),
  );
  return tiles
    .filter((tile) => find(page, blockAround(tile, bounds), isPlace) === undefined)
    .map((tile) => readTile(page, tile, bounds))
    .filter(({ link }) => link !== '');
}

/** A tile is a link in a viewer of pictures, an element that names its page, or a link to the viewer that does. */
function isTile(element: Element): boolean {
  const isNamed = element.hasAttribute('data-lpage');
  if (!isNamed && (element.name !== 'a' || !(isPictureLink(hrefOf(element)) || isViewerLink(element)))) return false;
  return closest(element, isElsewhere) === undefined;
}

function isViewerLink(anchor: Element): boolean {
  return closest(anchor, isViewer) !== undefined && outsideTarget(anchor) !== '';
}

function isViewer(element: Element): boolean {
  return element.hasAttribute('data-viewer-group') && element.hasAttribute('data-q');
}

/** The pictures of the panel, of answers and of rows belong to those. */
function isElsewhere(element: Element): boolean {
  return foreignKindOfId(attribute(element, 'id') ?? '') === 'panel' || element.hasAttribute('data-initq');
}

function isPlace(element: Element): boolean {
  return placeOf(element) !== '';
}

function outermost(tiles: readonly Element[]): Element[] {
  let end = -1;
  return tiles.filter((tile) => {
    const isOuter = tile.order > end;
    if (isOuter) end = tile.last;
    return isOuter;
  });
}

function readTile(page: Page, tile: Element, bounds: readonly Element[]): ImageTile {
  const block = blockAround(tile, bounds);
  const parts = partsOfElement(tile).length > 0 ? partsOfElement(tile) : partsOfElement(block);
  const picture = descendants(page, block).find(({ name }) => name === 'img');
  const title = parts[0] ?? collapse((picture && attribute(picture, 'alt')) ?? '');
  const source = parts.find((part) => part !== title);
  return { title, link: linkOf(page, tile), ...(source !== undefined && { source }) };
}

function linkOf(page: Page, tile: Element): string {
  const named = attribute(tile, 'data-lpage') ?? parameterOf(hrefOf(tile), 'imgrefurl') ?? '';
  if (hostOf(named) !== '') return named;
  const anchor = within(page.anchors, tile).find((inner) => outsideTarget(inner) !== '');
  return anchor === undefined ? '' : outsideTarget(anchor);
}
