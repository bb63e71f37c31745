import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { minExcerptLength } from '../../page/address-shape.js';
import {
  highlightsOfPieces,
  isLinked,
  isWritten,
  type Line,
  runOfText,
  textOfPieces,
  withoutMoreLink,
  withoutMoreWords,
} from '../../page/lines.js';
import { isHeading } from '../../page/roles.js';
import { hostOf } from '../../words/address.js';
import { letter } from '../../words/text.js';
import { targetOf } from '../links.js';
import type { GammaRow } from './row.js';

/** A text and its highlighted words. */
export interface MarkedText {
  readonly text: string;
  readonly matched: string[];
}

/**
 * The first long line from an index on that is not a link to another page, or else the first one with a letter. Such a
 * link ends the search, except one to a copy of the row's page or to the engine. A line that is a link to the target
 * counts if it is too long to be the name of an image.
 */
export function excerptIn(lines: readonly Line[], from: number, row: GammaRow): MarkedText {
  let short: Line | undefined;
  for (let index = from; index < lines.length; index++) {
    const { pieces, text } = lines[index]!;
    const written = pieces.filter(isWritten);
    if (!letter.test(text) || written.every(({ parent }) => isInAddress(row, parent))) continue;
    if (closest(lines[index]!.block, isHeading) !== undefined) continue;
    const isWhollyLinked = written.every(isLinked);
    const targets = isWhollyLinked ? written.map(({ link }) => targetOf(hrefOf(link!))) : [];
    const others = targets.filter((target) => target !== row.link);
    if (others.some((target) => target !== undefined && !isCopy(target, row.link))) break;
    if (others.length > 0 || (isWhollyLinked && text.length < minExcerptLength)) continue;
    const { line } = runOfText(lines, index);
    if (line.text.length >= minExcerptLength) return excerptOf(line, row.link);
    short ??= line;
  }
  return short === undefined ? { text: '', matched: [] } : excerptOf(short, row.link);
}

/** Whether an address on another site contains that of a row: a translation or a stored copy of its page. */
function isCopy(target: string, link: string): boolean {
  const page = link.replace(/^https?:\/\/(?:www\.)?/i, '');
  return hostOf(target) !== hostOf(link) && (target.includes(page) || target.includes(encodeURIComponent(page)));
}

export function excerptOf(line: Line, target: string): MarkedText {
  const { pieces: written } = withoutMoreLink(line, (link) => targetOf(hrefOf(link)) === target);
  const pieces = withoutMoreWords(written);
  return { text: textOfPieces(pieces), matched: highlightsOfPieces(pieces) };
}

/** Whether an element is in the address of a row. */
export function isInAddress({ address }: GammaRow, element: Element): boolean {
  return address !== undefined && contains(address, element);
}
