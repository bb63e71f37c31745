import { type Element, hrefOf } from '../../html/tree.js';
import { lowerBound } from '../../page/lists.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { Spelling } from '../../results/block-items.js';
import { isSearchLink, parameterOf, searchAnchors } from '../links.js';
import type { Layout } from './layout.js';

/**
 * Reads the line above the results with another spelling of the query: a link that searches for it. If the next link
 * searches for the query as typed, the results are for the other spelling, or for both.
 */
export function readSpelling({ page, rows }: Layout): Located<Spelling> | undefined {
  const end = rows[0]?.anchor.order ?? page.elements.length;
  const searches = searchAnchors(page);
  if (!searches.slice(0, lowerBound(searches, end)).some(mayBeSpelling)) return undefined;
  const last = lowerBound(page.anchors, end);
  const links = page.anchors.slice(0, last).filter((anchor) => isShown(anchor) && hasText(anchor));
  const corrected = links.find((link, index) => isReplacedQuery(link, links[index + 1]));
  const suggested = corrected ?? links.find(isCorrection);
  if (suggested === undefined) return undefined;
  const kind = corrected === undefined ? 'suggested' : 'corrected';
  return { item: { kind, query: textOf(suggested) }, element: suggested };
}

/** Whether a link has one of the parameters that show another spelling or that it is not wanted. Few pages have any. */
function mayBeSpelling(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('spell=') || href.includes('nfpr=');
}

/** The page marks a spelling of its own. */
function isCorrection(anchor: Element): boolean {
  return searchParameter(anchor, 'spell') === '1';
}

/** Both links search for their text, and only the second one forbids corrections, by a parameter or by quotes. */
function isReplacedQuery(link: Element, next: Element | undefined): boolean {
  const query = next && searchParameter(next, 'q');
  if (next === undefined || query === undefined) return false;
  if (!forbidsCorrection(next) && !/^["“+].*/.test(query)) return false;
  if (isCorrection(next) || !searchesForItsText(next)) return false;
  if (query === searchParameter(link, 'q') || forbidsCorrection(link)) return false;
  return isCorrection(link) || (forbidsCorrection(next) && searchesForItsText(link));
}

function forbidsCorrection(anchor: Element): boolean {
  return searchParameter(anchor, 'nfpr') === '1';
}

function searchesForItsText(anchor: Element): boolean {
  return normalised(searchParameter(anchor, 'q') ?? '') === normalised(textOf(anchor));
}

/** The text without quotes and case. */
function normalised(text: string): string {
  return text
    .replace(/["“”+]/g, '')
    .trim()
    .toLowerCase();
}

function searchParameter(anchor: Element, name: string): string | undefined {
  const href = hrefOf(anchor);
  return isSearchLink(href) ? parameterOf(href, name) : undefined;
}
