import { contains, type Element, isInside } from '../../html/tree.js';
import {
  hasExcerptLength,
  isCite,
  isPartOfHost,
  looksLikeAddress,
  splitAtAddress,
  splitLineAtSeparators,
  splitTextAtMiddleDots,
  startsWithAddress,
  withoutOuterSeparators,
  withoutTrailingSeparator,
} from '../../page/line-parts.js';
import { isNonBlank, type Line, type Piece, textOfPieces } from '../../page/lines.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration } from '../../words/numbers.js';
import { digit, isBlank, letter } from '../../words/text.js';
import type { NewsOrVideoRow } from '../listed-rows/listed-row.js';

/** The lines of a video row by their meaning. No layout has all of them. */
export interface VideoLines {
  /** In the title's link or beside the address: `YouTube`, or `YouTube · Channel`. */
  readonly site: Line | undefined;
  /** In the place of the address: an address, or `300+ views · 2 years ago`. */
  readonly address: Line | undefined;
  readonly meta: MetadataLine | undefined;
  /** A line that is only a date. */
  readonly date: Line | undefined;
  /** The lines of the excerpt. */
  readonly snippet: readonly Line[];
}

/** Below the snippet: `YouTube · Channel · 2 years ago`, `Site · 2 years ago`, or `2 years ago · Channel`. */
export interface MetadataLine {
  readonly line: Line;
  readonly parts: readonly string[];
}

/** Sorts the lines of a row by their meaning; `host` is that of the row's link. */
export function classifyVideoLines({ anchor, above, below }: NewsOrVideoRow, host: string): VideoLines {
  const head: Line[] = [];
  const body: Line[] = [];
  let date: Line | undefined;
  for (const line of [...above, ...below].flatMap((whole) => withDateApart(whole, host))) {
    if (isClockDuration(line.text)) continue;
    if (isDateText(line.text) && !isCited(line)) {
      date ??= line;
      continue;
    }
    const list = isWithin(line, anchor) ? head : body;
    list.push(...withAddressApart(line, host));
  }
  const address = head.find(isCited) ?? body.find(isCited) ?? writtenAddress(head, body, host);
  const beside = body.length > 0 ? head : aboveExcerpt(head); // a link may be around the whole row
  const site =
    beside.find((line) => line !== address) ?? body.find((line) => line !== address && namesSite(line, host));
  const rest = (body.length > 0 ? body : head).filter(({ text }) => text !== address?.text && text !== site?.text);
  const meta = findMeta(rest, site?.text ?? host);
  return { site, address, meta, date, snippet: excerptBlock(rest, meta?.line) };
}

/** A line that begins with an address with the date at its end as a line of its own. */
function withDateApart(line: Line, host: string): readonly Line[] {
  const { pieces, text } = line;
  const last = pieces.findLast(isNonBlank);
  if (last === undefined || isInCite(last) || !isDateText(last.text.trim())) return [line];
  if (!startsWithAddress(text, host) && !pieces.some(isInCite)) return [line];
  const own = pieces.slice(0, pieces.indexOf(last));
  return [
    withoutOuterSeparators({ ...line, pieces: own, text: textOfPieces(own) }),
    { ...line, pieces: [last], text: last.text.trim() },
  ];
}

/** A line with its address as a line of its own, if a name precedes the address. */
function withAddressApart(line: Line, host: string): readonly Line[] {
  if (startsWithAddress(line.text, host)) return [line];
  const parts = splitAtCite(line.pieces) ?? splitAtAddress(line.pieces, host);
  if (parts === undefined) return [line];
  const [name, address] = parts;
  const text = withoutTrailingSeparator(textOfPieces(name));
  if (text.length > maxNameLength) return [line];
  return [
    { ...line, pieces: name, text },
    { ...line, pieces: address, text: textOfPieces(address) },
  ];
}

