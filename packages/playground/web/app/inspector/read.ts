import { type Diagnostics, isOperation, isPageError, operationOf, operations } from '@svc/parsers';
import type { Json } from '../api/request.js';

/** A page to look into, and what it was asked with. */
export interface Source {
  /** Name of an operation, or `auto` for the one that the page says it is of. */
  operation: string;
  html: string;
  /** Where it comes from, for people. */
  from: string;
  query?: string | undefined;
  page?: number | undefined;
}

/** What the parser makes of a page. */
export type Reading =
  | { kind: 'result'; result: Json; diagnostics: Diagnostics | undefined }
  | { kind: 'refused'; state: string; message: string };

/** Reads a page as the service does, in this browser: nothing is sent anywhere. */
export function read({ operation: named, html, query, page }: Source): Reading {
  try {
    const operation = named === 'auto' ? operationOf(html) : named;
    if (!isOperation(operation)) return { kind: 'refused', state: 'unknown', message: `No parser is named ${named}` };
    const extras = operation === 'alpha.autocomplete' ? {} : { diagnostics: true, blocks: true, dates: true };
    const options = { ...extras, ...(query && { query }), ...(page !== undefined && { page }) };
    const found: object = operations[operation](html, options);
    const { diagnostics, ...result } = found as Json & { diagnostics?: Diagnostics };
    return { kind: 'result', result, diagnostics };
  } catch (error) {
    if (!isPageError(error)) throw error;
    return { kind: 'refused', state: error.state, message: error.message };
  }
}
