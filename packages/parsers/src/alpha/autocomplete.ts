import { PageError } from '../errors.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { readPage } from '../page/page.js';
import { checkQuery } from '../reading/answer.js';
import { cleanText } from '../reading/finish.js';
import type { AlphaAutocompleteResult } from '../results/responses.js';
import { decodeReply } from './autocomplete/decode-reply.js';
import { breaksOff, type Reply, readJsonReply } from './autocomplete/json-reply.js';
import { isEmptyReply, readXmlReply } from './autocomplete/xml-reply.js';
import { readPageState } from './page-state.js';

/**
 * Reads a suggestion reply of Google in any of its shapes: JSON or JSONP as sent to browsers, to the search page and to
 * YouTube, and the toolbar's XML. Completions keep the reply's order. A reply without completions gives an empty list.
 *
 * @throws {PageError} for anything else, such as an HTML page that asks for a captcha or reports an error
 */
export function parseAlphaAutocomplete(body: string | Uint8Array, options?: ParseOptions): AlphaAutocompleteResult {
  const resolved = resolveOptions(options);
  const text = decodeReply(body, resolved.contentType);
  const reply = text.trimStart().startsWith('<') ? readMarkup(text, resolved) : readJsonReply(text);
  if (reply === undefined) throw new PageError(resolved.truncated && breaksOff(text) ? 'truncated' : 'unrecognised');
  checkQuery(resolved.query, reply.query);
  return { suggestions: reply.values.map(cleanText).flatMap((value) => (value === '' ? [] : [{ value }])) };
}

/** Throws for a page that takes the place of the reply. */
function readMarkup(text: string, { truncated }: ResolvedOptions): Reply | undefined {
  const page = readPage(text);
  if (truncated && !page.isWhole && !isEmptyReply(page)) throw new PageError('truncated');
  const reply = readXmlReply(page);
  if (reply !== undefined) return reply;
  const state = readPageState(page);
  if (state === 'results' || state === 'no_results') return undefined;
  throw new PageError(state);
}
