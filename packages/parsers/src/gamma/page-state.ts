import type { PageState } from '../errors.js';
import { attribute, type Element, hrefOf } from '../html/tree.js';
import { within } from '../page/ordered.js';
import { find, type Page } from '../page/page.js';
import { errorNumberOf, titleOf } from '../reading/title-and-box.js';
import { hostOf } from '../words/address.js';
import { listOfResults } from './landmarks.js';
import { rowsIn } from './organic-results/row.js';
import { pageDataOf } from './page-data.js';

/** What a Brave page is, from its rows, its structure and the data of its script. */
export function readPageState(page: Page): PageState {
  if (rowsIn(page).length > 0) return 'results';
  return others.find(({ shows }) => shows(page))?.state ?? 'unrecognised';
}

/** What a page without rows may be, in order of trust. */
const others: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'no_results', shows: (page) => pageDataOf(page)?.isEmpty === true || sendsElsewhere(page) },
  { state: 'rate_limited', shows: (page) => errorNumberOf(page) === 429 || isShell(page) },
  { state: 'forbidden', shows: (page) => errorNumberOf(page) === 403 },
];

/** The captcha is a page of its own: its form is sent to it, its title and the page's data name it. */
function asksForCaptcha(page: Page): boolean {
  const isForm = ({ name, attributes }: Element): boolean =>
    name === 'form' && attributes.some((own) => own.name === 'action' && own.value.includes('captcha'));
  if (find(page, page.document, isForm) !== undefined) return true;
  return /\bpage:\s*"\/?captcha"/.test(page.source) || /captcha/i.test(titleOf(page));
}

/** An empty list that proposes to ask at least two other engines. */
function sendsElsewhere(page: Page): boolean {
  const list = listOfResults(page);
  const hrefs = list ? within(page.anchors, list).map((anchor) => hrefOf(anchor)) : [];
  return new Set(hrefs.filter((href) => /[?&]q=/.test(href)).map(hostOf)).size >= 2;
}

/** Refused clients get the application's frame: no list, hidden from robots or without anything to follow. */
function isShell(page: Page): boolean {
  if (listOfResults(page) !== undefined) return false;
  const isNamedOnly = /^Brave Search$/i.test(titleOf(page)) && page.anchors.length === 0;
  return isNamedOnly || find(page, page.document, isHiddenFromRobots) !== undefined;
}

function isHiddenFromRobots(element: Element): boolean {
  if (element.name !== 'meta' || attribute(element, 'name') !== 'robots') return false;
  return attribute(element, 'content')?.includes('noindex') === true;
}
