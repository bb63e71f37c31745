import type { Page } from '../html/page.js';
import { searchBoxTexts } from '../html/search-box.js';
import { titleOf } from '../html/title.js';
import { attribute } from '../html/tree.js';
import { isSearchLink, parameterOf } from './links.js';

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
  const hrefs = page.anchors.map((anchor) => attribute(anchor, 'href') ?? '');
  const link = hrefs.find((href) => isSearchLink(href) && parameterOf(href, 'first') !== undefined);
  return link === undefined ? undefined : parameterOf(link, 'q');
}
