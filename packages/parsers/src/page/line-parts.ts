import { contains, type Element } from '../html/tree.js';
import { parseUrl, withoutWww } from '../words/address.js';
import { isDateText } from '../words/dates.js';
import { collapseWhitespace, distinctNonEmpty } from '../words/text.js';
import { isNonBlank, type Line, linesOf, type Piece, textOfPieces } from './lines.js';
import { textOf } from './text.js';

/**
 * The parts of a line such as `YouTube · Channel · 2 years ago`, where each separator is a text node of its own or at
 * an end of one. A separator inside a text node, as in snippets, does not count.
 */
export function splitLineAtSeparators({ pieces, text: whole }: Line): string[] {
  if (!separator.test(whole)) return [whole];
  const parts: string[] = [];
  let part = '';
  for (const { text } of pieces) {
    const start = startOf(text);
    const end = endOf(text, start);
    if (start > 0) part = addPart(parts, part);
    part += text.slice(start, end);
    if (end < text.length) part = addPart(parts, part);
  }
  addPart(parts, part);
  return parts;
}

/** The line without the part at its start or end. Keeps the pieces, because the part is never highlighted. */
export function withoutPart(line: Line, part: string): Line {
  const { text } = line;
  if (text.startsWith(part)) return { ...line, text: text.slice(part.length).replace(separatorBefore, '') };
  return { ...line, text: text.slice(0, text.lastIndexOf(part)).replace(separatorBehind, '') };
}

/** A text without the separator at its end. */
export function withoutTrailingSeparator(text: string): string {
  return text.replace(separatorBehind, '');
}

/** A text without the date at its end. */
export function withoutDate(text: string): string {
  const start = text.search(lastPart);
  return isDateText(text.slice(start + 1).trim()) ? text.slice(0, Math.max(start, 0)).trim() : text;
}

const lastPart = /[·•][^·•]*$/;

/** The line without separators at its ends: another layout may have moved what they separated. */
export function withoutOuterSeparators(line: Line): Line {
  const { pieces } = line;
  const start = pieces.findIndex(isText);
  const end = pieces.findLastIndex(isText) + 1;
  const whole = start > 0 || end < pieces.length ? textOfPieces(pieces.slice(start, end)) : line.text;
  const text = whole.replace(outerSeparators, '');
  return text === line.text ? line : { ...line, text };
}

function isText({ text }: Piece): boolean {
  return !onlySeparator.test(text.trim());
}

const onlySeparator = /^[·•‧|–—-]?$/;
const outerSeparators = /^[·•‧|]\s|\s[·•‧|]$/g;

const separatorBefore = /^\s*[·•‧|–—-]\s*/;
const separatorBehind = /\s?[·•‧|–—-]\s?$/;

/** The parts of a collapsed text such as `YouTube · Channel`, regardless of its elements. */
export function splitTextAtMiddleDots(text: string): string[] {
  if (!text.includes('·')) return text === '' ? [] : [text];
  return text.split(dot).filter((part) => part !== '');
}

const dot = /(?:^|\s)·(?:\s|$)/;

/** The first date that is a line, a part of one between dots, or in an element of its own. */
export function dateIn(lines: readonly Line[]): string | undefined {
  const texts = lines.flatMap(({ text, pieces }) => [text, ...pieces.map((piece) => piece.text.trim())]);
  const date = distinctNonEmpty(texts.flatMap(splitTextAtMiddleDots)).find(isDateText);
  return date && withoutMarksBefore(date);
}

/** A date without a dash or an ellipsis before it. */
function withoutMarksBefore(date: string): string {
  return collapseWhitespace(date).replace(/^[^\p{L}\p{N}]+\s/u, '');
}

/** A text without the date at its end, in an element of its own. */
export function splitDateAtEnd(pieces: readonly Piece[]): { pieces: readonly Piece[]; date?: string } {
  const written = pieces.filter(isNonBlank);
  const [before, last] = written.slice(-2);
  if (last === undefined || last.parent === before!.parent || last.mark !== undefined) return { pieces };
  const [date = '', other] = splitTextAtMiddleDots(collapseWhitespace(last.text));
  if (other !== undefined || !isDateText(date)) return { pieces };
  const rest = pieces.slice(0, pieces.indexOf(last));
  return { pieces: rest.slice(0, rest.findLastIndex(isText) + 1), date: withoutMarksBefore(date) };
}

/** The lines of an element, split at their middle dots and bullets. */
export function splitLinesAtMiddleDots(element: Element): string[] {
  const parts: string[] = [];
  for (const { text } of linesOf(element)) {
    if (!separatorDot.test(text)) parts.push(text);
    else for (const part of text.split(separatorDot)) addPart(parts, part);
  }
  return parts;
}

export const separatorDot: RegExp = /[·⋅•]/;

/** Adds the part unless it is empty; returns the start of the next one. */
function addPart(parts: string[], part: string): string {
  const text = collapseWhitespace(part);
  if (text !== '') parts.push(text);
  return '';
}

/**
 * Index of the text after a separator at its start, 0 if there is none. A dash that touches a word belongs to the word.
 */
function startOf(text: string): number {
  return startingSeparator.test(text) ? text.search(separator) + 1 : 0;
}

