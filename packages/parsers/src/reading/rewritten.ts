import type { Element } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isShown } from '../page/visible.js';
import { equalQueries } from '../words/same-query.js';
import type { EngineName } from './kind/engines.js';
import type { PageKind } from './kind/kind.js';
import { linkedQueries } from './kind/tabs.js';

/**
 * The query that a page answers instead of the one that was asked, although its title and its box repeat that one: all its
 * links to more of the same ask for it, and nothing above the first row tells a person. Undefined for any other page.
 */
export function rewrittenQuery(
  kind: PageKind,
  page: Page,
  asked: string,
  firstRow: Element | undefined,
): string | undefined {
  const queries = linkedQueries(kind.split('.', 1)[0] as EngineName, page);
  const [other] = queries;
  if (other === undefined || queries.length < fewestLinks) return undefined;
  if (queries.some((query) => equalQueries(query, asked) || !equalQueries(query, other))) return undefined;
  return isShownAbove(page, other, firstRow?.order ?? page.elements.length) ? undefined : other;
}

/** One link to another query may be a suggestion. */
const fewestLinks = 2;

/** Whether a person reads the query by itself somewhere above the rows: as a link, in a mark, in a line of its own. */
function isShownAbove({ elements }: Page, query: string, end: number): boolean {
  return elements.some((element) => {
    const isSmall = element.last - element.order <= mostInQuote && element.order < end;
    return isSmall && !unread.has(element.name) && isShown(element) && equalQueries(textOf(element), query);
  });
}

/** Elements that a query may be written with. */
const mostInQuote = 20;

/** What holds a text that is not read as part of the page. */
const unread = new Set(['title', 'textarea', 'option']);
