import { attributeBits } from '../../html/attributes.js';
import { ancestors, attributeText, closest, type Element, hrefOf, isInside } from '../../html/tree.js';
import { hasExcerptLength } from '../../page/line-parts.js';
import { hasTextIn, type Line, linesOf, textOfPieces, textsOf } from '../../page/lines.js';
import { firstWithin, isInAny, mergeInDocumentOrder, outermostElements } from '../../page/lists.js';
import {
  elementsThatMayHaveAttributes,
  elementsWithId,
  headingAround,
  oncePerPage,
  type Page,
} from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { Ad } from '../../results/block-items.js';
import { letter, longestOf } from '../../words/text.js';
import { hasAdRegion, isAdRegion, isTopAdRegion, nonRowRegionKind } from '../landmarks.js';
import { adClickLinks, externalTargetOf, isAdClick } from '../links.js';
import { isClickControl } from './controls.js';
import { type SectionedPage, widestBlockAround } from './layout.js';

/**
 * Reads the text advertisements: titled links in the places reserved for them, or to the engine's ad redirect. Further
 * titled links of an advertisement are links below it.
 */
export function readAds({ page, rows, sections }: SectionedPage): Located<Ad>[] {
  const titles = page.anchors.filter((anchor) => isAdTitle(page, anchor));
  if (titles.length === 0) return [];
  const titleLinks = [
    ...new Map(titles.toReversed().map((anchor) => [unitOf(anchor) ?? anchor, anchor])).values(),
  ].reverse();
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const bounds = mergeInDocumentOrder(
    titleLinks,
    rowAnchors,
    sections.map(({ heading }) => heading),
  );
  const firstRow = rows[0]?.anchor.order ?? page.elements.length;
  return titleLinks.flatMap((anchor) => {
    const ad = readAd(page, anchor, unitOf(anchor) ?? widestBlockAround(anchor, bounds));
    const isNamed = headingOf(page, anchor) !== undefined || fullAddress.test(ad.displayed_link); // a product shows its shop
    const position = isAbove(anchor, firstRow) ? 'top' : 'bottom';
    return isNamed ? [{ item: { position, ...ad }, element: anchor }] : [];
  });
}

/** The element around one advertisement, in the layouts that mark it: the outermost one inside the reserved place. */
function unitOf(anchor: Element): Element | undefined {
  let unit: Element | undefined;
  for (const element of ancestors(anchor)) {
    if (isAdRegion(element)) break;
    if (element.hasAttribute('data-text-ad') || element.name === 'li') unit = element;
  }
  return unit;
}

function isAdTitle(page: Page, anchor: Element): boolean {
  if (!isAdClickLink(page, anchor) && !isInAny(textAdPlaces(page), anchor)) return false;
  if (externalTargetOf(anchor) === '' && !adClickLinks(page).has(anchor)) return false; // only a script can follow it
  const title = isRendered(anchor) ? titleOf(page, anchor) : undefined;
  return title !== undefined && hasText(title) && !isInside(anchor, isProductTile);
}

/** Whether the ad redirect counts a click: the link leads to it, or a script makes it do so. */
function isAdClickLink(page: Page, anchor: Element): boolean {
  return adClickLinks(page).has(anchor) || isAdClick(attributeText(anchor, 'data-rw'));
}

/** The heading of a link; if no link of its advertisement has one, the first text that is not an address. */
function titleOf(page: Page, anchor: Element): Element | undefined {
  return headingOf(page, anchor) ?? (hasHeading(page, anchor) ? undefined : unheadedTitle(anchor));
}

/** Whether one of the links of its advertisement contains a heading or is in one. */
function hasHeading(page: Page, anchor: Element): boolean {
  const unit = unitOf(anchor);
  return unit !== undefined && headedUnits(page).has(unit);
}

const headedUnits: (page: Page) => ReadonlySet<Element | undefined> = oncePerPage(
  (page) => new Set(page.anchors.map((anchor) => headingOf(page, anchor) && unitOf(anchor))),
);

/** If the advertisement is not marked either, its link must show a full address beside the title. */
function unheadedTitle(anchor: Element): Element | undefined {
  const lines = linesOf(anchor);
  const isWhole = unitOf(anchor) !== undefined || lines.flatMap(addressesIn).some((shown) => fullAddress.test(shown));
  const title = lines.find((line) => !addressesIn(line).some((shown) => shown.length * 2 > line.text.length));
  return isWhole ? title?.block : undefined;
}

/** Products are advertised in carousels. */
function isProductTile(element: Element): boolean {
  return element.name === 'g-inner-card' || element.hasAttribute('data-pla');
}

