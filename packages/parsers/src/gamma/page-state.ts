import type { PageState } from '../errors.js';
import { attribute, type Element, hrefOf } from '../html/tree.js';
import { anchorsWithin, elementsWithin } from '../page/lists.js';
import { holdsElement, type Page } from '../page/page.js';
import { isAnchor } from '../page/roles.js';
import { textOf } from '../page/text.js';
import { isRendered } from '../page/visible.js';
import type { Located } from '../reading/blocks/located.js';
import { isAboveRows, type PageParts } from '../reading/blocks/page-parts.js';
import { documentTitleOf, errorStatusOf, searchBoxTexts, textBeforeName } from '../reading/title-and-box.js';
import type { Spelling } from '../results/block-items.js';
import { hostOf } from '../words/address.js';
import { isSameQueryOrTruncated } from '../words/text.js';
import { hydrationDataOf, listOfResults } from './landmarks.js';
import { queryOf } from './links.js';
import { rowsIn } from './organic-results/row.js';

/** The state of a Brave page, from its rows, its structure and the data for its script. */
export function readPageState(page: Page): PageState {
  if (rowsIn(page).length > 0) return 'results';
  return others.find(({ shows }) => shows(page))?.state ?? 'unrecognised';
}

/** What a page without rows may be, in order of trust. */
const others: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'no_results', shows: (page) => hydrationDataOf(page)?.isEmpty === true || suggestsOtherEngines(page) },
  { state: 'rate_limited', shows: (page) => errorStatusOf(page) === 429 || isShell(page) },
  { state: 'forbidden', shows: (page) => errorStatusOf(page) === 403 },
];

/** The captcha is a separate page: its form is sent to it, and its title and data name it. */
function asksForCaptcha(page: Page): boolean {
  const isForm = ({ name, attributes }: Element): boolean =>
    name === 'form' && attributes.some((own) => own.name === 'action' && own.value.includes('captcha'));
  if (holdsElement(page, page.document, isForm)) return true;
  return /\bpage:\s*"\/?captcha"/.test(page.source) || /captcha/i.test(documentTitleOf(page));
}

/** Whether the list is empty and suggests at least two other engines. */
function suggestsOtherEngines(page: Page): boolean {
  const list = listOfResults(page);
  const hrefs = list ? anchorsWithin(page, list).map(hrefOf) : [];
  return new Set(hrefs.filter((href) => /[?&]q=/.test(href)).map(hostOf)).size >= 2;
}

/** Refused clients get the bare application: no list, and either hidden from robots or without links. */
function isShell(page: Page): boolean {
  if (listOfResults(page) !== undefined) return false;
  const isNamedOnly = /^Brave Search$/i.test(documentTitleOf(page)) && page.anchors.length === 0;
  return isNamedOnly || holdsElement(page, page.document, isHiddenFromRobots);
}

function isHiddenFromRobots(element: Element): boolean {
  if (element.name !== 'meta' || attribute(element, 'name') !== 'robots') return false;
  return attribute(element, 'content')?.includes('noindex') === true;
}

/** The query that the page says it answers; undefined if it names none. */
export function readQuery(page: Page): string | undefined {
  return hydrationDataOf(page)?.query || searchBoxTexts(page)[0] || titleQuery(page) || undefined;
}

/** The document title is "<query> - Brave Search". */
function titleQuery(page: Page): string | undefined {
  return textBeforeName(documentTitleOf(page), 'Brave');
}

/**
 * Reads the line above the rows with another spelling of the query: a link that searches for it. A second link, to the
 * query as typed, means that the results are for the other spelling.
 */
export function readSpelling({ rows, parts, links: { searches } }: PageParts): Located<Spelling> | undefined {
  for (const part of parts) {
    if (!isAboveRows(part, rows)) continue;
    const { element } = part;
    const links = elementsWithin(searches, element).filter(
      (anchor) => isRendered(anchor) && searchesForItsText(anchor),
    );
    const [link, other] = links;
    if (link === undefined || links.length > 2) continue;
    if (textOf(element, { skip: isAnchor }) === '') continue;
    return { item: { kind: other === undefined ? 'suggested' : 'corrected', query: textOf(link) }, element: link };
  }
  return undefined;
}

function searchesForItsText(anchor: Element): boolean {
  const query = queryOf(hrefOf(anchor));
  return isSameQueryOrTruncated(query.replace(/"/g, ''), textOf(anchor).replace(/["“”]/g, ''));
}
