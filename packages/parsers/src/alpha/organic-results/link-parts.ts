import type { Element } from '../../html/tree.js';
import { isTrail, looksLikeAddress, splitAtAddress } from '../../page/address-shape.js';
import { type Line, type Piece, piecesOf, textOfPieces } from '../../page/lines.js';

/** The lines of a title's link, title apart. */
export interface LinkParts {
  readonly titleLines: readonly Line[];
  /** Site name and address. */
  readonly linkLines: readonly Line[];
}

/** Parts the lines of a link without a heading: an address ends it, or is above its title. Undefined where it has none. */
export function partsOfLink(anchor: Element, lines: readonly Line[], host: string): LinkParts | undefined {
  const isAddress = ({ text }: Line): boolean => looksLikeAddress(text, host) || isTrail(text);
  const [first, ...others] = lines;
  if (first !== undefined && others.length > 1 && isAddress(others.at(-1)!) && !lines.slice(0, -1).some(isAddress)) {
    return { titleLines: [first], linkLines: others };
  }
  const [title, address] = splitAtAddress(piecesOf(lines), host) ?? [];
  if (title !== undefined && address !== undefined) {
    return { titleLines: [lineOf(anchor, title)], linkLines: [lineOf(anchor, address)] };
  }
  const end = lines.findIndex(isAddress) + 1;
  if (end === 0 || end === lines.length) return undefined;
  return { titleLines: lines.slice(end, end + 1), linkLines: lines.slice(0, end) };
}

/** A line made of pieces of others. */
export function lineOf(block: Element, pieces: readonly Piece[]): Line {
  return { block, pieces, text: textOfPieces(pieces), isContinued: false };
}
