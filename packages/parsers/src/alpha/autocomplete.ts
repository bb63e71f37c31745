import { PageError } from '../errors.js';
import { type ParseOptions, resolveOptions } from '../options.js';
import { readPage } from '../page/page.js';
import { checkQuery } from '../reading/answer.js';
import type { AlphaAutocompleteResult } from '../results/responses.js';
import { decodeReply } from './autocomplete/decode-reply.js';
import { type Reply, readJsonReply } from './autocomplete/json-reply.js';
import { readXmlReply } from './autocomplete/xml-reply.js';
import { readPageState } from './page-state.js';

/**
 * Reads a suggestion reply of Google in any of its shapes: JSON or JSONP as sent to browsers, to the search page and to
 * YouTube, and the toolbar's XML. Completions keep the reply's order. A reply without completions gives an empty list.
 *
 * @throws {PageError} for anything else, such as an HTML page that asks for a captcha or reports an error
 */
export function parseAlphaAutocomplete(body: string | Uint8Array, options?: ParseOptions): AlphaAutocompleteResult {
  const { contentType, query } = resolveOptions(options);
  const text = decodeReply(body, contentType);
  const reply = text.trimStart().startsWith('<') ? readMarkup(text) : readJsonReply(text);
  if (reply === undefined) throw new PageError('unrecognised');
  checkQuery(query, reply.query);
  return { suggestions: reply.values.map((value) => ({ value })) };
}

/** Throws for a page that takes the place of the reply. */
function readMarkup(text: string): Reply | undefined {
  const page = readPage(text);
  const reply = readXmlReply(page);
  if (reply !== undefined) return reply;
  const state = readPageState(page);
  if (state === 'results' || state === 'no_results') return undefined;
  throw new PageError(state);
}
