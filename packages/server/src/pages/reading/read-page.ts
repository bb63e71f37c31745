import {
  type BetaSearchResult,
  type Operation,
  type OperationResults,
  operationOf,
  operations,
  PageError,
  type ParseOptions,
  parseBetaSearch,
} from '@svc/parsers';

/** What a page is read as: an operation, or whichever operation the page itself says it is of. */
export interface ReadResults extends OperationResults {
  auto: { operation: Operation; result: OperationResults[Operation] };
}

/** A page of an operation and how to read it. Plain data, so that it can be passed to a thread. */
export interface PageToRead<Name extends keyof ReadResults = keyof ReadResults> {
  operation: Name;
  body: Uint8Array;
  options: ParseOptions;
  /** Whether a caller sent it rather than an engine. @default false */
  isGiven?: boolean;
  /** Number of rows asked for, where that changes how a page is read. */
  num?: number | undefined;
  /** Position of the first row, from 1, on a page reached through its pager. */
  first?: number | undefined;
}

type Reader<Result> = (body: Uint8Array, options: ParseOptions, asked: BetaAsked) => Result;

/** The reader of each operation: its parser, unless the service adds something. */
const readers: { readonly [Name in keyof ReadResults]: Reader<ReadResults[Name]> } = {
  ...operations,
  'beta.search': parseBetaPage,
  auto(body, options, asked) {
    const operation = operationOf(body, options);
    return { operation, result: readers[operation](body, options, asked) };
  },
};

/**
 * Reads a page synchronously.
 *
 * @throws {PageError} for a page that cannot be read
 */
export function readNow<Name extends keyof ReadResults>(page: PageToRead<Name>): ReadResults[Name] {
  const { operation, body, options, num, first } = page;
  return readers[operation](body, options, {
    ...(num !== undefined && { num }),
    ...(first !== undefined && { first }),
  });
}

/** Rows on a page of the engine when it does not follow `num`. */
const usualSize = 10;

/** What was asked of the engine beside a page. */
interface BetaAsked {
  num?: number;
  /** Place of the first row, from 1, of a page that a pager led to. */
  first?: number;
}

/**
 * Reads a page of beta. The engine need not follow `num`, and then it counts in pages of its own: what begins where the
 * second page of 50 rows would is its sixth. That is the page that was asked for.
 */
function parseBetaPage(body: Uint8Array, options: ParseOptions, asked: BetaAsked): BetaSearchResult {
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
