import { parseAlphaAutocomplete } from './alpha/autocomplete.js';
import { parseAlphaNews } from './alpha/news.js';
import { parseAlphaSearch } from './alpha/search.js';
import { parseAlphaVideos } from './alpha/videos.js';
import { parseBetaSearch } from './beta/search.js';
import { parseGammaSearch } from './gamma/search.js';
import type { ParseOptions } from './options.js';
import type {
  AlphaAutocompleteResult,
  AlphaNewsResult,
  AlphaSearchResult,
  AlphaVideosResult,
  BetaSearchResult,
  Extra,
  GammaSearchResult,
} from './results/responses.js';

/** What each operation, `<engine>.<kind>`, is answered with. */
export interface OperationResults {
  'alpha.search': AlphaSearchResult;
  'alpha.news': AlphaNewsResult;
  'alpha.videos': AlphaVideosResult;
  'alpha.autocomplete': AlphaAutocompleteResult;
  'beta.search': BetaSearchResult;
  'gamma.search': GammaSearchResult;
}

/** What is asked of an engine: `<engine>.<kind>`. */
export type Operation = keyof OperationResults;

/** The search engines, by the names that the whole project uses. */
export type Engine = Operation extends `${infer Name}.${string}` ? Name : never;

/** Reads a body. Throws a `PageError` for a page that holds no results to read. */
export type Parser<Result extends object = object> = (body: string | Uint8Array, options?: ParseOptions) => Result;

/** The parser of each operation: the one list of operations. */
export const operations: { readonly [Name in Operation]: Parser<OperationResults[Name]> } = {
  'alpha.search': parseAlphaSearch,
  'alpha.news': parseAlphaNews,
  'alpha.videos': parseAlphaVideos,
  'alpha.autocomplete': parseAlphaAutocomplete,
  'beta.search': parseBetaSearch,
  'gamma.search': parseGammaSearch,
};

/** What each parser adds to its result where an option asks for it. */
export const operationExtras: { readonly [Name in Operation]: readonly Extra[] } = {
  'alpha.search': ['dates', 'blocks', 'elements', 'rich', 'diagnostics'],
  'alpha.news': ['diagnostics'],
  'alpha.videos': ['diagnostics'],
  'alpha.autocomplete': [],
  'beta.search': ['blocks', 'elements', 'rich', 'diagnostics'],
  'gamma.search': ['dates', 'blocks', 'elements', 'rich', 'diagnostics'],
};

/** Names of the operations, in the order in which they are listed everywhere. */
export const operationNames: readonly Operation[] = Object.keys(operations) as Operation[];

/** Whether a name is that of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
