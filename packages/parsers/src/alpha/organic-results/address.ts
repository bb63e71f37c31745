import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { type Line, type Piece, textOfPieces } from '../../page/lines.js';
import { parsedAddress, withoutWww } from '../../words/address.js';
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

/** Whether a text is written as an address: with a scheme, from the link's own host on, or from any host on. */
export function looksLikeAddress(text: string, host: string): boolean {
  return startsWithHost(text, host) || writtenAddress.test(text);
}

const writtenAddress = /^[^\s/›>]+\.\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:$|\/| ›| >)/u;

/** Steps into a site that is named instead of its host: "Wikipedia › wiki › Cat". */
function isTrail(text: string): boolean {
  return text.includes(' › ');
}

/** The site's name or a count, alone beside the title in the link of a row that has an excerpt, as cards have none. */
function loneLine({ linkLines, after }: AlphaRow): readonly Line[] {
  return linkLines.length === 1 && after.some(({ text }) => text.length >= shortestExcerpt) ? linkLines : [];
}

/** Shorter lines below a title may be names and buttons. */
export const shortestExcerpt = 40;

/** The pieces of a link without a heading: its title, and the address that it ends with. Undefined where it has none. */
export function splitAtAddress(
  pieces: readonly Piece[],
  host: string,
): [readonly Piece[], readonly Piece[]] | undefined {
  const written = pieces.filter(({ text }) => !isBlank(text));
  for (let start = written.length - 1; start > Math.max(0, written.length - longestAddress); start--) {
    if (!mayBeginAddress.test(written[start]!.text)) continue;
    const address = written.slice(start);
    if (startsWithHost(textOfPieces(address), host)) return [written.slice(0, start), address];
  }
  const start = startOfTrail(written);
  return start > 0 ? [written.slice(0, start), written.slice(start)] : undefined;
}

/** A text with a white space behind its first word that is followed by another one is part of a title. */
const mayBeginAddress = /^\s*[^\s/›>]+\s*(?:$|[/›>])/;

/** Pieces that an address may be made of: its host, and marks and names of steps. */
const longestAddress = 12;

/** Where a trail of steps at the end begins, 0 where there is none: its first piece is not a step but a name. */
function startOfTrail(pieces: readonly Piece[]): number {
  let start = pieces.length - 1;
  while (start > 0 && step.test(pieces[start]!.text)) start--;
  return start > 0 && isTrail(textOfPieces(pieces.slice(start))) ? start : 0;
}

const step = /^\s*›/;

function startsWithHost(text: string, host: string): boolean {
  if (writtenScheme.test(text)) return true;
  const start = firstWord.exec(text)?.[0];
  return start !== undefined && bareHost(start.toLowerCase()) === bareHost(host);
}

const writtenScheme = /^https?:\/\/\S/;

/** Up to the end of the text or to its next step. */
const firstWord = /^[^\s/›>]+(?=$|\/|\s[›>])/;

/** The host as links have it, without `www.` and port: a page may show it in the letters of its language. */
function bareHost(host: string): string {
  const ascii = otherLetter.test(host) ? parsedAddress(`http://${host}`)?.hostname : undefined;
  return withoutWww(ascii ?? host);
}

const otherLetter = /[^a-z\d.-]/;

/** Whether the element is marked as an address. */
export function isCite({ name }: Element): boolean {
  return name === 'cite';
}

function isTextRole(element: Element): boolean {
  return attribute(element, 'role') === 'text';
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
  let unmarked: Element | undefined; // many pieces stand in one element
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