function headingOf(page: Page, anchor: Element): Element | undefined {
  return firstWithin(page.headings, anchor) ?? headingAround(page, anchor);
}

/** Whether an advertisement is above the rows: by its reserved place, if it is in one. */
function isAbove(anchor: Element, firstRow: number): boolean {
  const region = closest(anchor, isAdRegion);
  return region === undefined ? anchor.order < firstRow : isTopAdRegion(region);
}

function readAd(page: Page, anchor: Element, block: Element): Omit<Ad, 'position'> {
  const heading = titleOf(page, anchor)!; // `isAdTitle` links have one
  const lines = linesOf(block, { skip: isClickControl }).filter((line) => !hasTextIn(line, heading));
  const shown = shownAddress(lines);
  const texts = lines.filter((line) => !hasTextIn(line, anchor) && !isAddressOrLinks(line, shown, hrefOf(anchor)));

  return {
    title: textOf(heading),
    link: externalTargetOf(anchor) || hrefOf(anchor),
    displayed_link: shown,
    snippet: texts.find(hasExcerptLength)?.text ?? longestOf(textsOf(texts)),
  };
}

/** Whether the line repeats the address, or consists of links to other pages. */
function isAddressOrLinks({ text, pieces }: Line, shown: string, href: string): boolean {
  if (shown !== '' && text.includes(shown)) return true;
  const words = pieces.filter((piece) => letter.test(piece.text));
  return words.every(({ link }) => link !== undefined && hrefOf(link) !== href);
}

/** The address that the advertisement shows, rather than the advertiser's name, which may look like one. */
function shownAddress(lines: readonly Line[]): string {
  const addresses = lines.filter(({ text }) => text.length < maximumAddress).flatMap(addressesIn);
  return addresses.find((text) => fullAddress.test(text)) ?? addresses[0] ?? '';
}

/**
 * The addresses in a line. A label and a number may be beside them, so they may begin a piece or follow other words.
 */
function addressesIn({ pieces, text: whole }: Line): string[] {
  const starts = pieces.flatMap(({ text }, index) => (startsAddress.test(text) ? [index] : []));
  const parts = starts.map((start, index) => textOfPieces(pieces.slice(start, starts[index + 1])));
  return (starts.length > 0 ? parts : [whole]).flatMap((text) => address.exec(text)?.[0] ?? []);
}

const startsAddress = /^\s*(?:https?:\/\/\S|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/u;
const address = /(?:https?:\/\/\S+|(?<![\p{L}\p{N}.@-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?)(?:\s›\s.*)?/u;
const fullAddress = /^(?:https?:\/\/|www\.)|[/›]/;

/** Longer lines are sentences, whatever they mention. */
const maximumAddress = 120;

/** The places reserved for advertisements, and the elements marked as one by an attribute, in document order. */
const adMarks: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const marked = elementsThatMayHaveAttributes(page, markBits).filter(
    (element) => isTextAd(element) || isMarkedProduct(element),
  );
  const named = hasAdRegion(page) ? elementsWithId(page, (id) => nonRowRegionKind(id) === 'ad') : [];
  return mergeInDocumentOrder([...new Set([...marked, ...named])]);
});

const markBits = attributeBits(['data-text-ad', 'data-pla', 'data-merchant-id']);

/** The outermost of them that pass. */
function outermostMarks(test: (element: Element) => boolean): (page: Page) => readonly Element[] {
  return oncePerPage((page) => outermostElements(adMarks(page).filter(test)));
}

/** Elements that may contain text advertisements. */
const textAdPlaces: (page: Page) => readonly Element[] = outermostMarks(
  (element) => isAdRegion(element) || isTextAd(element),
);

/** Text advertisements, in the layouts that mark them. */
export const markedTextAds: (page: Page) => readonly Element[] = outermostMarks(isTextAd);

/** Elements that may contain advertised products. */
export const possibleProductAdContainers: (page: Page) => readonly Element[] = outermostMarks(isProductPlace);

/** Elements with only paid content. */
export const paidContentElements: (page: Page) => readonly Element[] = outermostMarks(isPaidPlace);

function isTextAd(element: Element): boolean {
  return element.hasAttribute('data-text-ad');
}

function isProductPlace(element: Element): boolean {
  return isMarkedProduct(element) || nonRowRegionKind(attributeText(element, 'id')) === 'ad';
}

function isMarkedProduct(element: Element): boolean {
  return element.hasAttribute('data-pla') || element.hasAttribute('data-merchant-id');
}

function isPaidPlace(element: Element): boolean {
  return isAdRegion(element) || element.hasAttribute('data-pla') || isTextAd(element);
}
