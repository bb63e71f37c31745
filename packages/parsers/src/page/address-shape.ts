import { contains, type Element } from '../html/tree.js';
import { parsedAddress, withoutWww } from '../words/address.js';
import { isBlank } from '../words/text.js';
import { type Line, type Piece, textOfPieces } from './lines.js';
import { textOf } from './text.js';

/** Whether a text is written as an address: with a scheme, from the link's own host on, or from any host on. */
export function looksLikeAddress(text: string, host: string): boolean {
  return startsWithHost(text, host) || isBareAddress(text);
}

/** Whether a text is written as an address without a scheme. */
export function isBareAddress(text: string): boolean {
  return writtenAddress.test(text);
}

const writtenAddress = /^[^\s/›>]+\.\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:$|\/| ?›| >)/u;

/** Steps into a site that is named instead of its host: "Wikipedia › wiki › Cat". */
export function isTrail(text: string): boolean {
  return text.includes(' › ');
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

/** Whether a text begins with a scheme, or with the host and ends there or goes on as an address. */
export function startsWithHost(text: string, host: string): boolean {
  return writtenScheme.test(text) || namesHost(text, host);
}

/** Whether a text begins with the host, after a scheme or none, and ends there or goes on as an address. */
export function namesHost(text: string, host: string): boolean {
  const start = firstWord.exec(text.replace(writtenScheme, ''))?.[0];
  return start !== undefined && bareHost(start.toLowerCase()) === bareHost(host);
}

const writtenScheme = /^https?:\/\/(?=\S)/;

/** Up to the end of the text or to its next step. */
const firstWord = /^[^\s/›>]+(?=$|\/|\s>|\s?›)/;

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

/** The elements that hold an address of the host and nothing else, in document order; for pages that mark none. */
export function addressElementsIn(lines: readonly Line[], host: string): Element[] {
  return lines.flatMap((line) => addressElementOf(line, host) ?? []);
}

function addressElementOf({ pieces, text }: Line, host: string): Element | undefined {
  const part = startsWithHost(text, host) ? pieces : splitAtAddress(pieces, host)?.[1];
  const address = part ?? (looksLikeAddress(text, host) ? pieces : []);
  const written = address.filter((piece) => !isBlank(piece.text));
  const [first] = written;
  const last = written.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let element = first.parent;
  while (element.parent !== null && !contains(element, last.parent)) element = element.parent;
  return unspaced(textOf(element)) === unspaced(textOfPieces(written)) ? element : undefined;
}

/** Pieces that are nothing but white space were left out. */
function unspaced(text: string): string {
  return text.replaceAll(' ', '');
}
