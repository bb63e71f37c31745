import { contains, type Element, hrefOf } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { withoutSeparator } from '../../page/parts.js';
import { isButton, isHeading, isListPart } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { namesOfSites } from '../../reading/names-below.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isBlank } from '../../words/text.js';
import { targetOf } from '../links.js';
import type { Excerpt } from './snippet.js';

/** What the name of a row's site is found by. */
interface NamedItem {
  readonly item: Element;
  readonly heading: Element;
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
  const { item, heading, address } = row;
  if (address === undefined) return nameAbove(item, heading);
  if (address.order > heading.order) return nameBetween(row, address) || nameAbove(item, heading);
  let below = '';
  for (let outer = address.parent!; !contains(outer, heading); outer = outer.parent!) {
    const name = textOf(outer, { skip: ({ order }) => order >= address.order });
    if (name !== '') return withoutSeparator(name);
    if (below === '') below = nameBelow(outer, address);
  }
  return below || nameAbove(item, address);
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

function nameAbove(item: Element, part: Element): string {
  const skip = (element: Element): boolean =>
    element.order >= part.order || isButton(element) || (isHeading(element) && !contains(element, part));
  const lines = linesOf(item, { skip });
  return asName(lines.findLast(({ text }) => letter.test(text))?.text);
}

/** A text that may be the name of a site; `''` for others. */
function asName(text = ''): string {
  return text.length > maxNameLength || isDateText(text) || !letter.test(text) ? '' : text;
}

/** A line without letters numbers the row. */
const letter = /\p{L}/u;

/** Longer texts are sentences, not names of sites. */
const maxNameLength = 60;
