import type { PageState } from '../errors.js';
import {
  attribute,
  attributeText,
  closest,
  contains,
  type Element,
  hrefOf,
  isElement,
  textContentOf,
} from '../html/tree.js';
import { type Line, linesOf } from '../page/lines.js';
import { anchorsWithin, lowerBound } from '../page/lists.js';
import { findElements, type Page } from '../page/page.js';
import { isList } from '../page/roles.js';
import { isHighlight, textOf } from '../page/text.js';
import { hasText, isLineBreaking, isRendered } from '../page/visible.js';
import { documentTitleOf } from '../reading/title-and-box.js';
import { largestIntegerIn } from '../words/numbers.js';
import { engineServiceOf } from './hosts.js';
import {
  hasResultRegion,
  noticeRegionsOf,
  resultStatisticsOf,
  rowContainersOf,
  rowListOfScriptedPage,
} from './landmarks.js';
import { externalTargetOf, isHelpLink, isSearchLink, usesRedirectLinks } from './links.js';
import { namesQuery } from './query.js';

/**
 * The state of a Google page, from its structure: landmarks, forms, link targets. `results` means that it is a result
 * page, even if no row can be read; `no_results` that it says that nothing was found.
 */
export function readPageState(page: Page): PageState {
  if (isResultPage(page)) return saysNothingFound(page) ? 'no_results' : 'results';
  if (linksToTabs(page)) return saysNothingFound(page) || hasUnmarkedNotice(page) ? 'no_results' : 'results';
  const refusal = refusals.find(({ shows }) => shows(page));
  return refusal?.state ?? (hasUnmarkedNotice(page) ? 'no_results' : 'unrecognised');
}

/** In this order, because a captcha page may also contain what the others test. */
const refusals: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'consent', shows: asksForConsent },
  { state: 'js_required', shows: ({ source }) => source.includes('/httpservice/retry/enablejs') },
  { state: 'rate_limited', shows: (page) => errorStatus(page) === 429 },
  { state: 'forbidden', shows: (page) => errorStatus(page) === 403 },
];

function isResultPage(page: Page): boolean {
  return hasResultRegion(page) || usesRedirectLinks(page);
}

/** Every result page links to several other tabs; a refusal links to one at most. */
function linksToTabs({ anchors }: Page): boolean {
  const tabs = new Set<string>();
  for (const anchor of anchors) {
    const tab = tabOf(hrefOf(anchor));
    if (tab !== undefined) tabs.add(tab);
    if (tabs.size > 1) return true;
  }
  return false;
}

/** The tab that a search link leads to; undefined for any other link. */
function tabOf(href: string): string | undefined {
  return isSearchLink(href) ? tab.exec(href)?.[1] : undefined;
}

const tab = /[?&](?:tbm|udm)=(\w+)/;

function asksForCaptcha({ ids, source, elements }: Page): boolean {
  if (ids.has('recaptcha')) return true;
  return elements.some(isCaptchaPart) || captchaMarks.some((mark) => mark.test(source));
}

