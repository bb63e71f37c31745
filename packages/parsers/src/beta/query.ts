import { hrefOf } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { searchBoxTexts, titleOf } from '../reading/title-and-box.js';
import { parameterIn } from '../words/address.js';
import { isSearchLink } from './links.js';

/** The query that the page says it answered, undefined where it says none. */
export function readQuery(page: Page): string | undefined {
  return searchBoxTexts(page)[0] || titleQuery(page) || pagerQuery(page) || undefined;
}

/** The document title is "<query> - <the search's name>"; the name holds no dash surrounded by spaces. */
function titleQuery(page: Page): string | undefined {
  return /^(.+)\s[-–]\s/.exec(titleOf(page))?.[1];
}

/** Saved pages may lack title and box; links to the other pages still carry the query. */
function pagerQuery(page: Page): string | undefined {
  for (const anchor of page.anchors) {
    const href = hrefOf(anchor);
    if (isSearchLink(href) && parameterIn(href, 'first') !== undefined) return parameterIn(href, 'q');
  }
  return undefined;
}
