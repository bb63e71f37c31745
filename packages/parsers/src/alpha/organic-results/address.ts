import { closest, contains, type Element } from '../../html/tree.js';
import { hasExcerptLength, isBreadcrumb, isCite, looksLikeAddress, startsWithAddress } from '../../page/line-parts.js';
import { type Line, textOfPieces } from '../../page/lines.js';
import { hasRole } from '../../page/roles.js';
import { isClockDuration } from '../../words/numbers.js';
import { isBlank } from '../../words/text.js';
import { leadsToTarget } from '../links.js';
import { splitDatePrefix } from './excerpt.js';
import type { AlphaRow } from './row.js';

/** The line of a row that shows the target: an address, a breadcrumb, or a count in its place. */
export interface DisplayedLink {
  readonly text: string;
  readonly line: Line;
  /** The text before it in the line, if the address is marked. */
  readonly before?: string;
  /** Name of the reader that found it. */
  readonly reader: string;
}

/** Finds the address of a row: first in its link, then below and above it. */
export function readDisplayedLink(row: AlphaRow): DisplayedLink | undefined {
  const { addressLines, titleLines, before, after, host } = row;
  const isAddress = (text: string): boolean => looksLikeAddress(text, host);
  return (
    marked(addressLines, 'cite', isCite) ??
    marked(addressLines, 'text role', isTextRole) ??
    marked(titleLines.slice(1), 'cite in heading', isCite) ??
    marked(after, 'cite below', isCite) ??
    shaped(addressLines, 'shape', (text) => isAddress(text) || isBreadcrumb(text)) ??
    shapedBelow(row) ??
    shaped(
      afterExcerpt(after),
      'shape behind the excerpt',
      (text) => hasStep.test(text) && startsWithAddress(text, host),
    ) ??
    marked(before, 'cite above', isCite) ??
    shaped(before, 'shape above', (text) => isAddress(text) || isBreadcrumb(text)) ??
    shaped(loneLine(row), 'lone line', () => true)
  );
}

/** The address of a row, or an empty one if it has an excerpt: for pages that show most rows without addresses. */
export function displayedLinkOrEmpty(row: AlphaRow): DisplayedLink | undefined {
  const { anchor, after } = row;
  const address = readDisplayedLink(row);
  if (address !== undefined) return address;
  const line: Line = { pieces: [], text: '', block: anchor, isContinued: false };
  return after.some(hasExcerptLength) ? { text: '', line, reader: 'none' } : undefined;
}

/** A bare host may be the name of a shop. */
const hasStep = /[/›]/;

/** The lines after the first one that is long enough for an excerpt: a card shows its site below a price. */
function afterExcerpt(after: readonly Line[]): readonly Line[] {
  const excerpt = after.findIndex(hasExcerptLength);
  return excerpt < 0 ? [] : after.slice(excerpt + 1);
}

/** The site's name or a count, alone beside the title in the link of a row with an excerpt; cards have no excerpt. */
function loneLine({ addressLines, after }: AlphaRow): readonly Line[] {
  return addressLines.length === 1 && after.some(hasExcerptLength) ? addressLines : [];
}

function isTextRole(element: Element): boolean {
  return hasRole(element, 'text');
}

function marked(
  lines: readonly Line[],
  reader: string,
  test: (element: Element) => boolean,
): DisplayedLink | undefined {
  for (const line of lines) {
    const element = markedIn(line, test);
    if (element === undefined) continue;
    const outer = (element.parent && closest(element.parent, test)) ?? element;
    const pieces = line.pieces.filter(({ parent }) => contains(outer, parent));
    if (pieces.length === line.pieces.length) return { text: line.text, line, reader };
    const before = textOfPieces(line.pieces.slice(0, line.pieces.indexOf(pieces[0]!)));
    return { text: textOfPieces(pieces), line, before, reader };
  }
  return undefined;
}

/** The nearest element that passes, around the first text of the line that has one. */
function markedIn({ pieces }: Line, test: (element: Element) => boolean): Element | undefined {
  let unmarked: Element | undefined; // an element may have many pieces
  for (let i = 0; i < pieces.length; i++) {
    const { parent, text } = pieces[i]!;
    if (parent === unmarked || isBlank(text)) continue;
    const element = closest(parent, test);
    if (element !== undefined) return element;
    unmarked = parent;
  }
  return undefined;
}

function shaped(lines: readonly Line[], reader: string, test: (text: string) => boolean): DisplayedLink | undefined {
  const line = lines.find(({ text }) => test(text));
  const [own = ''] = line?.text.split(' · ', 1) ?? []; // without the facts behind it
  return line && { text: hasStep.test(own) && test(own) ? own : line.text, line, reader };
}

/** The address in the first line below the title that is not a running time, without the rest of that line. */
function shapedBelow({ after, host, link: target }: AlphaRow): DisplayedLink | undefined {
  const line = after.find(({ text }) => !isClockDuration(text));
  if (line === undefined || !looksLikeAddress(line.text, host)) return undefined;
  const { pieces } = line;
  const menu = pieces.findIndex(
    ({ link, text }) => link !== undefined && !isBlank(text) && !leadsToTarget(link, target),
  );
  const beforeMenu = menu > 0 ? pieces.slice(0, menu) : pieces;
  const first = firstElementIn(line);
  const own = beforeMenu.filter(({ parent }) => first !== undefined && contains(first, parent));
  const isAlone =
    own.length === 0 || splitDatePrefix(beforeMenu.slice(beforeMenu.indexOf(own.at(-1)!) + 1)).date === undefined;
  const text = textOfPieces(isAlone ? beforeMenu : own);
  return { text: menu > 0 ? text.replace(separatorAtEnd, '') : text, line, reader: 'shape below' };
}

/** Links to copies of the page and to similar pages may follow its address. */
const separatorAtEnd = /\s[-–·|]$/;

/** The widest inline element around the first text of a line; undefined if the text is in none. */
function firstElementIn({ pieces, block }: Line): Element | undefined {
  const first = pieces.find(({ text }) => !isBlank(text));
  if (first === undefined || first.parent === block) return undefined;
  return closest(first.parent, ({ parent }) => parent === block);
}
