import { closest, contains, type Element } from '../../html/tree.js';
import { isBreadcrumb, isCite, looksLikeAddress, minExcerptLength, splitAtAddress } from '../../page/address-shape.js';
import { type Line, type Piece, piecesOf, textOfPieces } from '../../page/lines.js';
import { hasRole } from '../../page/roles.js';
import { linesOfTitle } from '../../page/title-lines.js';

/** The lines of a title's link, with the title separate. */
export interface LinkParts {
  readonly titleLines: readonly Line[];
  /** Site name and address. */
  readonly addressLines: readonly Line[];
}

/**
 * Splits the lines of a link without a heading: the address is at its end, above its title, or between title and
 * excerpt. Undefined if it has no address.
 */
export function partsOfLink(anchor: Element, lines: readonly Line[], host: string): LinkParts | undefined {
  const at = lines.length > 1 ? addressAmong(lines, host) : -1;
  if (at >= 0) return isAboveTitle(lines, at) ? titledBelow(lines, at + 1) : titledAbove(lines, host);
  const parts = splitAtAddress(piecesOf(lines), host);
  return parts && { titleLines: [lineOf(anchor, parts[0])], addressLines: [lineOf(anchor, parts[1])] };
}

/** Lines below the title belong to it only if they are together in an element, without the address. */
function titledAbove(lines: readonly Line[], host: string): LinkParts {
  const title = linesOfTitle(lines, host);
  const [first, last, next] = [title[0]!.block, title.at(-1)!.block, lines[title.length]!.block];
  const around = closest(first, (outer) => (outer === first ? last === first : contains(outer, last)))!;
  const titleLines = contains(around, next) ? title.slice(0, 1) : title;
  return { titleLines, addressLines: lines.slice(titleLines.length) };
}

/** Whether the line below an address is a title, and not an excerpt below a title and its address. */
function isAboveTitle(lines: readonly Line[], address: number): boolean {
  const length = lines[address + 1]?.text.length ?? Number.POSITIVE_INFINITY;
  if (address === 0 || length < minExcerptLength) return true;
  return length < maxTitleLength && lines[0]!.text.length <= maxNameLength;
}

const maxTitleLength = 80;
const maxNameLength = 40;

function titledBelow(lines: readonly Line[], end: number): LinkParts {
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
  ({ pieces }) => pieces.some(({ parent }) => closest(parent, isMarkedAddress) !== undefined),
  ({ text }) => /^https?:/.test(text),
  ({ text }, host) => looksLikeAddress(text, host),
  ({ text }) => isBreadcrumb(text),
];

function isMarkedAddress(element: Element): boolean {
  return isCite(element) || hasRole(element, 'text');
}

/** A line of pieces of other lines. */
export function lineOf(block: Element, pieces: readonly Piece[]): Line {
  return { block, pieces, text: textOfPieces(pieces), isContinued: false };
}
