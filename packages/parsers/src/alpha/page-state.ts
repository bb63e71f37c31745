import type { PageState } from '../errors.js';
import { attribute, closest, contains, type Element, hrefOf, isElement } from '../html/tree.js';
import { type Line, linesOf } from '../page/lines.js';
import { lowerBound, within } from '../page/ordered.js';
import { findAll, type Page } from '../page/page.js';
import { isList } from '../page/roles.js';
import { isMark, textOf, writtenText } from '../page/text.js';
import { hasText, isLineBreaking, isShown } from '../page/visible.js';
import { titleOf } from '../reading/title-and-box.js';
import { largestCount } from '../words/numbers.js';
import { serviceOf } from './hosts.js';
import { hasResultRegion, mainListOf, noticesOf, rowListsOf, statisticsOf } from './landmarks.js';
import { isHelp, outsideTarget, wrapsTarget } from './links.js';
import { statesQuery, tabOf } from './query.js';

/**
 * What a Google page is, from its structure: landmarks, forms, link targets. `results` means that the page is a result
 * page, not that it has rows that can be read; `no_results` that it says that nothing was found.
 */
export function readPageState(page: Page): PageState {
  if (isResultPage(page)) return saysNothingFound(page) ? 'no_results' : 'results';
  if (offersTabs(page)) return saysNothingFound(page) || regretsPlainly(page) ? 'no_results' : 'results';
  const refusal = refusals.find(({ shows }) => shows(page));
  return refusal?.state ?? (regretsPlainly(page) ? 'no_results' : 'unrecognised');
}

/** In order: a captcha page may also hold what the ones below it hold. */
const refusals: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'consent', shows: asksForConsent },
  { state: 'js_required', shows: ({ source }) => source.includes('/httpservice/retry/enablejs') },
  { state: 'rate_limited', shows: (page) => errorNumber(page) === 429 },
  { state: 'forbidden', shows: (page) => errorNumber(page) === 403 },
];

function isResultPage(page: Page): boolean {
  return hasResultRegion(page) || page.anchors.some(wrapsTarget);
}

/** Links to results of other kinds are on every page of results; where a client is refused, there is one at most. */
function offersTabs({ anchors }: Page): boolean {
  const tabs = new Set<string>();
  for (const anchor of anchors) {
    const tab = tabOf(hrefOf(anchor));
    if (tab !== undefined) tabs.add(tab);
    if (tabs.size > 1) return true;
  }
  return false;
}

function asksForCaptcha({ ids, source, elements }: Page): boolean {
  if (ids.has('captcha-form') || ids.has('recaptcha')) return true;
  return elements.some(isCaptchaPart) || captchaMarks.some((mark) => mark.test(source));
}

