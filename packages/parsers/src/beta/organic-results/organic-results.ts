import { attributeText, closest, contains, type Element, hrefOf, isInside } from '../../html/tree.js';
import { addressElementsIn, isCite, isCitedAddress, withoutDate } from '../../page/line-parts.js';
import { isLinked, type Line, linesOf, textsOf } from '../../page/lines.js';
import { countsOf } from '../../page/lists.js';
import { findElement, findElements, holdsElement, type Page } from '../../page/page.js';
import { headingLevelOf, isAnchor, isButtonOrLabel, isHeading, isListOrItem } from '../../page/roles.js';
import { textOf, titleText } from '../../page/text.js';
import { hasText, isHiddenInAnyWay, isLineBreaking } from '../../page/visible.js';
import {
  type DroppedElement,
  type FoundRow,
  type FoundRows,
  foundValue,
  valueWithoutSource,
} from '../../reading/found.js';
import { readSiteNames } from '../../reading/names-below.js';
import type { ParseContext } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { defaultSiteName as hostNameOf, hostOf, withoutTextFragment } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { distinctNonEmpty, isBlank, letter } from '../../words/text.js';
import { listsOfResults } from '../landmarks.js';
import { targetOf } from '../links.js';
import { type HeadedLink, type ResultListItem, resultListItems } from './items.js';
import { type Excerpt, readSnippet } from './snippet.js';

/** A row of the list, and what identifies it. */
interface BetaRow extends HeadedLink {
  readonly item: Element;
  readonly link: string;
  /** The address line; undefined if the row shows none. */
  readonly address: Element | undefined;
}

/** The ordinary rows of the list, in order. */
export function readOrganicResults({ page }: ParseContext): FoundRows<OrganicResult> {
  const items = listsOfResults(page).flatMap((list) => resultListItems(page, list));
  const below = rowsAmong(page, items, false);
  const isAbove = countOfAnswers(below) > below.rows.length && countOfAnswers(below) > 1;
  const { rows, dropped } = isAbove ? rowsAmong(page, items, true) : below;
  return {
    layout: layoutOf(rows),
    candidates: items.length,
    dropped,
    rows: readAll(page, rows, isAbove),
  };
}

function readAll(page: Page, rows: readonly BetaRow[], isAbove: boolean): FoundRow<OrganicResult>[] {
  const read = rows.map((row) => ({ ...row, excerpt: readSnippet(page, { ...row, isAbove }) }));
  const names = siteNamesOf(read);
  return read.map((row, index) => readRow(row, row.excerpt, names[index]));
}

interface RowsAmong {
  readonly rows: readonly BetaRow[];
  readonly dropped: readonly DroppedElement[];
}

/** The rows among the items of a page that shows excerpts above its titles, or below them. */
function rowsAmong(page: Page, items: readonly ResultListItem[], isAbove: boolean): RowsAmong {
  const level = levelOfTitles(items);
  const rows: BetaRow[] = [];
  const dropped: DroppedElement[] = [];
  for (const { item, links } of items) {
    const isTitled = links.some((link) => link.level === level) || !holdsElement(page, item, isCite);
    const titleLinks = links.filter((link) => link.level === (isTitled ? level : links[0]?.level));
    const row = rowOf(page, item, { titleLinks, isAbove });
    if (typeof row === 'string') dropped.push({ reason: row, element: item });
    else rows.push(row);
  }
  return { rows, dropped };
}

function countOfAnswers({ dropped }: RowsAmong): number {
  return dropped.filter(({ reason }) => reason === answer).length;
}

/** Why an item with its text above its title was dropped. */
const answer = 'answer';

/** The level of the headings that lead out of the most items, the lower number of two; undefined if none leads out. */
function levelOfTitles(items: readonly ResultListItem[]): number | undefined {
  const levels = items.flatMap(({ links }) => [...new Set(links.filter(isLinked).map(({ level }) => level))]);
  const byCount = [...countsOf(levels)].sort(([level, count], [other, most]) => most - count || level - other);
  return byCount[0]?.[0];
}

/**
 * The row that an item is, or the reason why it is not one. A row has exactly one heading of the titles' level that
 * leads to an external target, followed by text. Answers have several such headings, have one below their text, or lead
 * to another search; ads are lists of their own.
 */
function rowOf(
  page: Page,
  item: Element,
  { titleLinks, isAbove }: { titleLinks: readonly HeadedLink[]; isAbove: boolean },
): BetaRow | string {
  if (titleLinks.length === 0) return 'no heading with a link';
  const [title, other] = titleLinks.filter(isLinked);
  if (title?.link === undefined || title !== titleLinks[0]) return 'leads to Bing';
  if (other !== undefined) return 'several headings';
  const row = { ...title, link: title.link, item, address: addressOf(page, item, title) };
  if (isNamedAnswer(item)) return answer;
  return !isAbove && isAnswer(page, row) ? answer : row;
}

/** The line marked as an address, or written as one: below the site's name, or below the title. */
function addressOf(page: Page, item: Element, { heading, link = '' }: HeadedLink): Element | undefined {
  const cited = findElements(page, item, isCitedAddress);
  const marked = cited.find((cite) => /[/›]/.test(textOf(cite))) ?? cited[0] ?? findElement(page, item, isCite);
  if (marked !== undefined) return marked;
  const isListed = (element: Element): boolean => element.name === 'li' && isLineBreaking(element); // no step
  const lines = linesOf(item, {
    skip: (element) => element === heading || (isListed(element) && !contains(element, heading)),
  });
  const written = addressElementsIn(lines, hostOf(link));
  return written.findLast(({ order }) => order < heading.order) ?? written[0];
}

