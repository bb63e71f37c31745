import { attributeBits } from '../html/attributes.js';
import { attribute, attributeText, closest, contains, type Element, memoizedTest } from '../html/tree.js';
import { isOutsideMainContent } from '../page/frame.js';
import { elementsThatMayHaveAttributes, oncePerPage, type Page } from '../page/page.js';
import { hasRole } from '../page/roles.js';
import { isHiddenInAnyWay, isRendered } from '../page/visible.js';

/**
 * The ids of a result page's regions. They last for years, because style sheets, scripts and links depend on them. No
 * other file contains one.
 */
const regions = {
  /** Containers of all rows, the innermost first. */
  lists: ['rso', 'search', 'main', 'ires', 'res', 'center_col', 'botstuff', 'rcnt'],
  /** Containers without menus and footers. */
  columns: ['rso', 'search', 'ires', 'res', 'center_col', 'botstuff'],
  /** On every result page that scripts may change, and on no other page. */
  results: ['rso', 'search', 'ires', 'center_col', 'topstuff', 'botstuff'],
  /** Messages above and below the rows. */
  notices: ['topstuff', 'botstuff'],
  /** Reserved for advertisements, even if there are none. */
  ads: ['tads', 'tadsb', 'bottomads', 'mbEnd'],
  statistics: ['result-stats', 'resultStats'],
} as const;

/** CSS selectors of the elements that a page is recognised by: a region, a wrapped target, a form of a refusal. */
export const landmarkSelectors: readonly string[] = [
  ...regions.results.map((id) => `#${id}`),
  'a[href^="/url?"]',
  '#captcha-form',
  '#recaptcha',
  'form[action*="/sorry/"]',
  'form[action="CaptchaRedirect"]',
  'form[action*="consent.google."]',
  'a[href*="//consent.google."]',
];

const listIds: ReadonlySet<string> = new Set(regions.lists);
const adIds: ReadonlySet<string> = new Set(regions.ads);

/** The content of the regions without ordinary rows. */
const foreignKinds: ReadonlyMap<string, string> = new Map([
  ...regions.ads.map((id) => [id, 'ad'] as const),
  ['tvcap', 'ad'], // around the advertisements, and around similar things
  ['rhs', 'panel'],
  ['iur', 'images'],
]);

const adPlaceIds: readonly string[] = [...foreignKinds.keys()].filter((id) => foreignKinds.get(id) === 'ad');

/** Whether the element is one of the containers of all rows of a page. */
export const isRowContainer: (element: Element) => boolean = memoizedTest(4, (element) => {
  if (element.name === 'body') return true;
  const role = attribute(element, 'role');
  return role === 'main' || role === 'tabpanel' || listIds.has(attributeText(element, 'id'));
});

/**
 * Whether a link among the rows is not displayed, or hidden from screen readers. All rows together may be hidden from
 * them, while a dialog is open; that does not count.
 */
export function isHiddenLink(anchor: Element): boolean {
  return !isRendered(anchor) || isHiddenInAnyWay(anchor, listAround(anchor));
}

/** The innermost element around a link that is a named container of rows or contains most of the page. */
function listAround(anchor: Element): Element | undefined {
  const { last: size } = closest(anchor, ({ parent }) => parent === null)!;
  return closest(
    anchor,
    (outer) => 2 * (outer.last - outer.order) > size || (isRowContainer(outer) && outer.name !== 'body'),
  );
}

/** What the region with this id contains instead of ordinary rows; undefined for any other id. */
export function nonRowRegionKind(id: string): string | undefined {
  return foreignKinds.get(id);
}

/** Whether the element opens above the page: a menu, a feedback form. */
export const isDialog: (element: Element) => boolean = memoizedTest(
  5,
  (element) => /^(?:g-)?dialog$/.test(element.name) || hasRole(element, 'dialog'),
);

/** Whether the page has a region that only result pages have. */
export function hasResultRegion({ ids }: Page): boolean {
  return regions.results.some((id) => ids.has(id));
}

/** The page's containers of rows, the innermost first. */
export function rowContainersOf(page: Page): Element[] {
  return regionsOf(page, regions.lists);
}

/** Whether the element is in a column of rows; if the page names none, whether it is outside the page's frame. */
export function isInRowColumn(page: Page, element: Element): boolean {
  const columns = rowColumnsOf(page);
  return columns.length === 0
    ? !isOutsideMainContent(page, element)
    : columns.some((column) => contains(column, element));
}

const rowColumnsOf: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const main = mainOf(page);
  return [...regionsOf(page, regions.columns), ...(main === undefined ? [] : [main])];
});

const mainOf: (page: Page) => Element | undefined = oncePerPage((page) =>
  elementsThatMayHaveAttributes(page, roleBit).find((element) => attribute(element, 'role') === 'main'),
);

const roleBit = attributeBits(['role']);

/** The list of rows on pages that scripts may change; undefined on other pages. */
export function rowListOfScriptedPage({ ids }: Page): Element | undefined {
  return ids.get('rso');
}

/** Whether the element is the column of the rows and of the answers among them. */
export function isMainColumn(element: Element): boolean {
  return attribute(element, 'id') === 'center_col' || attribute(element, 'role') === 'main';
}

/** The first such column of the page. */
export function mainColumnOf(page: Page): Element | undefined {
  const [named, main] = [page.ids.get('center_col'), mainOf(page)];
  return named !== undefined && main !== undefined && main.order < named.order ? main : (named ?? main);
}

/** The regions for messages. */
export function noticeRegionsOf(page: Page): Element[] {
  return regionsOf(page, regions.notices);
}

/** The line with the number of results and the time taken. */
export function resultStatisticsOf(page: Page): Element | undefined {
  return regionsOf(page, regions.statistics)[0];
}

/** Whether the page has a region for advertisements. */
export function hasAdRegion({ ids }: Page): boolean {
  return adPlaceIds.some((id) => ids.has(id));
}

/** Whether the element is a region reserved for advertisements. */
export function isAdRegion(element: Element): boolean {
  return adIds.has(attributeText(element, 'id'));
}

/** Whether a region for advertisements is the one above the rows. */
export function isTopAdRegion(element: Element): boolean {
  return attribute(element, 'id') === 'tads';
}

/** The column beside the rows: by its id, or by its role on pages without named regions. */
export function sideColumnOf(page: Page): Element | undefined {
  return page.ids.get('rhs') ?? (hasResultRegion(page) ? undefined : complementOf(page));
}

const complementOf: (page: Page) => Element | undefined = oncePerPage((page) =>
  elementsThatMayHaveAttributes(page, roleBit).find((element) => hasRole(element, 'complementary')),
);

/** Whether the element is the column beside the rows, or in it. */
export function isInSideColumn(page: Page, element: Element): boolean {
  return isInside(sideColumnOf(page), element);
}

/** Whether the element is in the region below the rows. */
export function isBelowRows({ ids }: Page, element: Element): boolean {
  return isInside(ids.get('botstuff'), element);
}

function isInside(region: Element | undefined, element: Element): boolean {
  return region !== undefined && contains(region, element);
}

function regionsOf({ ids }: Page, names: readonly string[]): Element[] {
  return names.flatMap((id) => ids.get(id) ?? []);
}
