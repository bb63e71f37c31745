import { hostOf } from '../../html/address.js';
import { isDateText } from '../../html/dates.js';
import type { Line } from '../../html/lines.js';
import { closest, contains, type Element } from '../../html/tree.js';
import type { Card } from '../cards/cards.js';
import { partsOf } from '../cards/line-parts.js';
import { looksLikeAddress } from '../rows/address.js';
import { durationIn } from './duration.js';

/** The lines of a video row by what they are. No layout has all of them. */
export interface VideoLines {
  /** In the title's link: `YouTube`, or `YouTube · Channel`. */
  readonly site: Line | undefined;
  /** In the place of the address: an address, or `300+ views · 2 years ago`. */
  readonly address: Line | undefined;
  /** Below the snippet: `YouTube · Channel · 2 years ago`, `Site · 2 years ago`, or `2 years ago · Channel`. */
  readonly meta: Line | undefined;
  /** A line that is a date and nothing else. */
  readonly date: Line | undefined;
  /** The lines of the excerpt. */
  readonly snippet: readonly Line[];
}

/** Sorts the lines of a row. */
export function sortLines({ anchor, link, above, below }: Card): VideoLines {
  const host = hostOf(link);
  const all = [...above, ...below].filter(({ text }) => durationIn(text) === undefined);
  const head = all.filter((line) => isWithin(line, anchor));
  const address = head.find(isCited) ?? all.find(isCited) ?? head.find(({ text }) => looksLikeAddress(text, host));
  const site = head.find((line) => line !== address);
  const isRead = ({ text }: Line) => text === address?.text || text === site?.text;
  const rest = (head.length < all.length ? all.filter((line) => !head.includes(line)) : head).filter(
    (line) => !isRead(line),
  );
  const meta = rest.findLast((line) => isMeta(line, site?.text ?? host)) ?? rest.slice(1).findLast(beginsWithDate);
  const date = rest.find(({ text }) => isDateText(text));
  const texts = rest.filter((line) => line !== meta && line !== date);
  return { site, address, meta, date, snippet: texts.filter(({ block }) => block === texts[0]?.block) };
}

/** A line break in a link parts its lines, but not by an element of their own. */
function isWithin({ block, pieces }: Line, anchor: Element): boolean {
  return contains(anchor, block) || pieces.every(({ text, parent }) => contains(anchor, parent) || !/\S/.test(text));
}

/** Whether a `cite` holds the whole line. In a card it holds the site alone, and the channel follows. */
function isCited({ pieces }: Line): boolean {
  return pieces.every(({ text, parent }) => !/\S/.test(text) || closest(parent, isCite) !== undefined);
}

function isCite({ name }: Element): boolean {
  return name === 'cite';
}

/** A line of parts that ends with a date or begins with the site's name or a part of its host. */
function isMeta(line: Line, site: string): boolean {
  const parts = partsOf(line);
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first === undefined || last === undefined || first === last) return false;
  return isDateText(last.text) || site.toLowerCase().includes(first.text.toLowerCase());
}

/** Below a snippet the uploader follows; a first line that begins with a date is the snippet itself. */
function beginsWithDate(line: Line): boolean {
  const [first, second] = partsOf(line);
  return first !== undefined && second !== undefined && isDateText(first.text);
}
