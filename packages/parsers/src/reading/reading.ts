import { PageError } from '../errors.js';
import { decodeBody } from '../html/decode.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, readPage } from '../page/page.js';

/** A page being read, as passed to every reader of an engine. */
export interface Reading {
  readonly page: Page;
  readonly options: ResolvedOptions;
}

/**
 * Checks the options, then decodes and parses a body. `unwrap` extracts the page from a wrapper in which the engine may
 * have sent it.
 *
 * @throws {PageError} `truncated` for a body that breaks off, if the options ask for it
 * @throws {TypeError} for a body or an option of the wrong type
 */
export function startReading(
  body: string | Uint8Array,
  options?: ParseOptions,
  unwrap: (text: string) => string = (text) => text,
): Reading {
  const resolved = resolveOptions(options);
  const page = readPage(unwrap(decodeBody(body, resolved.contentType)));
  if (resolved.truncated && !page.isWhole) throw new PageError('truncated');
  return { page, options: resolved };
}
