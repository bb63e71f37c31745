import { hrefOf } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { searchBoxTexts, titleOf } from '../reading/title-and-box.js';
import { parameterIn } from '../words/address.js';
import { isSearchLink } from './links.js';

/** The query that the page says it answers; undefined if it names none. */
export function readQuery(page: Page): string | undefined {
  return searchBoxTexts(page)[0] || titleQuery(page) || pagerQuery(page) || undefined;
}

/** The document title is "<query> - <name of the search>"; the name contains no dash between spaces. */
function titleQuery(page: Page): string | undefined {
  return /^(.+)\s[-–]\s/.exec(titleOf(page))?.[1];
}

/** Saved pages may lack title and search box, but links to the other pages contain the query. */
function pagerQuery(page: Page): string | undefined {
  for (const anchor of page.anchors) {
    const href = hrefOf(anchor);
    if (isSearchLink(href) && parameterIn(href, 'first') !== undefined) return parameterIn(href, 'q');
  }
  return undefined;
}
