import { contains, type Element, hrefOf, isElement, type Node, textContentOf } from '../../html/tree.js';
import { dateIn, hasExcerptLength, minExcerptLength, withoutTrailingSeparator } from '../../page/line-parts.js';
import {
  continuesText,
  hasTextIn,
  highlightsOfPieces,
  joinContinuedLines,
  type Line,
  linesOf,
} from '../../page/lines.js';
import { anchorsWithin, firstWithin } from '../../page/lists.js';
import { findElements, holdsElement, type Page } from '../../page/page.js';
import { hasRole, isAnchor, isButtonOrLabel, isList, isListOrItem } from '../../page/roles.js';
import { highlightsOf, isHighlight, textOf } from '../../page/text.js';
import { hasText, isLineBreaking, isSelfOutOfSight } from '../../page/visible.js';
import { type Found, foundValue, valueWithoutSource } from '../../reading/found.js';
import { withoutFragment } from '../../words/address.js';
import { isDateText, splitLeadingDate } from '../../words/dates.js';
import { letterOrDigit } from '../../words/text.js';
import { targetOf } from '../links.js';

/** A row's excerpt, split into its parts; `''` and empty if the row has none. */
export interface Excerpt {
  readonly text: Found<string>;
  readonly matched: Found<string[]>;
  /** The date before the excerpt. */
  readonly date: Found<string | undefined>;
}

/** Where to look for a row's excerpt. */
interface ExcerptSearchArea {
  readonly item: Element;
  readonly heading: Element;
  readonly link: string;
  /** The address line; undefined if the row shows none. */
  readonly address: Element | undefined;
  /** Whether the excerpt is above the heading. */
  readonly isAbove: boolean;
}

/** The excerpt of a row: its first paragraph, or the list in place of one. */
export function readSnippet(page: Page, area: ExcerptSearchArea): Excerpt {
  const element = excerptIn(page, area);
  const excerpt = element === undefined ? excerptOfLine(area) : excerptOfElement(page, element, area);
  if (excerpt.date.value !== undefined) return excerpt;
  const date = dateBeside(area, element);
  return date === undefined ? excerpt : { ...excerpt, date: valueWithoutSource(date) };
}

/** The date in a line, a part of a line or an element of its own, beside the title and the excerpt. */
function dateBeside({ item, heading }: ExcerptSearchArea, excerpt: Element | undefined): string | undefined {
  const isElsewhere = (element: Element): boolean =>
    element === heading ||
    element === excerpt ||
    (!contains(element, heading) && (isApart(element) || isButtonOrLabel(element)));
  return dateIn(linesOf(item, { skip: isElsewhere }));
}

/** The first text beside the title that is in no element of its own. */
function excerptOfLine(area: ExcerptSearchArea): Excerpt {
  const lines = linesOfTexts(area);
  const index = indexOfText(lines, area);
  if (index < 0)
    return { text: valueWithoutSource(''), matched: valueWithoutSource([]), date: valueWithoutSource(undefined) };
  const { line } = joinContinuedLines(lines, index);
  const { date, rest } = dateBefore(withoutTranslateLink(line.text));
  return {
    text: foundValue(rest, 'line', line.block),
    matched: foundValue(highlightsOfPieces(line.pieces), 'line', line.block),
    date: foundValue(date, 'line', line.block),
  };
}

/** The first paragraph of a row, or the list in place of one. */
function excerptIn(page: Page, area: ExcerptSearchArea): Element | undefined {
  const paragraphs = findElements(page, area.item, (element) => isParagraph(element) && isExcerpt(page, element, area));
  const paragraph = paragraphs.find((element) => textOf(element).length >= minExcerptLength) ?? paragraphs[0];
  const lines = paragraph === undefined ? linesOfTexts(area) : [];
  const at = indexOfText(lines, area);
  const line = lines[at];
  const block = paragraph ?? (line && blockOfText(line, lines[at + 1]));
  const isBare = line !== undefined && isShared(line.block, area);
  if (isBare && hasExcerptLength(line)) return undefined;
  const isBesideText = ({ parent }: Element): boolean => parent === block?.parent || parent!.children.some(isParagraph);
  const lists = findElements(page, area.item, (element) => {
    return isList(element) && !isBesideText(element) && isOwnText(element, area) && isListOfText(page, element);
  });
  const list = lists.find(hasSentence) ?? lists[0];
  if (list === undefined || block === undefined) return list ?? (isBare ? undefined : block);
  return list.order < block.order || contains(block, list) ? list : block;
}

