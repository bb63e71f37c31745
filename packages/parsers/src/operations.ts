import { parseAlphaAutocomplete } from './alpha/autocomplete.js';
import { selectors as alpha } from './alpha/landmarks.js';
import { parseAlphaNews } from './alpha/news.js';
import { parseAlphaSearch } from './alpha/search.js';
import { parseAlphaVideos } from './alpha/videos.js';
import { selectors as beta } from './beta/landmarks.js';
import { parseBetaSearch } from './beta/search.js';
import { selectors as gamma } from './gamma/landmarks.js';
import { parseGammaSearch } from './gamma/search.js';
import type { ParseOptions } from './options.js';
import type { Operation, OperationResults } from './results/responses.js';

/** Reads a page, given as text or bytes. Throws a `PageError` for a page without results to read. */
export type Parser<Result extends object = object> = (body: string | Uint8Array, options?: ParseOptions) => Result;

/** The parser of each operation. The only list of operations. */
export const operations: { readonly [Name in Operation]: Parser<OperationResults[Name]> } = {
  'alpha.search': parseAlphaSearch,
  'alpha.news': parseAlphaNews,
  'alpha.videos': parseAlphaVideos,
  'alpha.autocomplete': parseAlphaAutocomplete,
  'beta.search': parseBetaSearch,
  'gamma.search': parseGammaSearch,
};

/** The names of all operations, in the order in which they are listed everywhere. */
export const operationNames: readonly Operation[] = Object.keys(operations) as Operation[];

/** Whether a value is the name of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}

/**
 * CSS selectors per operation, for waiting for a page in a browser. As soon as an element matches one of them, the page
 * can be recognised by its parser, as results or as a refusal. The page that asks for scripts has no landmark, and
 * suggestions are not a document, so `alpha.autocomplete` has none.
 */
export const landmarks: Readonly<Record<Operation, readonly string[]>> = {
  'alpha.search': alpha,
  'alpha.news': alpha,
  'alpha.videos': alpha,
  'alpha.autocomplete': [],
  'beta.search': beta,
  'gamma.search': gamma,
};