/** Addresses and the id of the form, which may be within a script. Each is searched for in the whole source. */
const captchaMarks = [/\/sorry\/i(?:ndex|mage)/, /id=\\?"captcha-form/, /\/recaptcha\/(?:api|enterprise)/];

function isCaptchaPart(element: Element): boolean {
  if (element.name === 'form') return /CaptchaRedirect|\/sorry\//.test(attribute(element, 'action') ?? '');
  return element.hasAttribute('data-sitekey');
}

function asksForConsent({ elements }: Page): boolean {
  return elements.some((element) => {
    const name = addressOf[element.name];
    const address = name && attribute(element, name);
    return address?.includes('consent.') === true && serviceOf(address) === 'consent';
  });
}

/** The attribute of an element that leads elsewhere. */
const addressOf: { readonly [Name in string]?: string } = { a: 'href', area: 'href', link: 'href', form: 'action' };

/** The number in the title of Google's own error pages ("Error 403 (Forbidden)!!1"). */
function errorNumber(page: Page): number | undefined {
  const found = /^\D{0,20}(\d{3})\b.*!!1/.exec(titleOf(page))?.[1];
  return found === undefined ? undefined : Number(found);
}

function saysNothingFound(page: Page): boolean {
  return countsNothing(page) || advisesInstead(page) || regrets(page, isMark) || regretsInLines(page);
}

/**
 * Regret and advice, whatever they are written in: a line with the query in a mark, two lines or more below it that lead
 * nowhere, and no row that they could belong to.
 */
function regretsInLines(page: Page): boolean {
  const [list = page.document] = rowListsOf(page);
  if (within(page.anchors, list).some((anchor) => outsideTarget(anchor) !== '' && isShown(anchor))) return false;
  const marks = page.elements.filter((element) => isMark(element) && isQuote(element) && isShown(element));
  const read = new Set<Element>();
  return marks.some((mark) => {
    if (!statesQuery(page, textOf(mark))) return false;
    const notice = noticeAround(page, mark);
    if (read.has(notice)) return false; // its first mark decides: a page may be full of them
    read.add(notice);
    return isAdvisedBelow(notice, mark);
  });
}

/** The widest element around a mark that leads nowhere. */
function noticeAround(page: Page, mark: Element): Element {
  let notice = mark;
  for (let outer = mark.parent; outer !== null && !leadsElsewhere(page, outer); outer = outer.parent) notice = outer;
  return notice;
}

function isAdvisedBelow(notice: Element, mark: Element): boolean {
  return linesBelowRegret(notice, mark).length > 1;
}

/** The lines of a block below the one that says more than the query which is marked in it; none where no line does. */
function linesBelowRegret(block: Element, mark: Element): readonly Line[] {
  const lines = linesOf(block);
  const regret = lines.findIndex(({ pieces }) => pieces.some((piece) => contains(mark, piece.parent)));
  return regret < 0 || lines[regret]!.text === textOf(mark) ? [] : lines.slice(regret + 1);
}

/** The query is repeated in a mark, and a sibling is a list of plain advice. Lists come first because they are few. */
function regrets(page: Page, isMarked: (element: Element) => boolean): boolean {
  const read = new Set<Element>();
  for (const element of page.elements) {
    const { parent: block } = element;
    if (!isList(element) || block === null) continue;
    if (leadsElsewhere(page, block) || read.has(block)) continue;
    if (repeatsQuery(page, block, isMarked, nearestLevels)) return true;
    read.add(block);
  }
  return false;
}

/** As pages for clients without scripts do, which have no landmarks. */
function regretsPlainly(page: Page): boolean {
  return regrets(page, isStyled) || regretsInText(page) || regretsInBrokenLines(page);
}

/** The same where the lines are broken by elements: nothing else parts regret and advice. */
function regretsInBrokenLines(page: Page): boolean {
  const read = new Set<Element>();
  return page.elements.some((element) => {
    if (!isStyled(element) || !isQuote(element) || !statesQuery(page, textOf(element))) return false;
    const block = closest(element, isLineBreaking);
    if (block === undefined || read.has(block) || leadsElsewhere(page, block)) return false;
    read.add(block);
    return linesBelowRegret(block, element).filter(({ isContinued }) => isContinued).length > 1;
  });
}

/**
 * Pages for clients without scripts may give regret and advice as one text, in which line breaks separate the sentences:
 * the query is in an element of its own, between two texts without a link.
 */
function regretsInText(page: Page): boolean {
  return page.elements.some((element) => {
    const { parent: block } = element;
    if (block === null || element.name !== 'span' || !isQuote(element) || leadsElsewhere(page, block)) return false;
    const after = block.children
      .slice(block.children.indexOf(element) + 1)
      .map(writtenText)
      .join('');
    return adviceInLines.test(after) && statesQuery(page, textOf(element));
  });
}

/** The end of the sentence, an empty line, and at least two lines of advice. */
const adviceInLines = /\S[^\S\n]*\n\s*\n[^\n]+\n[^\n]+/;

/** Whether a block holds a link. Advice may end with one to the engine's help. */
function leadsElsewhere({ anchors }: Page, block: Element): boolean {
  const from = lowerBound(anchors, block.order);
  const end = lowerBound(anchors, block.last + 1, from);
  return end - from > mostHelpLinks || !anchors.slice(from, end).every(isHelp);
}

/** What has more links is no advice, wherever they lead. */
const mostHelpLinks = 5;

/** Whether a mark, at most so many levels inside the block, holds the query. */
function repeatsQuery(page: Page, block: Element, isMarked: (element: Element) => boolean, levels: number): boolean {
  return block.children.some((child) => {
    if (!isElement(child)) return false;
    if (isMarked(child) && isQuote(child) && statesQuery(page, textOf(child))) return true;
    return levels > 1 && repeatsQuery(page, child, isMarked, levels - 1);
  });
}

const nearestLevels = 6;

/** Pages for clients without scripts, which have no landmarks either, mark by style. */
function isStyled(element: Element): boolean {
  return isMark(element) || element.name === 'span';
}

/** A mark that is left open holds the rest of the page, and no query. */
function isQuote({ order, last }: Element): boolean {
  return last - order <= mostInQuote;
}

/** Elements that a query may be written with. */
const mostInQuote = 20;

/** The statistics line counts no result, as it does where a page has nothing but ads and pictures. */
function countsNothing(page: Page): boolean {
  const line = statisticsOf(page);
  const [claim = ''] = line === undefined ? [] : textOf(line).split(/[(（]/);
  return largestCount(claim) === 0;
}

/** The list of rows is empty, and a notice beside it has a list of advice. */
function advisesInstead(page: Page): boolean {
  const list = mainListOf(page);
  if (list === undefined || hasText(list)) return false;
  return noticesOf(page).some((notice) => findAll(page, notice, ({ name }) => name === 'li').some(hasText));
}
