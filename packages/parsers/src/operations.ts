import { parseAlphaAutocomplete } from './alpha/autocomplete.js';
import { parseAlphaNews } from './alpha/news.js';
import { parseAlphaSearch } from './alpha/search.js';
import { parseAlphaVideos } from './alpha/videos.js';
import { parseBetaSearch } from './beta/search.js';
import { parseGammaSearch } from './gamma/search.js';
import type { ParseOptions } from './options.js';
import { type Extra, extras, type Operation, type OperationResults } from './results/responses.js';

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

/** Names of the operations, in the order in which they are listed everywhere. */
export const operationNames: readonly Operation[] = Object.keys(operations) as Operation[];

/** What each parser adds to its result where an option asks for it. */
export const operationExtras: { readonly [Name in Operation]: readonly Extra[] } = {
  'alpha.search': extrasOf('alpha.search'),
  'alpha.news': extrasOf('alpha.news'),
  'alpha.videos': extrasOf('alpha.videos'),
  'alpha.autocomplete': extrasOf('alpha.autocomplete'),
  'beta.search': extrasOf('beta.search'),
  'gamma.search': extrasOf('gamma.search'),
};

function extrasOf(operation: Operation): Extra[] {
  const names = Object.keys(extras) as Extra[];
  return names.filter((name) => extras[name].operations.includes(operation));
}

/** Whether a name is that of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}
