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

/** Results by operation; `auto` detects the operation from the page. */
export interface ParseResults extends OperationResults {
  auto: { operation: Operation; result: OperationResults[Operation] };
}

/** A page and how to parse it. Plain data, so that it can be sent to a thread. */
export interface PageToParse<Name extends keyof ParseResults = keyof ParseResults> {
  operation: Name;
  body: Uint8Array;
  options: ParseOptions;
  /** Whether a caller sent it rather than an engine. @default false */
  isPosted?: boolean;
  /** Requested number of rows, if it affects parsing. */
  num?: number | undefined;
  /** Position of the first row, from 1, on a page reached through its pager. */
  first?: number | undefined;
}

type Reader<Result> = (body: Uint8Array, options: ParseOptions, asked: BetaAsked) => Result;

/** The reader of each operation: its parser, unless the service adds something. */
const readers: { readonly [Name in keyof ParseResults]: Reader<ParseResults[Name]> } = {
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
 * @throws {PageError} for a page that cannot be parsed
 */
export function parsePageSync<Name extends keyof ParseResults>(page: PageToParse<Name>): ParseResults[Name] {
  const { operation, body, options, num, first } = page;
  return readers[operation](body, options, {
    ...(num !== undefined && { num }),
    ...(first !== undefined && { first }),
  });
}

/** Rows on a page of the engine if it ignores `num`. */
const usualSize = 10;

/** What was requested in addition to a page. */
interface BetaAsked {
  num?: number;
  /** Number of the first row, from 1, of a page that a pager led to. */
  first?: number;
}

/**
 * Parses a page of beta. The engine may ignore `num` and then counts in its own pages: the page that starts where the second
 * page of 50 rows would start is its sixth. That is the requested page.
 */
function parseBetaPage(body: Uint8Array, options: ParseOptions, asked: BetaAsked): BetaSearchResult {
  const { page = 1 } = options;
  const { num = usualSize, first } = asked;
  // A page that a pager led to may have any number but 1: the engine sends the first page instead of one that it refuses.
  if (first !== undefined) return parseCounted(body, { ...options, page: Math.max(2, pageAt(first)) }, isLater);
  const own = pageAt((page - 1) * num + 1);
  return parseCounted(body, options, (answered) => answered === own);
}

/** Number of the page that starts with a row if the engine counts in tens. */
function pageAt(first: number): number {
  return Math.floor((first - 1) / usualSize) + 1;
}

function isLater(answered: string | number | undefined): boolean {
  return typeof answered === 'number' && answered > 1;
}

/** Parses a page that may have another number than the requested one. */
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
