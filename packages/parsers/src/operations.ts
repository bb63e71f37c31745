import { parseAlphaAutocomplete } from './alpha/autocomplete.js';
import { landmarkSelectors as alpha } from './alpha/landmarks.js';
import { parseAlphaNews } from './alpha/news.js';
import { unwrapPage } from './alpha/page.js';
import { parseAlphaSearch } from './alpha/search.js';
import { parseAlphaVideos } from './alpha/videos.js';
import { landmarkSelectors as beta } from './beta/landmarks.js';
import { parseBetaSearch } from './beta/search.js';
import { PageError } from './errors.js';
import { landmarkSelectors as gamma } from './gamma/landmarks.js';
import { parseGammaSearch } from './gamma/search.js';
import { decodeBody } from './html/decode.js';
import { type ParseOptions, resolveOptions } from './options.js';
import { parseHtmlPage } from './page/page.js';
import { detectPageKind } from './reading/kind/kind.js';
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

/** The operation that a page belongs to, and the result of its parser. */
export type AutoResult = {
  [Name in Operation]: { operation: Name; result: OperationResults[Name] };
}[Operation];

/**
 * Reads a page of any operation. Detects the operation from what the page says of itself: the engine's name and host in
 * its links and forms, its landmarks, and the tab that its form and its pager ask for.
 *
 * @throws {PageError} as that operation's parser; `wrong_page` for a tab that no operation reads; `unrecognised` for a
 * page without a sign of any engine
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAuto } from '@svc/parsers';
 * const { operation, result } = parseAuto('["tea",["tea shop","tea house"]]');
 * console.log(operation, result); // alpha.autocomplete { suggestions: [ … ] }
 * ```
 */
export function parseAuto(body: string | Uint8Array, options?: ParseOptions): AutoResult {
  const operation = operationOf(body, options);
  return { operation, result: operations[operation](body, options) } as AutoResult;
}

/**
 * The operation that a page belongs to. Reads nothing else of the page.
 *
 * @throws {PageError} `wrong_page` for a tab that no operation reads; `unrecognised` for a page without a sign of any
 * engine
 */
export function operationOf(body: string | Uint8Array, options: ParseOptions = {}): Operation {
  const text = unwrapPage(decodeBody(body, resolveOptions(options).contentType));
  if (!text.trimStart().startsWith('<') || replyRoot.test(text)) return 'alpha.autocomplete';
  const kind = detectPageKind(parseHtmlPage(text));
  if (kind === undefined) return operationOfRefusal(text, options);
  if (!isOperation(kind)) throw new PageError('wrong_page', { reason: 'kind', answered: kind });
  return kind;
}

/** The root element of suggestions in XML. */
const replyRoot = /^\s*(?:<\?xml[^>]*>\s*)?<toplevel\b/i;

/** A refusal may not name its engine: then the first parser that recognises it decides. */
function operationOfRefusal(text: string, options: ParseOptions): Operation {
  const refused = operationNames.find((name) => refuses(name, text, options));
  if (refused === undefined) throw new PageError('unrecognised', { reason: 'no sign of any engine' });
  return refused;
}

function refuses(name: Operation, text: string, options: ParseOptions): boolean {
  try {
    operations[name](text, options);
    return false; // any parser reads such a fragment, so this says nothing about its engine
  } catch (error) {
    return error instanceof PageError && error.state !== 'unrecognised' && error.state !== 'wrong_page';
  }
}
