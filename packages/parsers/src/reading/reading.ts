import { decodeBody } from '../html/decode.js';
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../options.js';
import { type Page, readPage } from '../page/page.js';
import type { Diagnostics } from '../results/diagnostics.js';
import type { PageInfo } from '../results/responses.js';
import { Recorder, silent, type Trace } from './trace.js';

/** A page being read: what every reader of an engine is handed. */
export interface Reading {
  readonly page: Page;
  readonly options: ResolvedOptions;
  readonly trace: Trace;
}

/** Decodes and parses a body; `unwrap` takes the page out of what an engine may have put it in. */
export function startReading(
  body: string | Uint8Array,
  options?: ParseOptions,
  unwrap: (text: string) => string = (text) => text,
): Reading {
  const resolved = resolveOptions(options);
  const page = readPage(unwrap(decodeBody(body, resolved.contentType)));
  return { page, options: resolved, trace: resolved.diagnostics ? new Recorder() : silent };
}

/** The `diagnostics` to add to a result: `{}` unless they were asked for. */
export function diagnosticsOf(
  { trace }: Reading,
  state: Diagnostics['state'],
  info: PageInfo,
  rows: readonly object[],
): { diagnostics?: Diagnostics } {
  if (!(trace instanceof Recorder)) return {};
  return { diagnostics: { state, ...info, ...trace.report(rows) } };
}
