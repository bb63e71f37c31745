import { unwrapPage } from './alpha/page.js';
import { PageError } from './errors.js';
import { decodeBody } from './html/decode.js';
import { isOperation, operationNames, operations } from './operations.js';
import type { ParseOptions } from './options.js';
import { readPage } from './page/page.js';
import { kindOf } from './reading/kind/kind.js';
import type { Operation, OperationResults } from './results/responses.js';

/** A page of any kind: the operation whose parser read it, and what that made of it. */
export type AutoResult = {
  [Name in Operation]: { operation: Name; result: OperationResults[Name] };
}[Operation];

/**
 * Reads a page of any operation, by what the page says it is: the engine's name and host in its own links and forms, its
 * landmarks, the tab that its form and its pager ask for.
 *
 * @throws {PageError} as the parser of that operation; `wrong_page` for a tab that no operation reads; `unrecognised` for
 * what shows no sign of any engine
 */
export function parseAuto(body: string | Uint8Array, options?: ParseOptions): AutoResult {
  const operation = operationOf(body, options);
  return { operation, result: operations[operation](body, options) } as AutoResult;
}

/**
 * The operation whose parser reads a page, by what the page says it is; nothing else of the page is read.
 *
 * @throws {PageError} `wrong_page` for a tab that no operation reads, `unrecognised` for what shows no sign of any engine
 */
export function operationOf(body: string | Uint8Array, options: ParseOptions = {}): Operation {
  const text = unwrapPage(decodeBody(body, options.contentType));
  if (!text.trimStart().startsWith('<') || replyRoot.test(text)) return 'alpha.autocomplete';
  const kind = kindOf(readPage(text));
  if (kind === undefined) return operationOfRefusal(text, options);
  if (!isOperation(kind)) throw new PageError('wrong_page', { reason: 'kind', answered: kind });
  return kind;
}

/** The root of suggestions that are no JSON. */
const replyRoot = /^\s*(?:<\?xml[^>]*>\s*)?<toplevel\b/i;

/** A refusal may be too bare to name its engine: whoever recognises it says what it is. */
function operationOfRefusal(text: string, options: ParseOptions): Operation {
  const refused = operationNames.find((name) => refuses(name, text, options));
  if (refused === undefined) throw new PageError('unrecognised', { reason: 'no sign of any engine' });
  return refused;
}

function refuses(name: Operation, text: string, options: ParseOptions): boolean {
  try {
    operations[name](text, options);
    return false; // a fragment that any parser may read says nothing of what it is of
  } catch (error) {
    return error instanceof PageError && error.state !== 'unrecognised' && error.state !== 'wrong_page';
  }
}
