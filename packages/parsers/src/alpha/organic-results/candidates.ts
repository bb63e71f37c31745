import { closest, contains, type Element, isInside } from '../../html/tree.js';
import { isOutsideMainContent } from '../../page/frame.js';
import {
  addressElementsIn,
  hasExcerptLength,
  isBareAddress,
  isBreadcrumb,
  isCite,
  looksLikeAddress,
  minExcerptLength,
  splitAtAddress,
  startsWithHost,
} from '../../page/line-parts.js';
import { type Line, linesOf, type Piece, piecesOf, textOfPieces } from '../../page/lines.js';
import {
  elementsWithin,
  firstWithin,
  headingsWithin,
  linkOfHeading,
  lowerBound,
  mergeInDocumentOrder,
} from '../../page/lists.js';
import { oncePerPage, type Page } from '../../page/page.js';
import { headingLevelOf, isAnchor, isSectionHeading } from '../../page/roles.js';
import { hasText, isHiddenInAnyWay, isInSight } from '../../page/visible.js';
import { hostOf } from '../../words/address.js';
import { isClockDuration } from '../../words/numbers.js';
import { isHiddenLink, isInRowColumn } from '../landmarks.js';
import { externalTargetOf, leadsToTarget, targetOfLink } from '../links.js';
import {
  isMarkedAddress,
  type LinesBeside,
  linesBesideLinks,
  linkOfWholeLine,
  titleLinesIn,
  titleLinksAmong,
} from '../titles.js';

/** A link that looks like the title of a row. */
export interface RowCandidate {
  readonly anchor: Element;
  /** The heading inside or around the link; pages for clients without scripts may have none. */
  readonly heading: Element | undefined;
  /** The target of the link. */
  readonly link: string;
  /** The host of the link. */
  readonly host: string;
}

/**
 * The headings of a page that begin sections, in document order: those of the upper levels, except linked ones if there
 * are more of them than linked headings of lower levels, which are usually the titles.
 */
export const sectionHeadings: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const sections = page.headings.filter(isSectionHeading);
  const linked = new Set(sections.filter((heading) => leadsOut(page, heading)));
  const others = page.headings.filter((heading) => !isSectionHeading(heading) && leadsOut(page, heading));
  const titles =
    linked.size > others.length ? linked : new Set([...linked].filter((heading) => isTitle(page, heading)));
  const found = sections.filter((heading) => !titles.has(heading));
  return withoutRowLabels(found, mergeInDocumentOrder(others, [...titles]));
});

/** The headings without those for screen readers that precede a single title each: "Result 3". */
function withoutRowLabels(sections: readonly Element[], titles: readonly Element[]): readonly Element[] {
  const labels = sections.filter((heading, index) => {
    if (isInSight(heading)) return false;
    const next = sections[index + 1];
    const from = lowerBound(titles, heading.order);
    return (next === undefined ? titles.length : lowerBound(titles, next.order, from)) - from === 1;
  });
  return labels.length < minLabels ? sections : sections.filter((heading) => !labels.includes(heading));
}

const minLabels = 3;

/**
 * Whether a heading of an upper level is the only one in its link and has that link's address beside it, unlike a
 * section's.
 */
function isTitle(page: Page, heading: Element): boolean {
  const anchor = closest(heading, isAnchor);
  if (anchor === undefined || headingsWithin(page, anchor).filter(hasText).length > 1) return false;
  const lines = linesOf(anchor, { skip: (element) => element === heading });
  return lines.some(holdsCite) || addressElementsIn(lines, hostOf(externalTargetOf(anchor))).length > 0;
}

function holdsCite({ pieces }: Line): boolean {
  return pieces.some(({ parent }) => isInside(parent, isCite));
}

/** Whether a heading contains an external link, or is in one. */
function leadsOut(page: Page, heading: Element): boolean {
  const anchor = linkOfHeading(page.anchors, heading);
  return anchor !== undefined && externalTargetOf(anchor) !== '';
}

/** Every visible external link around or inside a title's heading, in document order. */
export function candidatesByHeading(page: Page): RowCandidate[] {
  const sections = new Set(sectionHeadings(page));
  const titles = page.headings.filter((heading) => !sections.has(heading));
  const nearestAround = nearestFinder(page.headings);
  const candidates: (RowCandidate & { readonly level: number })[] = [];
  for (const anchor of page.anchors) {
    const outer = nearestAround(anchor);
    const heading = shownWithin(titles, anchor) ?? outer;
    if (heading === undefined) continue;
    if (heading === outer && (sections.has(heading) || !hasText(anchor))) continue; // an image beside the title
    const candidate = isInRowColumn(page, anchor) ? candidateOf(anchor, heading) : undefined;
    if (candidate !== undefined) candidates.push({ ...candidate, level: headingLevelOf(heading) });
  }
  return titleLinksAmong(candidates);
}

/** The first heading inside a link that has text: an invisible one before the title may name a region. */
function shownWithin(headings: readonly Element[], anchor: Element): Element | undefined {
  const first = firstWithin(headings, anchor);
  return first && (elementsWithin(headings, anchor).find(saysSomething) ?? first);

  function saysSomething(heading: Element): boolean {
    return hasText(heading) && !isHiddenInAnyWay(heading, anchor);
  }
}

