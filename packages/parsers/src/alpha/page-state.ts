import type { PageState } from '../errors.js';
import { hostOf } from '../html/address.js';
import { readCounts } from '../html/numbers.js';
import { findAll, firstWithin, type Page } from '../html/page.js';
import { hasText, textOf } from '../html/text.js';
import { titleOf } from '../html/title.js';
import { attribute, type Element, isElement } from '../html/tree.js';
import { sameQuery } from '../same-query.js';
import { isAlphaHost, targetOf } from './links.js';
import { readQueries } from './query.js';

/**
 * What a Google page is, from its structure: landmarks, forms, link targets. `results` means that the page is a result
 * page, not that it has rows that can be read; `no_results` that it says that nothing was found.
 */
export function readPageState(page: Page): PageState {
  if (isResultPage(page)) return saysNothingFound(page) ? 'no_results' : 'results';
  const refusal = refusals.find(({ shows }) => shows(page));
  return refusal?.state ?? (regrets(page, isStyled) ? 'no_results' : 'unrecognised');
}

/** Ids that stand in every result page that scripts may change, and in no other page. */
const resultIds = ['rso', 'search', 'ires', 'center_col', 'topstuff', 'botstuff'];

/** In order: a captcha page may also hold what the ones below it hold. */
const refusals: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'consent', shows: asksForConsent },
  { state: 'js_required', shows: ({ source }) => source.includes('/httpservice/retry/enablejs') },
  { state: 'rate_limited', shows: (page) => errorNumber(page) === 429 },
  { state: 'forbidden', shows: (page) => errorNumber(page) === 403 },
];

function isResultPage(page: Page): boolean {
  return resultIds.some((id) => page.ids.has(id)) || page.anchors.some(isWrappedTarget);
}

/** Pages for clients without scripts have no landmarks, but wrap every target. */
function isWrappedTarget(anchor: Element): boolean {
  const href = attribute(anchor, 'href') ?? '';
  const target = href.startsWith('/url?') ? targetOf(href) : undefined;
  return target !== undefined && !isAlphaHost(hostOf(target));
}

function asksForCaptcha({ ids, source, elements }: Page): boolean {
  if (ids.has('captcha-form') || ids.has('recaptcha')) return true;
  return elements.some(isCaptchaPart) || captchaMarks.some((mark) => source.includes(mark));
}

/** Addresses and the id of the form, which may stand within a script. */
const captchaMarks = ['/sorry/index', '/sorry/image', 'id="captcha-form', 'id=\\"captcha-form'];

function isCaptchaPart(element: Element): boolean {
  if (element.name === 'form') return /CaptchaRedirect|\/sorry\//.test(attribute(element, 'action') ?? '');
  return attribute(element, 'data-sitekey') !== undefined;
}

function asksForConsent({ elements }: Page): boolean {
  return elements.some((element) => {
    const address = attribute(element, element.name === 'form' ? 'action' : 'href') ?? '';
    return /^https?:\/\/consent\.google\./.test(address);
  });
}

/** The number in the title of Google's own error pages ("Error 403 (Forbidden)!!1"). */
function errorNumber(page: Page): number | undefined {
  const found = /^\D{0,20}(\d{3})\b.*!!1/.exec(titleOf(page))?.[1];
  return found === undefined ? undefined : Number(found);
}

function saysNothingFound(page: Page): boolean {
  return regrets(page, isMark) || countsNothing(page) || advisesInstead(page);
}

/** The query is repeated in a mark, and beside it stands a list of plain advice: no link, no heading. */
function regrets(page: Page, isMarked: (element: Element) => boolean): boolean {
  const marks = findAll(page, page.document, (element) => isMarked(element) && isQuote(element));
  const queries = marks.length > 0 ? readQueries(page) : [];
  if (queries.length === 0) return false;
  const links = page.anchors.filter((anchor) => !isHelp(anchor));
  const refused = new Set<Element>();
  return marks.some((mark) => {
    if (!standsBesideAdvice(mark, links, refused)) return false; // first, because it is told without reading any text
    const text = textOf(mark);
    return queries.some((query) => sameQuery(text, query));
  });
}

function isMark({ name }: Element): boolean {
  return name === 'em' || name === 'b';
}

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

/** Whether one of the nearest blocks around the mark holds a list, but no link except to help. Blocks without a list are remembered. */
function standsBesideAdvice(mark: Element, links: readonly Element[], refused: Set<Element>): boolean {
  let block = mark.parent;
  for (let level = 0; block !== null && level < nearestBlocks; level++, block = block.parent) {
    if (firstWithin(links, block) !== undefined) return false;
    if (refused.has(block)) continue;
    if (block.children.some((child) => isElement(child) && (child.name === 'ul' || child.name === 'ol'))) return true;
    refused.add(block);
  }
  return false;
}

const nearestBlocks = 6;

/** Advice may end with a link to the engine's own pages about searching. */
function isHelp(anchor: Element): boolean {
  return hostOf(attribute(anchor, 'href') ?? '').startsWith('support.google.');
}

/** The statistics line counts no result, as it does where a page has nothing but ads and pictures. */
function countsNothing({ ids }: Page): boolean {
  const line = ids.get('result-stats') ?? ids.get('resultStats');
  const [claim = ''] = line === undefined ? [] : textOf(line).split(/[(（]/);
  const counts = readCounts(claim);
  return counts.length > 0 && Math.max(...counts) === 0;
}

/** The list of rows stands there empty, and beside it a list of advice. */
function advisesInstead(page: Page): boolean {
  const list = page.ids.get('rso');
  if (list === undefined || hasText(list)) return false;
  return ['topstuff', 'botstuff'].some((id) => {
    const message = page.ids.get(id);
    return message !== undefined && findAll(page, message, ({ name }) => name === 'li').some(hasText);
  });
}
