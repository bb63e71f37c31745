import { ancestors, attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isHeading } from '../../page/headings.js';
import { type Line, linesOf } from '../../page/lines.js';
import { firstWithin, type Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Ad } from '../../results/blocks.js';
import { isAdRegion, isTopAdRegion } from '../landmarks.js';
import { isAdClick, outsideTarget } from '../links.js';
import { blockAround, inOrder, type Layout } from './layout.js';

/**
 * Reads the text advertisements: titled links inside the places kept for them, or to the engine's ad redirect. Further
 * titled links of an advertisement are links below it.
 */
export function readAds({ page, rows, sections }: Layout): Ad[] {
  const titles = page.anchors.filter((anchor) => isAdTitle(page, anchor));
  const firsts = [
    ...new Map(titles.toReversed().map((anchor) => [unitOf(anchor) ?? anchor, anchor])).values(),
  ].reverse();
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const bounds = inOrder(
    firsts,
    rowAnchors,
    sections.map(({ heading }) => heading),
  );
  const firstRow = rows[0]?.anchor.order ?? page.elements.length;
  return firsts.map((anchor) => {
    const block = unitOf(anchor) ?? blockAround(anchor, bounds);
    return { position: isAbove(anchor, firstRow) ? 'top' : 'bottom', ...readAd(page, anchor, block) };
  });
}

/** What holds one advertisement, in the layouts that mark it: the outermost such element in the place kept for them. */
function unitOf(anchor: Element): Element | undefined {
  let unit: Element | undefined;
  for (const element of ancestors(anchor)) {
    if (isAdRegion(element)) break;
    if (element.hasAttribute('data-text-ad') || element.name === 'li') unit = element;
  }
  return unit;
}

function isAdTitle(page: Page, anchor: Element): boolean {
  if (!isAdClick(hrefOf(anchor)) && closest(anchor, isAdPlace) === undefined) return false;
  const heading = headingOf(page, anchor);
  if (heading === undefined || !hasText(heading) || !isShown(anchor)) return false;
  return closest(anchor, isProductTile) === undefined;
}

/** Products are advertised in carousels. */
function isProductTile(element: Element): boolean {
  return element.name === 'g-inner-card' || element.hasAttribute('data-pla');
}

function isAdPlace(element: Element): boolean {
  return isAdRegion(element) || element.hasAttribute('data-text-ad');
}

function headingOf(page: Page, anchor: Element): Element | undefined {
  return firstWithin(page.headings, anchor) ?? closest(anchor, isHeading);
}

/** The place below the results says so; any other place is where it stands. */
function isAbove(anchor: Element, firstRow: number): boolean {
  const region = closest(anchor, isAdRegion);
  return region === undefined ? anchor.order < firstRow : isTopAdRegion(region);
}

function readAd(page: Page, anchor: Element, block: Element): Omit<Ad, 'position'> {
  const heading = headingOf(page, anchor) ?? anchor;
  const lines = linesOf(block, { skip: isControl }).filter((line) => !isIn(line, heading));
  const shown = lines.map(({ text }) => addressIn(text)).find((text) => text !== '') ?? '';
  const texts = lines.filter((line) => !isIn(line, anchor) && !says(line, shown)).map(({ text }) => text);
  return {
    title: textOf(heading),
    link: outsideTarget(anchor) || hrefOf(anchor),
    displayed_link: shown,
    snippet: texts.reduce((best, text) => (text.length > best.length ? text : best), ''),
  };
}

/** Whether the line repeats the address, or is there to be pressed. */
function says({ text, pieces }: Line, shown: string): boolean {
  return (shown !== '' && text.includes(shown)) || pieces.every(({ link }) => link !== undefined);
}

function isControl(element: Element): boolean {
  return attribute(element, 'role') === 'button' || element.name === 'g-dialog';
}

function isIn({ pieces }: Line, element: Element): boolean {
  return pieces.some(({ parent, text }) => text.trim() !== '' && contains(element, parent));
}

const address = /(?:https?:\/\/\S+|(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?)(?:\s›\s.*)?/u;
/** Longer lines are sentences, whatever is named in them. */
const maximumAddress = 120;

/** The address in a line, without the label and the telephone number that may stand around it; `''` if none. */
function addressIn(text: string): string {
  return text.length < maximumAddress ? (address.exec(text)?.[0] ?? '') : '';
}
