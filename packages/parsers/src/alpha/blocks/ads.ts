import { type Line, linesOf } from '../../html/lines.js';
import { isHeading, type Page, within } from '../../html/page.js';
import { textOf } from '../../html/text.js';
import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { outsideTarget } from './cards.js';
import { isShown, type Layout, widestAround } from './layout.js';
import type { Ad } from './types.js';

/** Reads the text advertisements: titled links inside the places kept for them, or to the engine's ad redirect. */
export function readAds({ page, rows }: Layout): Ad[] {
  const titles = page.anchors.filter((anchor) => isTitle(page, anchor));
  const firstRow = rows[0]?.anchor.order ?? page.elements.length;
  return titles.map((anchor) => {
    const block = widestAround(anchor, titles);
    const position = isAbove(anchor, firstRow) ? 'top' : 'bottom';
    return { position, ...readAd(page, anchor, block) };
  });
}

/** Ids of the places kept for advertisements; there also where none is shown. */
const placeIds = new Set(['tads', 'tadsb', 'bottomads', 'mbEnd']);

function isTitle(page: Page, anchor: Element): boolean {
  const heading = headingOf(page, anchor);
  if (heading === undefined || textOf(heading) === '' || !isShown(anchor)) return false;
  return isRedirect(anchor) || closest(anchor, isAdPlace) !== undefined;
}

function isAdPlace(element: Element): boolean {
  return placeIds.has(attribute(element, 'id') ?? '') || attribute(element, 'data-text-ad') !== undefined;
}

function isRedirect(anchor: Element): boolean {
  return /^(?:https?:\/\/www\.(?:google\.[a-z.]+|googleadservices\.com\/pagead))?\/aclk\?/.test(
    attribute(anchor, 'href') ?? '',
  );
}

function headingOf(page: Page, anchor: Element): Element | undefined {
  return within(page.headings, anchor)[0] ?? closest(anchor, isHeading);
}

/** The place below the results says so; any other place is where it stands. */
function isAbove(anchor: Element, firstRow: number): boolean {
  const place = closest(anchor, (element) => placeIds.has(attribute(element, 'id') ?? ''));
  const id = place && attribute(place, 'id');
  return id === undefined ? anchor.order < firstRow : id === 'tads';
}

function readAd(page: Page, anchor: Element, block: Element): Omit<Ad, 'position'> {
  const heading = headingOf(page, anchor) ?? anchor;
  const href = attribute(anchor, 'href') ?? '';
  const lines = linesOf(block, { skip: isControl });
  const address = lines.find((line) => !isIn(line, heading) && isAddress(line.text));
  const texts = lines.filter(
    (line) => line !== address && !isIn(line, anchor) && !line.pieces.every(({ link }) => link),
  );
  return {
    title: textOf(heading),
    link: outsideTarget(anchor) || href,
    displayed_link: address === undefined ? '' : addressIn(address.text),
    snippet: texts.map(({ text }) => text).reduce((best, text) => (text.length > best.length ? text : best), ''),
  };
}

function isControl(element: Element): boolean {
  return attribute(element, 'role') === 'button' || element.name === 'g-dialog';
}

function isIn({ pieces }: Line, element: Element): boolean {
  return pieces.some(({ parent, text }) => text.trim() !== '' && contains(element, parent));
}

const address = /(?:https?:\/\/\S+|\b(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?)(?:\s›\s.*)?/u;

function isAddress(text: string): boolean {
  return text.length < 120 && address.test(text);
}

/** The address without the label and the telephone number that may stand around it. */
function addressIn(text: string): string {
  return address.exec(text)?.[0] ?? '';
}
