import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { withoutSeparator } from '../../page/parts.js';
import { isButton, isHeading, isListPart, levelOf } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { namesOfSites } from '../../reading/names-below.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isBlank, letter } from '../../words/text.js';
import { targetOf } from '../links.js';
import type { Excerpt } from './snippet.js';

/** What the name of a row's site is found by. */
interface NamedItem {
  readonly item: Element;
  readonly heading: Element;
  /** The level of the heading. */
  readonly level: number;
  readonly link: string;
  /** The address line; undefined if the row shows none. */
  readonly address: Element | undefined;
  readonly excerpt: Excerpt;
}

/** The names of the rows' sites; undefined for a row that shows none. */
export function siteNamesOf(rows: readonly NamedItem[]): (string | undefined)[] {
  return namesOfSites(rows, {
    hostOf: ({ link }) => hostOf(link),
    nameOf: (row) => siteNameOf(row) || undefined,
    textOf: (name) => name,
    linesBelow: linesBelowExcerpt,
    nameIn: ({ text }) => text,
  });
}

function linesBelowExcerpt({ item, address, excerpt }: NamedItem): readonly Line[] | undefined {
  const end = excerpt.text.element?.last ?? item.last;
  if (end >= item.last) return undefined;
  const isElsewhere = (element: Element): boolean =>
    element.last <= end || element === address || isListPart(element) || isButton(element);
  return linesOf(item, { skip: (element) => element !== item && isElsewhere(element) });
}

/**
 * The text before the address, or else after it, in a block that both share without the title. If the address is below
 * the title, or there is none: the short line between both, or right above the title.
 */
function siteNameOf(row: NamedItem): string {
  const { heading, address } = row;
  if (address === undefined) return nameAbove(row, heading);
  if (address.order > heading.order) return nameBetween(row, address) || nameAbove(row, heading);
  let below = '';
  for (let outer = address.parent!; !contains(outer, heading); outer = outer.parent!) {
    const name = textOf(outer, { skip: ({ order }) => order >= address.order });
    if (name !== '') return withoutSeparator(name);
    if (below === '') below = nameBelow(outer, address);
  }
  return below || nameAbove(row, address);
}

/** The last short line between title and address, if the excerpt is below both. */
function nameBetween({ item, heading, link, excerpt }: NamedItem, address: Element): string {
  const { element: below } = excerpt.text;
  if (below !== undefined && below.order < address.last) return '';
  const isElsewhere = (element: Element): boolean =>
    element.last <= heading.last || element.order >= address.order || isButton(element);
  const leadsElsewhere = (outer: Element | undefined): boolean =>
    outer !== undefined && targetOf(hrefOf(outer)) !== link;
  const isBetween = ({ pieces }: Line): boolean =>
    pieces.every(
      ({ text, parent, link: outer }) => isBlank(text) || (parent.order > heading.last && !leadsElsewhere(outer)),
    );
  const lines = linesOf(item, { skip: isElsewhere }).filter(isBetween);
  return asName(withoutSeparator(lines.at(-1)?.text ?? ''));
}

function nameBelow(box: Element, address: Element): string {
  const [line] = linesOf(box, { skip: (element) => element === address || isButton(element) });
  return asName(line?.text);
}

/** The last line above a part of the row, outside headings or else in one of a lower level than the title's. */
function nameAbove({ item, level }: NamedItem, part: Element): string {
  const lines = linesOf(item, { skip: (element) => element.order >= part.order || isButton(element) });
  const written = lines.filter(({ text }) => letter.test(text));
  const levels = written.map(({ block }) => {
    const heading = closest(block, isHeading);
    return heading === undefined || contains(heading, part) ? 0 : levelOf(heading) || 1;
  });
  const plain = levels.lastIndexOf(0);
  return asName(written[plain < 0 ? levels.findLastIndex((other) => other > level) : plain]?.text);
}

/** A text that may be the name of a site; `''` for others. */
function asName(text = ''): string {
  return text.length > maxNameLength || isDateText(text) || !letter.test(text) ? '' : text;
}

/** Longer texts are sentences, not names of sites. */
const maxNameLength = 60;
