import { closest, contains, type Element } from '../../html/tree.js';
import { isCite, isTrail, looksLikeAddress, shortestExcerpt } from '../../page/address-shape.js';
import { type Line, textOfPieces } from '../../page/lines.js';
import { hasRole } from '../../page/roles.js';
import { isBlank } from '../../words/text.js';
import type { AlphaRow } from './row.js';

/** The line of a row that shows where its link leads: an address, its trail of steps, or a count in its place. */
export interface Address {
  readonly text: string;
  readonly line: Line;
  /** Name of the reader that found it. */
  readonly reader: string;
}

/** Finds the address of a row: first in its link, then below and above it. */
export function readAddress(row: AlphaRow): Address | undefined {
  const { linkLines, titleLines, before, after, host } = row;
  return (
    marked(linkLines, 'cite', isCite) ??
    marked(linkLines, 'text role', isTextRole) ??
    shaped(linkLines, 'shape', (text) => looksLikeAddress(text, host) || isTrail(text)) ??
    marked(titleLines.slice(1), 'cite in heading', isCite) ??
    marked(after, 'cite below', isCite) ??
    shaped(after.slice(0, 1), 'shape below', (text) => looksLikeAddress(text, host)) ??
    shaped(before, 'shape above', (text) => looksLikeAddress(text, host) || isTrail(text)) ??
    shaped(loneLine(row), 'lone line', () => true)
  );
}

/** The site's name or a count, alone beside the title in the link of a row that has an excerpt, as cards have none. */
function loneLine({ linkLines, after }: AlphaRow): readonly Line[] {
  return linkLines.length === 1 && after.some(({ text }) => text.length >= shortestExcerpt) ? linkLines : [];
}

function isTextRole(element: Element): boolean {
  return hasRole(element, 'text');
}

function marked(lines: readonly Line[], reader: string, test: (element: Element) => boolean): Address | undefined {
  for (const line of lines) {
    const element = markedIn(line, test);
    if (element === undefined) continue;
    const outer = (element.parent && closest(element.parent, test)) ?? element;
    const pieces = line.pieces.filter(({ parent }) => contains(outer, parent));
    return { text: pieces.length === line.pieces.length ? line.text : textOfPieces(pieces), line, reader };
  }
  return undefined;
}

/** The nearest element around the first text of the line that has one which passes. */
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

function shaped(lines: readonly Line[], reader: string, test: (text: string) => boolean): Address | undefined {
  const line = lines.find(({ text }) => test(text));
  return line && { text: line.text, line, reader };
}
