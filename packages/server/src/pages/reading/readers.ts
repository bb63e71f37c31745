import type { ParseOptions } from '@svc/parsers';
import { type Operation, type OperationResults, operations } from '@svc/parsers';
import { type BetaAsked, parseBetaPage } from '../beta-pages.js';

/** A page of an operation, and how it is to be read. Plain data, so that another thread can be handed it. */
export interface PageToRead<Name extends Operation = Operation> {
  operation: Name;
  body: Uint8Array;
  options: ParseOptions;
  /** Whether a caller has sent it, and no engine. @default false */
  isGiven?: boolean;
  /** The number of rows that was asked, where that changes how a page is read. */
  num?: number | undefined;
  /** Place of the first row, from 1, of a page that a pager led to. */
  first?: number | undefined;
}

/** Reads a page wherever it runs. */
export type ReadElsewhere = <Name extends Operation>(page: PageToRead<Name>) => Promise<OperationResults[Name]>;

type Reader<Result> = (body: Uint8Array, options: ParseOptions, asked: BetaAsked) => Result;

/** What reads the pages of each operation: its parser, unless the service has to know more. */
const readers: { readonly [Name in Operation]: Reader<OperationResults[Name]> } = {
  ...operations,
  'beta.search': parseBetaPage,
};

/**
 * Reads a page at once. Nothing else happens on this thread meanwhile.
 *
 * @throws {PageError} for a page that cannot be read
 */
export function readNow<Name extends Operation>(page: PageToRead<Name>): OperationResults[Name] {
  const { operation, body, options, num, first } = page;
  return readers[operation](body, options, {
    ...(num !== undefined && { num }),
    ...(first !== undefined && { first }),
  });
}