/** Index of a separator at the end; the length if there is none. */
function endOf(text: string, start: number): number {
  const end = text.trimEnd().search(endingSeparator);
  return end < start ? text.length : end;
}

const separator = /[·•‧|–—-]/;
const startingSeparator = /^\s*[·•‧|–—-](?=\s|$)/;
const endingSeparator = /(?<=^|\s)[·•‧|–—-]$/;

/**
 * Whether a text looks like an address: with a scheme, starting with the link's own host, or starting with any host.
 */
export function looksLikeAddress(text: string, host: string): boolean {
  return startsWithAddress(text, host) || isBareAddress(text);
}

/** Whether a text looks like an address without a scheme. */
export function isBareAddress(text: string): boolean {
  return writtenAddress.test(text);
}

const writtenAddress = /^[^\s/›>]+\.\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:$|\/| ?[›»]| [/>])/u;

/** Whether a text has breadcrumb separators, with the site's name instead of its host: "Wikipedia › wiki › Cat". */
export function isBreadcrumb(text: string): boolean {
  return text.includes(' › ');
}

/** Shorter lines below a title may be names and buttons. */
export const minExcerptLength = 40;

/** Whether a line may be an excerpt by its length. */
export function hasExcerptLength({ text }: Pick<Line, 'text'>): boolean {
  return text.length >= minExcerptLength;
}

/**
 * Splits the pieces of a link without a heading into title and address. Undefined if it does not end with an address.
 */
export function splitAtAddress(
  pieces: readonly Piece[],
  host: string,
): [readonly Piece[], readonly Piece[]] | undefined {
  const written = pieces.filter(isNonBlank);
  for (let start = written.length - 1; start > Math.max(0, written.length - maxAddressPieces); start--) {
    if (!mayBeginAddress.test(written[start]!.text)) continue;
    const address = written.slice(start);
    if (startsWithAddress(textOfPieces(address), host)) return [written.slice(0, start), address];
  }
  const start = startOfBreadcrumb(written);
  return start > 0 ? [written.slice(0, start), written.slice(start)] : undefined;
}

/** If another word follows the first one, the text belongs to the title. */
const mayBeginAddress = /^\s*[^\s/›>]+\s*(?:$|[/›>])/;

/** Maximum number of pieces of an address: its host, separators and steps. */
const maxAddressPieces = 12;

/** Index of a breadcrumb at the end, 0 if there is none. Its first piece is a name, not a step. */
function startOfBreadcrumb(pieces: readonly Piece[]): number {
  let start = pieces.length - 1;
  while (start > 0 && step.test(pieces[start]!.text)) start--;
  return start > 0 && isBreadcrumb(textOfPieces(pieces.slice(start))) ? start : 0;
}

const step = /^\s*›/;

/** Whether a text begins with a scheme, or with the host followed by the end or the rest of an address. */
export function startsWithAddress(text: string, host: string): boolean {
  return writtenScheme.test(text) || startsWithHost(text, host);
}

/** Whether a text begins with the host, after an optional scheme, followed by the end or the rest of an address. */
export function startsWithHost(text: string, host: string): boolean {
  const start = firstWord.exec(text.replace(writtenScheme, ''))?.[0];
  return start !== undefined && bareHost(start.toLowerCase()) === bareHost(host);
}

const writtenScheme = /^https?:\/\/(?=\S)/;

/** Up to the end of the text or to the next step. */
const firstWord = /^[^\s/›>]+(?=$|\/|\s>|\s?›)/;

/** The host as in links, without `www.` and port: a page may show it in the letters of its language. */
function bareHost(host: string): string {
  const ascii = otherLetter.test(host) ? parseUrl(`http://${host}`)?.hostname : undefined;
  return withoutWww(ascii ?? host);
}

const otherLetter = /[^a-z\d.-]/;

/** Whether the element is marked as an address. */
export function isCite({ name }: Element): boolean {
  return name === 'cite';
}

/** Whether the element is marked as an address and looks like one: names and titles may be marked in the same way. */
export function isCitedAddress(element: Element): boolean {
  return isCite(element) && (looksLikeAddress(textOf(element), '') || isBreadcrumb(textOf(element)));
}

/** The elements that contain exactly an address of the host, in document order; for pages that mark none. */
export function addressElementsIn(lines: readonly Line[], host: string): Element[] {
  return lines.flatMap((line) => addressElementOf(line, host) ?? []);
}

function addressElementOf({ pieces, text }: Line, host: string): Element | undefined {
  const part = startsWithAddress(text, host) ? pieces : splitAtAddress(pieces, host)?.[1];
  const address = part ?? (looksLikeAddress(text, host) ? pieces : []);
  const written = address.filter(isNonBlank);
  const [first] = written;
  const last = written.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let element = first.parent;
  while (!contains(element, last.parent)) element = element.parent!;
  return unspaced(textOf(element)) === unspaced(textOfPieces(written)) ? element : undefined;
}

/** Pieces of white space were left out. */
function unspaced(text: string): string {
  return text.replaceAll(' ', '');
}

/** Whether a text is a part of the host, as most names of sites are. */
export function isPartOfHost(text: string, host: string): boolean {
  const word = text.replace(/\s/g, '').toLowerCase();
  return word.length > 1 && host.includes(word);
}