/** The pieces before and in a `cite` at the end of a line; undefined if nothing or only symbols precede it. */
function splitAtCite(pieces: readonly Piece[]): [readonly Piece[], readonly Piece[]] | undefined {
  const start = pieces.findIndex(isInCite);
  if (start < 1 || !pieces.slice(start).every((piece) => isBlank(piece.text) || isInCite(piece))) return undefined;
  const name = pieces.slice(0, start);
  return name.some(({ text }) => letter.test(text)) ? [name, pieces.slice(start)] : undefined;
}

/** Longer texts are excerpts that end in an address. */
const maxNameLength = 60;

/** Whether a line outside the link names the site, with or without the channel, and not when. */
function namesSite({ text }: Line, host: string): boolean {
  const [name = '', channel = '', ...others] = splitTextAtMiddleDots(text);
  return isPartOfHost(name, host) && others.length === 0 && !isDateText(channel);
}

/** The lines in the same block as the first one that is long or highlighted, else as the first one, except `other`. */
function excerptBlock(lines: readonly Line[], other: Line | undefined): Line[] {
  const own = lines.filter((line) => line !== other);
  const first = own.find(isHighlighted) ?? own.find(hasExcerptLength) ?? own[0];
  return first === undefined ? [] : own.filter(({ block }) => block === first.block);
}

function aboveExcerpt(lines: readonly Line[]): readonly Line[] {
  const excerpt = lines.findIndex(mayBeExcerpt);
  return excerpt < 0 ? lines : lines.slice(0, excerpt);
}

function mayBeExcerpt(line: Line): boolean {
  return hasExcerptLength(line) || isHighlighted(line);
}

function isHighlighted({ pieces }: Line): boolean {
  return pieces.some(({ mark }) => mark !== undefined);
}

/** A line break in a link separates lines without an element of their own. */
function isWithin({ block, pieces }: Line, anchor: Element): boolean {
  return contains(anchor, block) || pieces.every(({ text, parent }) => contains(anchor, parent) || isBlank(text));
}

/** Whether a `cite` holds the whole line. In a card it only holds the site, and the channel follows. */
function isCited({ pieces }: Line): boolean {
  return pieces.every((piece) => isBlank(piece.text) || isInCite(piece));
}

function isInCite({ parent }: Piece): boolean {
  return isInside(parent, isCite);
}

/** The address if nothing marks it, or the view count with a date in its place, above the excerpt. */
function writtenAddress(head: readonly Line[], body: readonly Line[], host: string): Line | undefined {
  const isAddress = ({ text }: Line): boolean => looksLikeAddress(text, host);
  return [...head, ...body].find(isAddress) ?? [...head, ...body.slice(0, -1)].find(isDatedCount);
}

/** `300+ views · 2 years ago` */
function isDatedCount({ text }: Line): boolean {
  const [count = '', date = '', ...others] = splitTextAtMiddleDots(text);
  return others.length === 0 && digit.test(count) && isDateText(date);
}

function findMeta(lines: readonly Line[], site: string): MetadataLine | undefined {
  return (
    findLast(lines, 0, (parts) => beginsWithSite(parts, site) || endsWithDate(parts)) ??
    findLast(lines, 1, beginsWithDate) // a first line that begins with a date is the snippet itself
  );
}

/** The last line from index `first` on that has several parts and passes the test. */
function findLast(
  lines: readonly Line[],
  first: number,
  test: (parts: readonly string[]) => boolean,
): MetadataLine | undefined {
  for (let i = lines.length - 1; i >= first; i--) {
    const line = lines[i]!;
    const parts = splitLineAtSeparators(line);
    if (parts.length > 1 && test(parts)) return { line, parts };
  }
  return undefined;
}

function endsWithDate(parts: readonly string[]): boolean {
  return isDateText(parts[parts.length - 1]!);
}

/** The first part may be only a part of the site's name or host. */
function beginsWithSite([first]: readonly string[], site: string): boolean {
  return site.toLowerCase().includes(first!.toLowerCase());
}

function beginsWithDate([first]: readonly string[]): boolean {
  return isDateText(first!);
}