/** Whether an item of a list is long enough for an excerpt; names are not. */
function hasSentence(list: Element): boolean {
  return linesOf(list).some(hasExcerptLength);
}

/** Whether a paragraph is below the title and more than a link to something else. */
function isExcerpt(page: Page, paragraph: Element, area: ExcerptSearchArea): boolean {
  if (!isOnItsSide(paragraph, area) || !isOwnText(paragraph, area)) return false;
  const link = firstWithin(page.anchors, paragraph);
  return link === undefined || targetOf(hrefOf(link)) === area.link || textOf(link) !== textOf(paragraph);
}

/** Whether an element is above or below the heading, as the excerpt is. */
function isOnItsSide({ order }: Element, { heading, isAbove }: ExcerptSearchArea): boolean {
  return isAbove ? order < heading.order : order > heading.last;
}

function isParagraph(node: Node): boolean {
  return isElement(node) && node.name === 'p';
}

/** The element with a text: the one around its lines if these are in boxes of their own. */
function blockOfText(line: Line, next: Line | undefined): Element {
  const isInBoxes = next !== undefined && !next.isContinued && continuesText(next, line);
  return isInBoxes ? line.block.parent! : line.block;
}

/**
 * Index of the first text below title and address that is not a control; -1 if there is none. A short line above the
 * address names the site.
 */
function indexOfText(lines: readonly Line[], { heading, address, isAbove }: ExcerptSearchArea): number {
  const title = lines.findIndex((line) => hasTextIn(line, heading));
  const first = lines.findIndex((line, at) => (isAbove ? at < title : at > title) && isText(line));
  if (isAbove || first < 0 || address === undefined || lines[first]!.text.length >= minExcerptLength) return first;
  const isBelowAddress = ({ pieces }: Line): boolean => pieces[0]!.parent.order > address.last;
  const below = lines.findIndex((line, at) => at > first && isBelowAddress(line) && isText(line));
  return below < 0 || lines[below]!.text.length < minExcerptLength || isBelowAddress(lines[first]!) ? first : below;
}

/** Whether an element contains the title or the address too, so that its text is not the excerpt alone. */
function isShared(block: Element, { heading, address }: ExcerptSearchArea): boolean {
  return contains(block, heading) || (address !== undefined && contains(block, address));
}

/** The lines of a row that may be its excerpt, and that of the title. */
function linesOfTexts({ item, heading, address }: ExcerptSearchArea): Line[] {
  return linesOf(item, {
    skip: (element) =>
      !contains(element, heading) && (element === address || isApart(element) || isButtonOrLabel(element)),
  });
}

/** Whether a line is more than a control. */
function isText({ pieces, text }: Line): boolean {
  return (
    text.length > maxLabelLength || pieces.some((piece) => piece.link === undefined && letterOrDigit.test(piece.text))
  );
}

/** A link with a longer text is not a control. */
const maxLabelLength = 60;

/** Whether the element shows text that is neither the title nor part of a table, a form or a list of other things. */
function isOwnText(element: Element, { item, heading, address }: ExcerptSearchArea): boolean {
  if (contains(element, heading) || !hasText(element) || isSelfOutOfSight(element)) return false;
  if (address !== undefined && (contains(element, address) || contains(address, element))) return false;
  for (let outer = element.parent!; outer !== item; outer = outer.parent!) {
    if (isSelfOutOfSight(outer) || (isApart(outer) && !contains(outer, heading))) return false;
  }
  return true;
}

/** Whether the element's content is separate from the excerpt. */
function isApart(element: Element): boolean {
  return isListOrItem(element) || element.name === 'table' || element.name === 'form' || hasRole(element, 'tab');
}

/**
 * Whether a list consists of sentences: no tabs, no headings, more than links. A list of facts shares a block with the
 * paragraph that is the excerpt.
 */
function isListOfText(page: Page, list: Element): boolean {
  if (hasRole(list, 'tablist') || firstWithin(page.headings, list) !== undefined) return false;
  if (textOf(list, { skip: isAnchor }) === '') return false;
  return !holdsElement(page, list, (item) => hasRole(item, 'tab'));
}

function excerptOfElement(page: Page, element: Element, { link }: ExcerptSearchArea): Excerpt {
  const dated = datedPartOf(element);
  const others = [badgeOf(element), moreLinkOf(page, element, link), dated];
  const options = {
    skip: (inner: Element): boolean => others.includes(inner) || (inner !== element && isButtonOrLabel(inner)),
  };
  const { date = dated && textOf(dated), rest } = dateBefore(withoutTranslateLink(textOf(element, options)));
  const reader = isList(element) ? 'list' : 'paragraph';
  return {
    text: foundValue(dated === undefined ? rest : withoutTrailingSeparator(rest), reader, element),
    matched: foundValue(highlightsOf(element, options), reader, element),
    date: foundValue(date, reader, element),
  };
}

