import { type Operation, type OperationResults, operationOf, operations, type ParseOptions } from '@svc/parsers';
import { type BetaAsked, parseBetaPage } from '../beta-pages.js';

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
