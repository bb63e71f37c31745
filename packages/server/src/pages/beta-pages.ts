import { type BetaSearchResult, PageError, type ParseOptions, parseBetaSearch } from '@svc/parsers';

/** Rows on a page of the engine when it does not follow `num`. */
const usualSize = 10;

/** What was asked of the engine beside a page. */
export interface BetaAsked {
  num?: number;
  /** Place of the first row, from 1, of a page that a pager led to. */
  first?: number;
}

/**
 * Reads a page of beta. The engine need not follow `num`, and then it counts in pages of its own: what begins where the
 * second page of 50 rows would is its sixth. That is the page that was asked for.
 */
export function parseBetaPage(body: Uint8Array, options: ParseOptions, asked: BetaAsked): BetaSearchResult {
  const { page = 1 } = options;
  const { num = usualSize, first } = asked;
  // Whatever number the engine gives a page behind another: it is not the first, which comes in place of any that it refuses.
  if (first !== undefined) return parseCounted(body, { ...options, page: Math.max(2, pageAt(first)) }, isLater);
  const own = pageAt((page - 1) * num + 1);
  return parseCounted(body, options, (answered) => answered === own);
}

/** Number of the engine's page that begins at a row, where it counts in tens. */
function pageAt(first: number): number {
  return Math.floor((first - 1) / usualSize) + 1;
}

function isLater(answered: string | number | undefined): boolean {
  return typeof answered === 'number' && answered > 1;
}

/** Reads a page that may have a number of the engine's own. */
function parseCounted(
  body: Uint8Array,
  options: ParseOptions,
  isIt: (answered: string | number | undefined) => boolean,
): BetaSearchResult {
  try {
    return parseBetaSearch(body, options);
  } catch (error) {
    if (!(error instanceof PageError) || error.state !== 'wrong_page' || !isIt(error.details.answered)) throw error;
    return parseBetaSearch(body, { ...options, page: Number(error.details.answered) });
  }
}
