import { isDateText, splitLeadingDate } from '../html/dates.js';
import { findAll, type Page, within } from '../html/page.js';
import { highlightsOf, isHidden, textOf } from '../html/text.js';
import { ancestors, attribute, contains, type Element, isElement, type Node } from '../html/tree.js';
import type { Trace } from '../trace.js';
import { targetOf } from './links.js';

/** A row's excerpt, cut apart. */
export interface Excerpt {
  text: string;
  matched: string[];
  /** The date that stands before the excerpt; left out where none does. */
  date?: string;
}

/** Where a row's excerpt is looked for. */
export interface ExcerptPlace {
  readonly item: Element;
  readonly heading: Element;
  readonly link: string;
}

/** The excerpt of a row: its first paragraph, or the list that stands in place of one. */
export function readExcerpt(page: Page, place: ExcerptPlace, position: number, trace: Trace): Excerpt {
  const element = findAll(page, place.item, (candidate) => isExcerpt(page, candidate, place))[0];
  if (element === undefined) return { text: '', matched: [] };
  trace.field(position, 'snippet', element.name === 'p' ? 'paragraph' : 'list', element);
  return excerptOf(page, element, place);
}

function isExcerpt(page: Page, element: Element, { item, heading }: ExcerptPlace): boolean {
  const isParagraph = element.name === 'p';
  if (!isParagraph && element.name !== 'ul' && element.name !== 'ol') return false;
  if (contains(element, heading) || textOf(element) === '') return false;
  for (const outer of ancestors(element)) {
    if (outer === item) break;
    if (isHidden(outer) || outer.name === 'li' || outer.name === 'table' || outer.name === 'form') return false;
  }
  return isParagraph || isListOfText(page, element);
}

/** A list of sentences: no tabs, no links with headings, no facts beside the paragraph that is the excerpt. */
function isListOfText(page: Page, list: Element): boolean {
  if (attribute(list, 'role') === 'tablist' || within(page.headings, list).length > 0) return false;
  return list.parent?.children.some((sibling) => isElement(sibling) && sibling.name === 'p') !== true;
}

function excerptOf(page: Page, element: Element, { link }: ExcerptPlace): Excerpt {
  const badge = badgeOf(element);
  const more = moreLinkOf(page, element, link);
  const skip = (inner: Element): boolean => inner === badge || inner === more;
  const text = textOf(element, { skip });
  const { date, rest } = dateBefore(text);
  return { text: rest, matched: highlightsOf(element, { skip }), ...(date !== undefined && { date }) };
}

/** Bing parts the date from the excerpt by a middle dot; behind a dash it belongs to the page's own text. */
function dateBefore(text: string): { date?: string; rest: string } {
  const { date, rest } = splitLeadingDate(text);
  return date !== undefined && /^\s?·/.test(text.slice(date.length)) ? { date, rest } : { rest: text };
}

/** A word such as "Web" that runs into the excerpt without a space: a badge, not its first word. */
function badgeOf(element: Element): Element | undefined {
  const [first, second] = element.children.filter((child) => isElement(child) || child.data.trim() !== '');
  if (first === undefined || second === undefined || !isElement(first) || first.name !== 'span') return undefined;
  if (attribute(first, 'data-priority') !== undefined) return first;
  const isApart = /[\s·]$/.test(textIn(first)) || /^[\s·]/.test(textIn(second));
  return isApart || isDateText(textOf(first)) || textOf(first).includes(' ') ? undefined : first;
}

/** The link at the end of a card's text that leads to the whole of it. */
function moreLinkOf(page: Page, element: Element, link: string): Element | undefined {
  const last = within(page.anchors, element).at(-1);
  const target = last && targetOf(attribute(last, 'href') ?? '');
  return target !== undefined && withoutHash(target) === withoutHash(link) ? last : undefined;
}

function withoutHash(link: string): string {
  return link.split('#', 1)[0]!;
}

function textIn(node: Node): string {
  return isElement(node) ? node.children.map(textIn).join('') : node.data;
}
