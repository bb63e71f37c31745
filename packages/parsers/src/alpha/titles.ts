import { type Element, isInside } from '../html/tree.js';
import { isBreadcrumb, isCite, looksLikeAddress, splitLineAtSeparators } from '../page/line-parts.js';
import { areInSimilarSiblings, hasWord, type Line, linesOf, type Piece } from '../page/lines.js';
import { oncePerPage, type Page } from '../page/page.js';
import { hasRole, isButtonOrLabel } from '../page/roles.js';
import { hostOf } from '../words/address.js';
import { isDateText, splitLeadingDate } from '../words/dates.js';
import { isClockDuration } from '../words/numbers.js';
import { letter } from '../words/text.js';

/** A link in a heading. */
interface LinkInHeading {
  /** The target of the link. */
  readonly link: string;
  /** The level of the heading. */
  readonly level: number;
}

/**
 * The titles among links in headings, which are in document order: without those of a lower level beside a title of the
 * same site, which are its other pages or its name.
 */
export function titleLinksAmong<Link extends LinkInHeading>(links: readonly Link[]): Link[] {
  let last: Link | undefined; // that is a title
  return links.filter((link, index) => {
    const isTitle = !isBelow(link, last) && !isBelow(link, links[index + 1]);
    if (isTitle) last = link;
    return isTitle;
  });
}

function isBelow({ level, link }: LinkInHeading, title: LinkInHeading | undefined): boolean {
  return title !== undefined && level > title.level && hostOf(link) === hostOf(title.link);
}

/**
 * The lines of a title, from the first one on: a page may break a title into boxes that are alike, or by `br`. `host` is
 * that of its link, whose address may follow.
 */
export function titleLinesIn(lines: readonly Line[], host: string): readonly Line[] {
  let end = 1;
  let length = lines[0]?.text.length ?? 0;
  for (; end < lines.length; end++) {
    const [before, line] = [lines[end - 1]!, lines[end]!];
    length += line.text.length;
    if (length > maxTitleLength || !continues(line, before) || line.text === before.text || !mayBeTitle(line, host))
      break;
  }
  return lines.slice(0, end);
}

/** Longer texts are excerpts. */
const maxTitleLength = 160;

function continues(line: Line, before: Line): boolean {
  return line.block === before.block ? line.isContinued : areInSimilarSiblings(line, before);
}

/** Whether a line is neither an address nor a date, a running time, or the names of a site and an author. */
function mayBeTitle(line: Line, host: string): boolean {
  const { text, pieces } = line;
  if (looksLikeAddress(text, host) || isBreadcrumb(text) || pieces.some(isMarkedAddress)) return false;
  return !isDateText(text) && !isClockDuration(text) && splitLineAtSeparators(line).length === 1;
}

/** Whether a piece is in an address that is marked as one. */
export function isMarkedAddress({ parent }: Piece): boolean {
  return isInside(parent, (element) => isCite(element) || hasRole(element, 'text'));
}

/** The lines around a line that is a single link. */
export interface LinesBeside {
  readonly above: Line | undefined;
  /** The first lines below. */
  readonly below: readonly Line[];
  /** Those of them above the next line that is a link. */
  readonly own: readonly Line[];
}

/** The lines above and below each line that is a single link, by that link. A running time is not a title. */
export const linesBesideLinks: (page: Page) => ReadonlyMap<Element, LinesBeside> = oncePerPage(({ document }) => {
  const lines = linesOf(document, { skip: isButtonOrLabel });
  const linked = new Map<Element, LinesBeside>();
  for (const [index, { pieces, text: title }] of lines.entries()) {
    const link = linkOfWholeLine(pieces);
    if (link === undefined || linked.has(link) || !letter.test(title)) continue;
    const below = lines.slice(index + 1, index + 1 + maxBelow);
    const next = below.findIndex((line) => linkOfWholeLine(line.pieces) !== undefined);
    linked.set(link, { above: lines[index - 1], below, own: next < 0 ? below : below.slice(0, next) });
  }
  return linked;
});

/** The link that all words of a line are in; undefined if there is none or several. */
export function linkOfWholeLine(pieces: readonly Piece[]): Element | undefined {
  let link: Element | undefined;
  for (const piece of pieces) {
    if (!hasWord(piece)) continue; // the sign of a menu
    if (piece.link === undefined || (link !== undefined && piece.link !== link)) return undefined;
    link = piece.link;
  }
  return link;
}

/** Whether a line holds a date, or a running time. */
export function hasDateOrDuration(line: Line): boolean {
  const { text } = line;
  return (
    isClockDuration(text) || splitLineAtSeparators(line).some(isDateText) || splitLeadingDate(text).date !== undefined
  );
}

/** A running time, linked to the same target, and the excerpt may be between title and address. */
const maxBelow = 5;