/** The current class names of answers and ads. */
function isNamedAnswer(item: Element): boolean {
  return /(?:^|\s)b_(?:ans|ad)(?:\s|$)/.test(attributeText(item, 'class'));
}

/** An answer has its text first and its source below. */
function isAnswer(page: Page, { item, heading, link, address }: BetaRow): boolean {
  const isOfTitle = (element: Element): boolean =>
    (address !== undefined && contains(element, address)) || isInside(element, leadsToIt);
  const leadsToIt = (outer: Element): boolean => outer.name === 'a' && targetOf(hrefOf(outer)) === link;
  const isTextBefore = (element: Element): boolean =>
    element.name === 'p' &&
    element.parent?.name !== 'hgroup' && // the name of the site
    element.order < heading.order &&
    !isOfTitle(element) &&
    !isHiddenInAnyWay(element, item) &&
    hasOwnText(element);
  return holdsElement(page, item, isTextBefore);
}

/** Whether the element has text outside links: a link beside the title is not an answer. */
function hasOwnText(element: Element): boolean {
  return textOf(element, { skip: isAnchor }) !== '';
}

function layoutOf(rows: readonly BetaRow[]): string {
  if (rows.length === 0) return 'unknown';
  if (rows.some(({ anchor, heading }) => contains(anchor, heading))) return 'mobile';
  const isAddressAbove = rows.some(({ heading, address }) => address !== undefined && address.order < heading.order);
  return isAddressAbove ? 'desktop, address above the title' : 'desktop, address below the title';
}

function readRow(
  row: BetaRow,
  { text, matched, date }: Excerpt,
  siteName: string | undefined,
): FoundRow<OrganicResult> {
  const { anchor, heading, link, address } = row;
  const fields: FoundRow<OrganicResult>['fields'] = {
    title: foundValue(titleOf(row), 'heading', heading),
    link: foundValue(withoutTextFragment(link), 'target', anchor),
    domain: valueWithoutSource(hostOf(link)),
    source:
      siteName === undefined
        ? foundValue(hostNameOf(link), 'host', anchor)
        : foundValue(siteName, 'line above the address', address),
    displayed_link: address ? foundValue(textOf(address), 'cite', address) : valueWithoutSource(''),
    snippet: text,
    snippet_matched: matched,
    date,
  };
  return { anchor, fields };
}

/** The link's text: its heading may also contain a badge or a menu. */
function titleOf({ heading, anchor }: BetaRow): string {
  return titleText(contains(heading, anchor) && hasText(anchor) ? anchor : heading, anchor);
}

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
function siteNamesOf(rows: readonly NamedItem[]): (string | undefined)[] {
  const names = readSiteNames(rows, {
    hostOf: ({ link }) => hostOf(link),
    namesOf: (row) => siteNamesIn(row).map((text) => ({ text })),
    linesBelow: linesBelowExcerpt,
  });
  return names.map((name) => name?.text);
}

function linesBelowExcerpt({ item, address, excerpt }: NamedItem): readonly Line[] | undefined {
  const end = excerpt.text.element?.last ?? item.last;
  if (end >= item.last) return undefined;
  const isElsewhere = (element: Element): boolean =>
    element.last <= end || element === address || isListOrItem(element) || isButtonOrLabel(element);
  return linesOf(item, { skip: (element) => element !== item && isElsewhere(element) });
}

/**
 * The text before the address, or else after it, in a block that both share without the title. If the address is below
 * the title, or there is none: the short line between both, or right above the title.
 */
function siteNamesIn(row: NamedItem): readonly string[] {
  const { heading, address } = row;
  if (address === undefined) return [nameAbove(row, heading)];
  if (address.order > heading.order) return [nameBetween(row, address) || nameAbove(row, heading)];
  let below = '';
  for (let outer = address.parent!; !contains(outer, heading); outer = outer.parent!) {
    const names = distinctNonEmpty(
      textsOf(linesOf(outer, { skip: ({ order }) => order >= address.order })).map(withoutDate),
    );
    if (names.length > 0) return names.reverse();
    if (below === '') below = nameBelow(outer, address);
  }
  return [below || nameAbove(row, address)];
}

/** The last short line between title and address, if the excerpt is below both. */
function nameBetween({ item, heading, link, excerpt }: NamedItem, address: Element): string {
  const { element: below } = excerpt.text;
  if (below !== undefined && below.order < address.last) return '';
  const isElsewhere = (element: Element): boolean =>
    element.last <= heading.last || element.order >= address.order || isButtonOrLabel(element);
  const leadsElsewhere = (outer: Element | undefined): boolean =>
    outer !== undefined && targetOf(hrefOf(outer)) !== link;
  const isBetween = ({ pieces }: Line): boolean =>
    pieces.every(
      ({ text, parent, link: outer }) => isBlank(text) || (parent.order > heading.last && !leadsElsewhere(outer)),
    );
  const lines = linesOf(item, { skip: isElsewhere }).filter(isBetween);
  return asName(lines.at(-1)?.text);
}

function nameBelow(box: Element, address: Element): string {
  const [line] = linesOf(box, { skip: (element) => element === address || isButtonOrLabel(element) });
  return asName(line?.text);
}

/** The last line above a part of the row, outside headings or else in one of a lower level than the title's. */
function nameAbove({ item, level }: NamedItem, part: Element): string {
  const lines = linesOf(item, { skip: (element) => element.order >= part.order || isButtonOrLabel(element) });
  const written = lines.filter(({ text }) => letter.test(text));
  const levels = written.map(({ block }) => {
    const heading = closest(block, isHeading);
    return heading === undefined || contains(heading, part) ? 0 : headingLevelOf(heading) || 1;
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
