import { contains, type Element, hrefOf, isElement, type Node } from '../../html/tree.js';
import { find, firstWithin, type Page, within } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { highlightsOf, textOf } from '../../page/text.js';
import { hasText, isHidden } from '../../page/visible.js';
import { type Found, found, given } from '../../reading/found.js';
import { isDateText, splitLeadingDate } from '../../words/dates.js';
import { targetOf } from '../links.js';

/** A row's excerpt, cut apart; `''` and empty where the row has none. */
export interface Excerpt {
  readonly text: Found<string>;
  readonly matched: Found<string[]>;
  /** The date before the excerpt. */
  readonly date: Found<string | undefined>;
}

/** Where a row's excerpt is looked for. */
export interface ExcerptPlace {
  readonly item: Element;
  readonly heading: Element;
  readonly link: string;
}

/** The excerpt of a row: its first paragraph, or the list in place of one. */
export function readExcerpt(page: Page, place: ExcerptPlace): Excerpt {
  const element = find(page, place.item, (candidate) => isExcerpt(page, candidate, place));
  if (element === undefined) return { text: given(''), matched: given([]), date: given(undefined) };
  return excerptOfElement(page, element, place);
}

function isExcerpt(page: Page, element: Element, { item, heading }: ExcerptPlace): boolean {
  const isParagraph = element.name === 'p';
  if (!isParagraph && element.name !== 'ul' && element.name !== 'ol') return false;
  if (contains(element, heading) || !hasText(element)) return false;
  for (let outer = element.parent; outer !== null && outer !== item; outer = outer.parent) {
    if (isHidden(outer) || outer.name === 'li' || outer.name === 'table' || outer.name === 'form') return false;
  }
  return isParagraph || isListOfText(page, element);
}

/** A list of sentences: no tabs, no links with headings, no facts beside the paragraph that is the excerpt. */
function isListOfText(page: Page, list: Element): boolean {
  if (hasRole(list, 'tablist') || firstWithin(page.headings, list) !== undefined) return false;
  return list.parent?.children.some((sibling) => isElement(sibling) && sibling.name === 'p') !== true;
}

function excerptOfElement(page: Page, element: Element, { link }: ExcerptPlace): Excerpt {
  const badge = badgeOf(element);
  const more = moreLinkOf(page, element, link);
  const isNone = badge === undefined && more === undefined;
  const options = isNone ? {} : { skip: (inner: Element): boolean => inner === badge || inner === more };
  const { date, rest } = dateBefore(textOf(element, options));
  const reader = element.name === 'p' ? 'paragraph' : 'list';
  return {
    text: found(rest, reader, element),
    matched: found(highlightsOf(element, options), reader, element),
    date: date === undefined ? given(undefined) : found(date, reader, element),
  };
}

/** Bing parts the date from the excerpt by a middle dot; behind a dash it belongs to the page's own text. */
function dateBefore(text: string): { date?: string; rest: string } {
  if (!text.slice(0, furthestDot).includes('·')) return { rest: text };
  const { date, rest } = splitLeadingDate(text);
  return date !== undefined && /^\s?·/.test(text.slice(date.length)) ? { date, rest } : { rest: text };
}

/** No date is so long that its dot follows later than this. */
const furthestDot = 50;

/** A word such as "Web" that runs into the excerpt without a space: a badge, not its first word. */
function badgeOf({ children }: Element): Element | undefined {
  const first = children.find(isWritten);
  if (first === undefined || !isElement(first) || first.name !== 'span') return undefined;
  const second = children.slice(children.indexOf(first) + 1).find(isWritten);
  if (second === undefined) return undefined;
  if (first.hasAttribute('data-priority')) return first;
  if (/^[\s·]/.test(textIn(second)) || /[\s·]$/.test(textIn(first))) return undefined;
  const text = textOf(first);
  return text.includes(' ') || isDateText(text) ? undefined : first;
}

function isWritten(node: Node): boolean {
  return isElement(node) || /\S/.test(node.data);
}

/** The link at the end of a card's text that leads to the whole of it. */
function moreLinkOf(page: Page, element: Element, link: string): Element | undefined {
  const last = within(page.anchors, element).at(-1);
  const target = last && targetOf(hrefOf(last));
  return target !== undefined && withoutHash(target) === withoutHash(link) ? last : undefined;
}

function withoutHash(link: string): string {
  return link.split('#', 1)[0]!;
}

function textIn(node: Node): string {
  return isElement(node) ? node.children.map(textIn).join('') : node.data;
}
