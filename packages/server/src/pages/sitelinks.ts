import type { AlphaSearchResult } from '@svc/parsers';
import { type PageOf, rowsBefore, type Window } from './window.js';

/** The answer with the links below rows under the numbers that these rows have in it, and none of rows outside. */
export function withSitelinksMoved(
  { blocks, ...result }: AlphaSearchResult,
  first: PageOf<AlphaSearchResult>,
  window: Window,
): AlphaSearchResult {
  if (blocks === undefined) return result;
  const skipped = rowsBefore(first, window);
  const sitelinks = blocks.sitelinks
    .map((links) => ({ ...links, position: links.position - skipped }))
    .filter(({ position }) => position >= 1 && position <= result.organic_results.length);
  return { ...result, blocks: { ...blocks, sitelinks } };
}
