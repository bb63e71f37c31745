import { oncePerPage, type Page } from '../html/page.js';
import { searchBoxTexts } from '../html/search-box.js';
import { titleOf } from '../html/title.js';
import { attribute, type Element } from '../html/tree.js';
import { isSearchLink, parameterOf } from './links.js';

/** Every way in which the page states its query, the one that names what was answered first. */
export const readQueries: (page: Page) => readonly string[] = oncePerPage((page) => {
  const stated = [titleQuery(page), ...searchBoxTexts(page), ...contextQueries(page), ...linkQueries(page)];
  return [...new Set(stated.filter((query): query is string => query !== undefined && query !== ''))];
});

/** The document title is "<query> - <the search's name>"; the name holds no dash surrounded by spaces. */
function titleQuery(page: Page): string | undefined {
  return /^(.+)\s[-–]\s.*Google/.exec(titleOf(page))?.[1];
}

/** Since 2019 the main list carries `query:<encoded query>` for its own script. */
function contextQueries(page: Page): (string | undefined)[] {
  return ['rso', 'search', 'main'].map((id) => {
    const list = page.ids.get(id);
    const encoded = /(?:^|;)query:([^;]*)/.exec((list && attribute(list, 'data-async-context')) ?? '')?.[1];
    return encoded === undefined ? undefined : decoded(encoded);
  });
}

/** Links to the same query in other tabs and in its uncorrected spelling. */
function linkQueries(page: Page): (string | undefined)[] {
  return page.anchors
    .map(hrefOf)
    .filter(isSameSearch)
    .map((href) => parameterOf(href, 'q'));
}

function isSameSearch(href: string): boolean {
  return /[?&](?:tbm|udm|nfpr|spell)=/.test(href) && isSearchLink(href);
}

function hrefOf(anchor: Element): string {
  return attribute(anchor, 'href') ?? '';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a `%` of the query itself: the page states the query elsewhere too
  }
}
