import type { PageState } from '../errors.js';
import { find, type Page } from '../html/page.js';
import { textOf } from '../html/text.js';
import { attribute, type Element } from '../html/tree.js';
import type { PageData } from './page-data.js';
import { findRows } from './row.js';

/** What a Brave page is, from its structure and the data of its script. */
export function readPageState(page: Page, data: PageData | undefined): PageState {
  if (findRows(page).length > 0) return 'results';
  if (asksForCaptcha(page)) return 'captcha';
  if (data?.isEmpty === true) return 'no_results';
  return refusals.find(({ shows }) => shows(page))?.state ?? 'unrecognised';
}

const refusals: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'rate_limited', shows: (page) => errorNumber(page) === 429 || isShell(page) },
  { state: 'forbidden', shows: (page) => errorNumber(page) === 403 },
];

/** The captcha is a page of its own: its form is sent to it, and the page's data names it. */
function asksForCaptcha(page: Page): boolean {
  const form = find(page, page.document, ({ name, attributes }) => {
    return name === 'form' && attributes.some((own) => own.name === 'action' && own.value.includes('captcha'));
  });
  return form !== undefined || /\bpage:\s*"\/?captcha"/.test(page.source) || /captcha/i.test(titleOf(page));
}

/** Refused clients get the empty frame of the application, which search engines are told not to index. */
function isShell(page: Page): boolean {
  return !page.ids.has('results') && find(page, page.document, isHiddenFromRobots) !== undefined;
}

function isHiddenFromRobots(element: Element): boolean {
  if (element.name !== 'meta' || attribute(element, 'name') !== 'robots') return false;
  return attribute(element, 'content')?.includes('noindex') === true;
}

/** The status that an error page names in its title or its first heading. */
function errorNumber(page: Page): number | undefined {
  const texts = [titleOf(page), ...page.headings.slice(0, 1).map((heading) => textOf(heading))];
  const found = texts.map((text) => /^\D{0,20}\b(4\d\d)\b/.exec(text)?.[1]).find((number) => number !== undefined);
  return found === undefined ? undefined : Number(found);
}

function titleOf(page: Page): string {
  const title = find(page, page.document, ({ name }) => name === 'title');
  return title ? textOf(title) : '';
}
