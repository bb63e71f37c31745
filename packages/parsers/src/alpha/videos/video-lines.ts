import { closest, contains, type Element } from '../../html/tree.js';
import { isCite, looksLikeAddress } from '../../page/address-shape.js';
import type { Line } from '../../page/lines.js';
import { partsOfLine, partsOfText } from '../../page/parts.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/durations.js';
import { isBlank } from '../../words/text.js';
import type { ListedRow } from '../listed-rows/listed-row.js';

/** The lines of a video row by what they are. No layout has all of them. */
export interface VideoLines {
  /** In the title's link: `YouTube`, or `YouTube · Channel`. */
  readonly site: Line | undefined;
  /** In the place of the address: an address, or `300+ views · 2 years ago`. */
  readonly address: Line | undefined;
  readonly meta: MetaLine | undefined;
  /** A line that is a date and nothing else. */
  readonly date: Line | undefined;
  /** The lines of the excerpt. */
  readonly snippet: readonly Line[];
}

/** Below the snippet: `YouTube · Channel · 2 years ago`, `Site · 2 years ago`, or `2 years ago · Channel`. */
export interface MetaLine {
  readonly line: Line;
  readonly parts: readonly string[];
}

/** Sorts the lines of a row whose link leads to the host. */
export function sortLines({ anchor, above, below }: ListedRow, host: string): VideoLines {
  const head: Line[] = [];
  const body: Line[] = [];
  for (const line of above.length > 0 ? [...above, ...below] : below) {
    if (durationIn(line.text) === undefined) (isWithin(line, anchor) ? head : body).push(line);
  }
  const address = head.find(isCited) ?? body.find(isCited) ?? writtenAddress(head, body, host);
  const site = head.find((line) => line !== address);
  const rest = (body.length > 0 ? body : head).filter(({ text }) => text !== address?.text && text !== site?.text);
  const meta = findMeta(rest, site?.text ?? host);
  const date = rest.find(({ text }) => isDateText(text));
  return { site, address, meta, date, snippet: firstBlock(rest, [meta?.line, date]) };
}

/** The lines that share the block of the first one, but for those that are something else. */
function firstBlock(lines: readonly Line[], others: readonly (Line | undefined)[]): Line[] {
  const first = lines.find((line) => !others.includes(line));
  return first === undefined ? [] : lines.filter((line) => line.block === first.block && !others.includes(line));
}

/** A line break in a link parts its lines, but not by an element of their own. */
function isWithin({ block, pieces }: Line, anchor: Element): boolean {
  return contains(anchor, block) || pieces.every(({ text, parent }) => contains(anchor, parent) || isBlank(text));
}

/** Whether a `cite` holds the whole line. In a card it holds the site alone, and the channel follows. */
function isCited({ pieces }: Line): boolean {
  return pieces.every(({ text, parent }) => isBlank(text) || closest(parent, isCite) !== undefined);
}

/** The address, or in its place the count of views with a date, above the excerpt, where nothing marks it. */
function writtenAddress(head: readonly Line[], body: readonly Line[], host: string): Line | undefined {
  const [first, second] = body;
  const isCountAbove = first !== undefined && second !== undefined && isDatedCount(first);
  return head.find(({ text }) => looksLikeAddress(text, host)) ?? (isCountAbove ? first : head.find(isDatedCount));
}

/** `300+ views · 2 years ago` */
function isDatedCount({ text }: Line): boolean {
  const [count = '', date = '', ...others] = partsOfText(text);
  return others.length === 0 && digit.test(count) && isDateText(date);
}

const digit = /\p{Nd}/u;

function findMeta(lines: readonly Line[], site: string): MetaLine | undefined {
  return (
    findLast(lines, 0, (parts) => beginsWithSite(parts, site) || endsWithDate(parts)) ??
    findLast(lines, 1, beginsWithDate) // a first line that begins with a date is the snippet itself
  );
}

/** The last line from the given one on that has several parts and passes by them. */
function findLast(
  lines: readonly Line[],
  first: number,
  test: (parts: readonly string[]) => boolean,
): MetaLine | undefined {
  for (let i = lines.length - 1; i >= first; i--) {
    const line = lines[i]!;
    const parts = partsOfLine(line);
    if (parts.length > 1 && test(parts)) return { line, parts };
  }
  return undefined;
}

function endsWithDate(parts: readonly string[]): boolean {
  return isDateText(parts[parts.length - 1]!);
}

/** Or with a part of its host. */
function beginsWithSite([first]: readonly string[], site: string): boolean {
  return site.toLowerCase().includes(first!.toLowerCase());
}

function beginsWithDate([first]: readonly string[]): boolean {
  return isDateText(first!);
}
