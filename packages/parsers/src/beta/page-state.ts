import type { PageState } from '../errors.js';
import { attributeText, type Element, hrefOf } from '../html/tree.js';
import { isLinked, type Line, linesOf } from '../page/lines.js';
import { anchorsWithin, elementsWithin, firstWithin, headingsWithin, linkOfHeading } from '../page/lists.js';
import { findElements, holdsElement, type Page } from '../page/page.js';
import { headingLevelOf, isAnchor } from '../page/roles.js';
import { isHighlight, textOf } from '../page/text.js';
import { isRendered } from '../page/visible.js';
import type { Located } from '../reading/blocks/located.js';
import { isAboveRows, type LinkInterpreter, type PageParts } from '../reading/blocks/page-parts.js';
import { documentTitleOf, errorStatusOf, searchBoxTexts } from '../reading/title-and-box.js';
import type { Spelling } from '../results/block-items.js';
import { parameterIn } from '../words/address.js';
import { isSameQueryOrTruncated } from '../words/text.js';
import { listOfResults } from './landmarks.js';
import { isSearchLink } from './links.js';

/**
 * The state of a Bing page, from its structure. `results` means that it has the list of results, even if no row can be
 * read; `no_results` that the list says that nothing was found.
 */
export function readPageState(page: Page): PageState {
  const list = listOfResults(page);
  if (list !== undefined) return saysNothingFound(page, list) ? 'no_results' : 'results';
  if (asksForCaptcha(page)) return 'captcha';
  return refusals.get(errorStatusOf(page)) ?? 'unrecognised';
}

/** The error pages of the servers in front of Bing, by the status that they name. */
const refusals = new Map<number | undefined, PageState>([
  [403, 'forbidden'],
  [429, 'rate_limited'],
]);

/** Scripts of result pages name the widget too. Only a challenge has its element and no list of results. */
function asksForCaptcha(page: Page): boolean {
  if (page.ids.has('turnstile-widget') || challengeScript.test(page.source)) return true;
  return holdsElement(page, page.document, isChallengePart);
}

const challengeScript = /\ssrc=["']?https:\/\/challenges\.cloudflare\.com\//;

function isChallengePart(element: Element): boolean {
  const address = attributeText(element, element.name === 'form' ? 'action' : 'src');
  return /challenges\.cloudflare\.com|\/turing\/captcha/.test(address) || element.hasAttribute('data-sitekey');
}

/**
 * Whether the list says that nothing was found: no heading in it is a link, and one repeats the query or, if the query is
 * unknown, has level 1. If the list has no headings, any text may repeat the query, and the list has no links.
 */
function saysNothingFound(page: Page, list: Element): boolean {
  const headings = headingsWithin(page, list);
  if (headings.some((heading) => linkOfHeading(page.anchors, heading) !== undefined)) return false;
  const query = readQuery(page);
  if (headings.length === 0) {
    return query !== undefined && firstWithin(page.anchors, list) === undefined && repeatsQuery(page, list, query);
  }
  return headings.some((notice) =>
    query === undefined ? headingLevelOf(notice) === 1 : repeatsQuery(page, notice, query),
  );
}

function repeatsQuery(page: Page, notice: Element, query: string): boolean {
  const marks = findElements(page, notice, isHighlight);
  return marks.some((mark) => isSameQueryOrTruncated(textOf(mark), query));
}

/** The query that the page says it answers; undefined if it names none. */
export function readQuery(page: Page): string | undefined {
  return searchBoxTexts(page)[0] || titleQuery(page) || pagerQuery(page) || undefined;
}

/** The document title is "<query> - <name of the search>"; the name contains no dash between spaces. */
function titleQuery(page: Page): string | undefined {
  return /^(.+)\s[-–]\s/.exec(documentTitleOf(page))?.[1];
}

/** Saved pages may lack title and search box, but links to the other pages contain the query. */
function pagerQuery(page: Page): string | undefined {
  for (const anchor of page.anchors) {
    const href = hrefOf(anchor);
    if (isSearchLink(href) && parameterIn(href, 'first') !== undefined) return parameterIn(href, 'q');
  }
  return undefined;
}

/**
 * Reads the line above the rows with another spelling of the query. The results are for it if the page also links to
 * the original query, or says that the original had no results; otherwise it is a suggestion.
 */
export function readSpelling({ page, rows, parts, links: engine }: PageParts): Located<Spelling> | undefined {
  const asked = readQuery(page);
  for (const part of parts) {
    if (!isAboveRows(part, rows)) continue;
    const { element } = part;
    const asking = elementsWithin(engine.searches, element).filter(isRendered);
    if (asking.length === 0 || asking.length > 2 || !hasNote(element)) continue;
    const links = asking.filter((anchor) => isQueryLink(anchor, engine));
    const other = links.find((link) => isOtherSpelling(link, asked, engine));
    if (other === undefined) continue;
    const kind = links.length > 1 || saysOriginalFailed(page, element, asked) ? 'corrected' : 'suggested';
    return { item: { kind, query: textOf(other) }, element: other };
  }
  return undefined;
}

/** Whether there are a few words beside the links, about the other spelling. */
function hasNote(part: Element): boolean {
  const text = textOf(part, { skip: isAnchor });
  return /\p{L}/u.test(text) && text.length <= maxNoteLength;
}

const maxNoteLength = 200;

function isQueryLink(anchor: Element, { queryOf }: LinkInterpreter): boolean {
  return isSameQueryOrTruncated(queryOf(hrefOf(anchor)).replace(/["+]/g, ''), textOf(anchor).replace(/["+]/g, ''));
}

/**
 * Whether a link searches for something else than the page's query, with a `FORM` for spellings. Links to entities have
 * a filter.
 */
function isOtherSpelling(link: Element, asked: string | undefined, { queryOf }: LinkInterpreter): boolean {
  const query = queryOf(hrefOf(link));
  if (/^["+]/.test(query) || parameterIn(hrefOf(link), 'filters') !== undefined) return false; // as it was written
  if (asked !== undefined) return query !== asked;
  return parameterIn(hrefOf(link), 'FORM')?.startsWith('AW') === true;
}

/** A heading of the part is not a link, or a line without links quotes the query. */
function saysOriginalFailed(page: Page, part: Element, asked: string | undefined): boolean {
  if (headingsWithin(page, part).some((heading) => anchorsWithin(page, heading).length === 0)) return true;
  const isQuote = ({ text, pieces }: Line): boolean =>
    asked !== undefined && text.includes(asked) && !pieces.some(isLinked);
  return linesOf(part).some(isQuote);
}
