import type { PageState } from '../errors.js';
import { attribute, type Element, hrefOf } from '../html/tree.js';
import { within } from '../page/ordered.js';
import { find, type Page } from '../page/page.js';
import { errorNumberOf, titleOf } from '../reading/title-and-box.js';
import { hostOf } from '../words/address.js';
import { listOfResults } from './landmarks.js';
import { rowsIn } from './organic-results/row.js';
import { pageDataOf } from './page-data.js';

/** The state of a Brave page, from its rows, its structure and the data for its script. */
export function readPageState(page: Page): PageState {
  if (rowsIn(page).length > 0) return 'results';
  return others.find(({ shows }) => shows(page))?.state ?? 'unrecognised';
}

/** What a page without rows may be, in order of trust. */
const others: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'no_results', shows: (page) => pageDataOf(page)?.isEmpty === true || suggestsOtherEngines(page) },
  { state: 'rate_limited', shows: (page) => errorNumberOf(page) === 429 || isShell(page) },
  { state: 'forbidden', shows: (page) => errorNumberOf(page) === 403 },
];

/** The captcha is a separate page: its form is sent to it, and its title and data name it. */
function asksForCaptcha(page: Page): boolean {
  const isForm = ({ name, attributes }: Element): boolean =>
    name === 'form' && attributes.some((own) => own.name === 'action' && own.value.includes('captcha'));
  if (find(page, page.document, isForm) !== undefined) return true;
  return /\bpage:\s*"\/?captcha"/.test(page.source) || /captcha/i.test(titleOf(page));
}

/** Whether the list is empty and suggests at least two other engines. */
function suggestsOtherEngines(page: Page): boolean {
  const list = listOfResults(page);
  const hrefs = list ? within(page.anchors, list).map((anchor) => hrefOf(anchor)) : [];
  return new Set(hrefs.filter((href) => /[?&]q=/.test(href)).map(hostOf)).size >= 2;
}

/** Refused clients get the bare application: no list, and either hidden from robots or without links. */
function isShell(page: Page): boolean {
  if (listOfResults(page) !== undefined) return false;
  const isNamedOnly = /^Brave Search$/i.test(titleOf(page)) && page.anchors.length === 0;
  return isNamedOnly || find(page, page.document, isHiddenFromRobots) !== undefined;
}

function isHiddenFromRobots(element: Element): boolean {
  if (element.name !== 'meta' || attribute(element, 'name') !== 'robots') return false;
  return attribute(element, 'content')?.includes('noindex') === true;
}
