import { type Diagnostics, isOperation, isPageError, operationOf, operations } from '@svc/parsers';
import type { JsonObject } from '../api/request.js';

/** A page to inspect, and the request that it belongs to. */
export interface PageSource {
  /** Name of an operation, or `auto` to detect it from the page. */
  operation: string;
  html: string;
  /** Where it comes from, for display. */
  from: string;
  query?: string | undefined;
  page?: number | undefined;
}

/** The result of parsing a page. */
export type ParsedPage =
  | { kind: 'result'; result: JsonObject; diagnostics: Diagnostics | undefined }
  | { kind: 'refused'; state: string; message: string };

/** Parses a page like the service, but in this browser: nothing is sent. */
export function parsePage({ operation: named, html, query, page }: PageSource): ParsedPage {
  try {
    const operation = named === 'auto' ? operationOf(html) : named;
    if (!isOperation(operation)) return { kind: 'refused', state: 'unknown', message: `No parser is named ${named}` };
    const extras = operation === 'alpha.autocomplete' ? {} : { diagnostics: true, blocks: true, dates: true };
    const options = { ...extras, ...(query && { query }), ...(page !== undefined && { page }) };
    const found: object = operations[operation](html, options);
    const { diagnostics, ...result } = found as JsonObject & { diagnostics?: Diagnostics };
    return { kind: 'result', result, diagnostics };
  } catch (error) {
    if (!isPageError(error)) throw error;
    return { kind: 'refused', state: error.state, message: error.message };
  }
}
