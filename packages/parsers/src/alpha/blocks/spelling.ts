import { type Element, hrefOf } from '../../html/tree.js';
import { within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Spelling } from '../../results/blocks.js';
import { isSearchLink, parameterOf } from '../links.js';
import { blockAround, type Layout } from './layout.js';

/**
 * Reads the line above the results with another writing of the query: the link that asks for it is marked as a
 * correction. Where a link beside it asks for the query as it was written, the results are for the other writing.
 */
export function readSpelling({ page, rows }: Layout): Spelling | undefined {
  const end = rows[0]?.anchor.order ?? page.elements.length;
  const link = page.anchors.find((anchor) => anchor.order < end && isCorrection(anchor) && isShown(anchor));
  const query = link && textOf(link);
  if (link === undefined || query === undefined || query === '') return undefined;
  const line = blockAround(
    link,
    page.anchors.filter((anchor) => !asksAsWritten(anchor)),
  );
  const isCorrected = within(page.anchors, line).some(asksAsWritten);
  return { kind: isCorrected ? 'corrected' : 'suggested', query };
}

function isCorrection(anchor: Element): boolean {
  return searchParameter(anchor, 'spell') === '1';
}

function asksAsWritten(anchor: Element): boolean {
  return searchParameter(anchor, 'nfpr') === '1' && !isCorrection(anchor);
}

function searchParameter(anchor: Element, name: string): string | undefined {
  const href = hrefOf(anchor);
  return isSearchLink(href) ? parameterOf(href, name) : undefined;
}