/** The first or the last element of an excerpt if that is a date. */
function datedPartOf({ children }: Element): Element | undefined {
  return children.filter(hasText).find((part, index, { length }): part is Element => {
    return (index === 0 || index === length - 1) && isElement(part) && !isHighlight(part) && isDateText(textOf(part));
  });
}

/** Bing separates the date from the excerpt by a middle dot. A date before a dash belongs to the page's own text. */
function dateBefore(text: string): { date?: string; rest: string } {
  if (!text.slice(0, furthestDot).includes('·')) return { rest: text.replace(/^[–—]\s/, '') };
  if (text.startsWith('·')) return { rest: text.slice(1).trimStart() }; // the date is elsewhere
  const { date, rest } = splitLeadingDate(text);
  return date !== undefined && /^\s?·/.test(text.slice(date.length)) ? { date, rest } : { rest: text };
}

/** The dot after a date is never further from the start. */
const furthestDot = 50;

/** A badge: a word such as "Web" that runs into the excerpt without a space, and is not its first word. */
function badgeOf({ children }: Element): Element | undefined {
  const first = children.find(isWritten);
  if (first === undefined || !isElement(first) || !mayBeBadge(first)) return undefined;
  const after = children.slice(children.indexOf(first) + 1);
  const second = after.find(isWritten);
  if (second === undefined) return undefined;
  if (first.hasAttribute('data-priority')) return first;
  if (/^[\s·]/.test(textContentOf(after[0]!)) || /[\s·]$/.test(textContentOf(first)) || isContinued(first, second))
    return undefined;
  const text = textOf(first);
  return text.length < 2 ||
    text.length > maxBadgeLength ||
    !letterOrDigit.test(text) ||
    text.includes(' ') ||
    isDateText(text)
    ? undefined
    : first;
}

/**
 * Frameworks split a text that they fill in into several elements of the same name. A date follows a badge in the same
 * way.
 */
function isContinued(first: Element, second: Node): boolean {
  return isElement(second) && second.name === first.name && !isDateText(textOf(second));
}

/** A browser's translation puts every text into an element `font`. */
function mayBeBadge(element: Element): boolean {
  return element.name !== 'a' && element.name !== 'font' && !isLineBreaking(element) && !isHighlight(element);
}

const maxBadgeLength = 8;

function isWritten(node: Node): boolean {
  return isElement(node) || /\S/.test(node.data);
}

/** The link at the end of a card's text that leads to the full text. */
function moreLinkOf(page: Page, element: Element, link: string): Element | undefined {
  const last = anchorsWithin(page, element).at(-1);
  const target = last && targetOf(hrefOf(last));
  if (target === undefined || withoutFragment(target) !== withoutFragment(link)) return undefined;
  const [text, whole] = [textOf(last!), textOf(element)];
  return text !== whole && whole.endsWith(text) ? last : undefined; // the excerpt itself may be the link
}

/**
 * The text without "Translate this page ·" at its start or after the date. Mobile pages show it if the target is in
 * another language than the page.
 */
function withoutTranslateLink(text: string): string {
  const parts = text.slice(0, furthestTranslateLink).split(/\s?·\s?/, 3);
  const label = parts.slice(0, -1).find((part) => verb.test(part) && page.test(part));
  if (label === undefined) return text;
  const start = text.indexOf(label);
  return text.slice(0, start) + text.slice(text.indexOf('·', start) + 1).trimStart();
}

/** A date and these words are shorter in any language. */
const furthestTranslateLink = 80;

/** "Translate": the common parts of its forms in the languages of Bing's pages. */
const verb =
  /translat|tradu|übersetz|verta[al]|[oö]vers[æeä]t|käänn|пере[вк]|превед|tłumacz|p[rř]elož|prevedi|fordít|versti|tulko|tõlgi|çevir|dịch|terjem|isalin|μετ[αά]φρ|翻|번역|แปล|अनुवाद|ترجم|תרג/iu;

/** "Page", likewise. */
const page =
  /p[aàá]gi?[en]|seite|sid[ae]|sivu|стран|сторін|str[aáo]n|olda|lap|lehe|sayf|trang|laman|σελίδ|[页頁]|ージ|이지|หน้า|पृष्|पेज|صفح|דף|עמו/iu;