/** Every visible external link that shows its own address with a title: the candidates on a page without headings. */
export function candidatesByAddress(page: Page): RowCandidate[] {
  const candidates: RowCandidate[] = [];
  const linked = linesBesideLinks(page);
  for (const anchor of page.anchors) {
    const candidate = candidateOf(anchor, undefined);
    if (candidate === undefined || isOutsideMainContent(page, anchor)) continue;
    const lines = linesOf(anchor);
    if (splitTitleAndAddress(anchor, lines, candidate.host) === undefined) {
      const isExcerpt = candidates.at(-1)?.link === candidate.link; // of the row that the previous link is the title of
      if (isExcerpt || !isBesideAddress(linked.get(anchor), candidate)) continue;
    }
    if (!lines.some(({ text }) => isClockDuration(text))) candidates.push(candidate); // not a video card
  }
  return candidates;
}

/**
 * Every visible external link that is a line of its own above an excerpt: the candidates on a page that shows neither
 * headings nor addresses.
 */
export function candidatesByExcerpt(page: Page): RowCandidate[] {
  const candidates: RowCandidate[] = [];
  for (const [anchor, { own }] of linesBesideLinks(page)) {
    const candidate = isOutsideMainContent(page, anchor) ? undefined : candidateOf(anchor, undefined);
    if (candidate !== undefined && own.some(hasExcerptLength)) candidates.push(candidate);
  }
  return candidates;
}

/** Whether the address of a link is in the lines below it, or alone in the line above. */
function isBesideAddress(lines: LinesBeside | undefined, { link, host }: RowCandidate): boolean {
  if (lines === undefined) return false;
  const below = lines.below.filter(({ pieces }) => !leadThere(pieces, link));
  if (below.some(({ text }, index) => startsWithHost(text, host) || (index === 0 && isBareAddress(text)))) return true;
  const { above } = lines;
  if (above === undefined || !startsWithHost(above.text, host)) return false;
  const outer = linkOfWholeLine(above.pieces);
  return outer === undefined || linesOf(outer).length === 1;
}

function leadThere(pieces: readonly Piece[], target: string): boolean {
  return pieces.some(({ link }) => link !== undefined && leadsToTarget(link, target));
}

function candidateOf(anchor: Element, heading: Element | undefined): RowCandidate | undefined {
  const link = targetOfLink(anchor);
  if (link === undefined || isHiddenLink(anchor)) return undefined;
  return { anchor, heading, link, host: hostOf(link) };
}

/**
 * Finds the nearest element of a document-ordered list that is or contains an element. Must be called with elements in
 * document order.
 */
function nearestFinder(list: readonly Element[]): (element: Element) => Element | undefined {
  const open: Element[] = [];
  let next = 0;
  return (element) => {
    for (; next < list.length && list[next]!.order <= element.order; next++) open.push(list[next]!);
    while (open.length > 0 && !contains(open[open.length - 1]!, element)) open.pop();
    return open[open.length - 1];
  };
}

/** The lines of a title's link, with the title separate. */
export interface TitleAndAddressLines {
  readonly titleLines: readonly Line[];
  /** Site name and address. */
  readonly addressLines: readonly Line[];
}

/**
 * Splits the lines of a link without a heading: the address is at its end, above its title, or between title and
 * excerpt. Undefined if it has no address.
 */
export function splitTitleAndAddress(
  anchor: Element,
  all: readonly Line[],
  host: string,
): TitleAndAddressLines | undefined {
  const lines = all.filter(({ text }) => !text.startsWith('·')); // the sign of a menu, or a fact beside the address
  const at = lines.length > 1 ? addressAmong(lines, host) : -1;
  if (at >= 0) return isAboveTitle(lines, at) ? titledBelow(lines, at + 1) : titledAbove(lines, at, host);
  const parts = splitAtAddress(piecesOf(lines), host);
  return parts && { titleLines: [lineFromPieces(anchor, parts[0])], addressLines: [lineFromPieces(anchor, parts[1])] };
}

/** Lines below the title belong to it only if they are together in an element, without the address. */
function titledAbove(lines: readonly Line[], address: number, host: string): TitleAndAddressLines {
  const title = titleLinesIn(lines.slice(0, address), host);
  const [first, last, next] = [title[0]!.block, title.at(-1)!.block, lines[title.length]!.block];
  const around = closest(first, (outer) => (outer === first ? last === first : contains(outer, last)))!;
  const titleLines = contains(around, next) ? title.slice(0, 1) : title;
  return { titleLines, addressLines: lines.slice(titleLines.length) };
}

/** Whether the line below an address is a title, and not an excerpt below a title and its address. */
function isAboveTitle(lines: readonly Line[], address: number): boolean {
  const length = lines[address + 1]?.text.length ?? maxTitleLength;
  if (address > 1) return false; // a name precedes it too
  if (address === 0 || length < minExcerptLength) return true;
  return length < maxTitleLength && lines[0]!.text.length <= maxNameLength;
}

const maxTitleLength = 80;
const maxNameLength = 40;

function titledBelow(lines: readonly Line[], end: number): TitleAndAddressLines {
  return { titleLines: lines.slice(end, end + 1), addressLines: [...lines.slice(0, end), ...lines.slice(end + 1)] };
}

/** Index of the line with the address, -1 if there is none. The site's name and the title may look like one too. */
function addressAmong(lines: readonly Line[], host: string): number {
  for (const isAddress of addressTests) {
    const at = lines.findLastIndex((line) => isAddress(line, host));
    if (at >= 0) return at;
  }
  return -1;
}

/** Tests for an address, the most certain first. */
const addressTests: readonly ((line: Line, host: string) => boolean)[] = [
  ({ pieces }) => pieces.some(isMarkedAddress),
  ({ text }) => /^https?:/.test(text),
  ({ text }, host) => looksLikeAddress(text, host),
  ({ text }) => isBreadcrumb(text),
];

/** A line of pieces of other lines. */
export function lineFromPieces(block: Element, pieces: readonly Piece[]): Line {
  return { block, pieces, text: textOfPieces(pieces), isContinued: false };
}