/** Addresses, and the id of the form, which may be inside a script. Searched for in the whole source. */
const captchaMarks = [/\/sorry\/i(?:ndex|mage)/, /id=\\?["']?captcha-form/, /\/recaptcha\/(?:api|enterprise)/];

function isCaptchaPart(element: Element): boolean {
  if (element.name === 'form') return /CaptchaRedirect|\/sorry\//.test(attributeText(element, 'action'));
  return element.hasAttribute('data-sitekey');
}

function asksForConsent({ elements }: Page): boolean {
  return elements.some((element) => {
    const name = addressOf[element.name];
    const address = name && attribute(element, name);
    return address?.includes('consent.') === true && engineServiceOf(address) === 'consent';
  });
}

/** The attribute of an element with an address. */
const addressOf: { readonly [Name in string]?: string } = { a: 'href', area: 'href', link: 'href', form: 'action' };

/** The number in the title of Google's own error pages ("Error 403 (Forbidden)!!1"). */
function errorStatus(page: Page): number | undefined {
  const found = /^\D{0,20}(\d{3})\b.*!!1/.exec(documentTitleOf(page))?.[1];
  return found === undefined ? undefined : Number(found);
}

function saysNothingFound(page: Page): boolean {
  return (
    countsZeroResults(page) || hasAdviceOnly(page) || hasNoResultsNotice(page, isHighlight) || hasNoticeInLines(page)
  );
}

/**
 * Finds the notice in any markup: a line with the query highlighted, at least two lines below it without links, and no
 * row that they could belong to.
 */
function hasNoticeInLines(page: Page): boolean {
  const [list = page.document] = rowContainersOf(page);
  if (anchorsWithin(page, list).some((anchor) => externalTargetOf(anchor) !== '' && isRendered(anchor))) return false;
  const marks = page.elements.filter((element) => isHighlight(element) && isQuote(element) && isRendered(element));
  const read = new Set<Element>();
  return marks.some((mark) => {
    if (!namesQuery(page, textOf(mark))) return false;
    const notice = noticeAround(page, mark);
    if (read.has(notice)) return false; // only its first mark counts: a page may be full of them
    read.add(notice);
    return hasAdviceBelow(notice, mark);
  });
}

/** The widest element around a mark without links. */
function noticeAround(page: Page, mark: Element): Element {
  let notice = mark;
  for (let outer = mark.parent; outer !== null && !holdsOtherLinks(page, outer); outer = outer.parent) notice = outer;
  return notice;
}

function hasAdviceBelow(notice: Element, mark: Element): boolean {
  return linesBelowNotice(notice, mark).length > 1;
}

/** The lines of a block below the one with the mark; none if that line is only the mark. */
function linesBelowNotice(block: Element, mark: Element): readonly Line[] {
  const lines = linesOf(block);
  const regret = lines.findIndex(({ pieces }) => pieces.some((piece) => contains(mark, piece.parent)));
  return regret < 0 || lines[regret]!.text === textOf(mark) ? [] : lines.slice(regret + 1);
}

/**
 * The query is repeated in a mark, and a sibling is a list of plain advice. Starts with the lists, because most pages
 * have none without links.
 */
function hasNoResultsNotice(page: Page, isMarked: (element: Element) => boolean): boolean {
  const isNotice = (mark: Element): boolean => isMarked(mark) && isQuote(mark) && namesQuery(page, textOf(mark));
  const read = new Set<Element>();
  for (const element of page.elements) {
    const { parent: block } = element;
    if (!isList(element) || block === null || read.has(block) || holdsOtherLinks(page, block)) continue;
    if (holdsNear(block, isNotice, nearestLevels)) return true;
    read.add(block);
  }
  return false;
}

/** The notice on pages for clients without scripts, which have no landmarks. */
function hasUnmarkedNotice(page: Page): boolean {
  return hasNoResultsNotice(page, isStyled) || hasNoticeInText(page) || hasNoticeInBrokenLines(page);
}

/** The same with lines that are separated by elements instead of lists. */
function hasNoticeInBrokenLines(page: Page): boolean {
  const read = new Set<Element>();
  return page.elements.some((element) => {
    if (!isStyled(element) || !isQuote(element) || !namesQuery(page, textOf(element))) return false;
    const block = closest(element, isLineBreaking);
    if (block === undefined || read.has(block) || holdsOtherLinks(page, block)) return false;
    read.add(block);
    return linesBelowNotice(block, element).filter(({ isContinued }) => isContinued).length > 1;
  });
}

/**
 * Pages for clients without scripts may have the notice and the advice as one text with line breaks: the query is in an
 * element of its own, between two texts without a link.
 */
function hasNoticeInText(page: Page): boolean {
  return page.elements.some((element) => {
    const block = element.parent!;
    if (element.name !== 'span' || !isQuote(element) || holdsOtherLinks(page, block)) return false;
    const after = block.children
      .slice(block.children.indexOf(element) + 1)
      .map(textContentOf)
      .join('');
    return adviceInLines.test(after) && namesQuery(page, textOf(element));
  });
}

/** The end of the sentence, an empty line, and at least two lines of advice. */
const adviceInLines = /\S[^\S\n]*\n\s*\n[^\n]+\n[^\n]+/;

/** Whether a block contains links other than those to the engine's help, with which advice may end. */
function holdsOtherLinks({ anchors }: Page, block: Element): boolean {
  const from = lowerBound(anchors, block.order);
  const end = lowerBound(anchors, block.last + 1, from);
  return end - from > maxHelpLinks || !anchors.slice(from, end).every(isHelpLink);
}

/** A block with more links is not advice, whatever their targets. */
const maxHelpLinks = 5;

/** Whether an element passes that is inside a block, at most some levels down. */
function holdsNear({ children }: Element, test: (inner: Element) => boolean, levels: number): boolean {
  return children.some(
    (inner) => isElement(inner) && (test(inner) || (levels > 1 && holdsNear(inner, test, levels - 1))),
  );
}

/** Levels between a notice and the query in it. */
const nearestLevels = 6;

/** Pages for clients without scripts mark by style. */
function isStyled(element: Element): boolean {
  return isHighlight(element) || element.name === 'span';
}

/** Whether a mark is small: one that is left open contains the rest of the page, not a query. */
function isQuote({ order, last }: Element): boolean {
  return last - order <= maxInQuote;
}

/** Maximum number of elements inside one that contains only a query. */
const maxInQuote = 20;

/** Whether the statistics line counts no results, as on a page with only ads and images. */
function countsZeroResults(page: Page): boolean {
  const line = resultStatisticsOf(page);
  const [claim = ''] = line === undefined ? [] : textOf(line).split(/[(（]/);
  return largestIntegerIn(claim) === 0;
}

/** Whether the list of rows is empty, and a notice beside it contains a list of advice. */
function hasAdviceOnly(page: Page): boolean {
  const list = rowListOfScriptedPage(page);
  if (list === undefined || hasText(list)) return false;
  return noticeRegionsOf(page).some((notice) => findElements(page, notice, ({ name }) => name === 'li').some(hasText));
}
