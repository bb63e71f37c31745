import type { PageState } from '../errors.js';
import { attributeText, type Element } from '../html/tree.js';
import { firstWithin, linkOfHeading, within } from '../page/lists.js';
import { find, findAll, type Page } from '../page/page.js';
import { levelOf } from '../page/roles.js';
import { isMark, textOf } from '../page/text.js';
import { errorStatusOf } from '../reading/title-and-box.js';
import { queriesMatch } from '../words/text.js';
import { listOfResults } from './landmarks.js';
import { readQuery } from './query.js';

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
  return find(page, page.document, isChallengePart) !== undefined;
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
  const headings = within(page.headings, list);
  if (headings.some((heading) => linkOfHeading(page.anchors, heading) !== undefined)) return false;
  const query = readQuery(page);
  if (headings.length === 0) {
    return query !== undefined && firstWithin(page.anchors, list) === undefined && repeatsQuery(page, list, query);
  }
  return headings.some((notice) => (query === undefined ? levelOf(notice) === 1 : repeatsQuery(page, notice, query)));
}

function repeatsQuery(page: Page, notice: Element, query: string): boolean {
  const marks = findAll(page, notice, isMark);
  return marks.some((mark) => queriesMatch(textOf(mark), query));
}
