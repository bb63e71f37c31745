import { type BetaSearchResult, PageError, type ParseOptions, parseBetaSearch } from '@svc/parsers';
import { pagerOf } from './window.js';

/** Rows on a page of the engine when it does not follow `num`. */
const usualSize = 10;

/**
 * Reads a page of beta. The engine need not follow `num`, and then it counts in pages of ten: what begins where the
 * second page of 50 rows would is its sixth. That is the page that was asked for, and its pager is counted anew.
 */
export function parseBetaPage(
  body: Uint8Array,
  options: ParseOptions,
  { num = usualSize }: { num?: number },
): BetaSearchResult {
  const { page = 1 } = options;
  try {
    return parseBetaSearch(body, options);
  } catch (error) {
    const number = Math.floor(((page - 1) * num) / usualSize) + 1;
    if (!(error instanceof PageError) || error.state !== 'wrong_page' || error.details.answered !== number) throw error;
    const result = parseBetaSearch(body, { ...options, page: number });
    const pagination = pagerOf([{ number, result }], { number: page, size: num, pages: [number], limited: false });
    return { ...result, pagination: pagination ?? result.pagination };
  }
}
