import { PageError } from '../errors.js';
import { decodeBody } from '../html/decode.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, readPage } from '../page/page.js';

/** A page being read: what every reader of an engine is handed. */
export interface Reading {
  readonly page: Page;
  readonly options: ResolvedOptions;
}

/**
 * Decodes and parses a body; `unwrap` takes the page out of what an engine may have put it in.
 *
 * @throws {PageError} `truncated` for what breaks off, where the options ask for it
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
