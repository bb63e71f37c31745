import { hostOf } from '../../html/address.js';
import { type Line, type Piece, textOfPieces } from '../../html/lines.js';
import { attribute, closest, contains, type Element } from '../../html/tree.js';
import type { Row } from './row.js';

/** The line of a row that shows where its link leads: an address, its trail of steps, or a count in its place. */
export interface Address {
  readonly text: string;
  readonly line: Line;
  /** Name of the reader that found it. */
  readonly reader: string;
}

/** Finds the address of a row: first in its link, then below and above it. */
export function readAddress({ link, linkLines, titleLines, before, after }: Row): Address | undefined {
  const host = hostOf(link);
  return (
    marked(linkLines, 'cite', isCite) ??
    marked(linkLines, 'text role', isTextRole) ??
    shaped(linkLines, 'shape', host) ??
    marked(titleLines.slice(1), 'cite in heading', isCite) ??
    marked(after, 'cite below', isCite) ??
    shaped(after.slice(0, 1), 'shape below', host) ??
    shaped(before, 'shape above', host)
  );
}

/** Whether a text is written as an address: with a scheme, from the link's own host on, or from any host on. */
export function looksLikeAddress(text: string, host: string): boolean {
  return startsWithHost(text, host) || /^[^\s/›>]+\.\p{L}[\p{L}\p{N}-]+(?:$|\/| ›| >)/u.test(text);
}

/** The pieces of a link without a heading: its title, and the address that it ends with. Undefined where it has none. */
export function splitAtAddress(
  pieces: readonly Piece[],
  host: string,
): [readonly Piece[], readonly Piece[]] | undefined {
  const written = pieces.filter(({ text }) => /\S/.test(text));
  for (let start = written.length - 1; start > 0; start--) {
    if (startsWithHost(textOfPieces(written.slice(start)), host))
      return [written.slice(0, start), written.slice(start)];
  }
  return undefined;
}

function startsWithHost(text: string, host: string): boolean {
  if (/^https?:\/\/\S/.test(text)) return true;
  const start = /^([^\s/›>]+)(?:$|\/|\s[›>])/.exec(text.toLowerCase())?.[1];
  return start !== undefined && withoutWww(start) === withoutWww(host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function isCite({ name }: Element): boolean {
  return name === 'cite';
}

function isTextRole(element: Element): boolean {
  return attribute(element, 'role') === 'text';
}

function marked(lines: readonly Line[], reader: string, test: (element: Element) => boolean): Address | undefined {
  for (const line of lines) {
    for (const { parent, text } of line.pieces) {
      const element = /\S/.test(text) ? closest(parent, test) : undefined;
      if (element === undefined) continue;
      const outer = (element.parent && closest(element.parent, test)) ?? element;
      const pieces = line.pieces.filter((piece) => contains(outer, piece.parent));
      return { text: textOfPieces(pieces), line, reader };
    }
  }
  return undefined;
}

function shaped(lines: readonly Line[], reader: string, host: string): Address | undefined {
  const line = lines.find(({ text }) => looksLikeAddress(text, host));
  return line && { text: line.text, line, reader };
}
