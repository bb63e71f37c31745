import { PageError } from '../errors.js';
import { detached } from '../html/detach.js';
import type { ParseOptions } from '../options.js';
import { diagnosticsOf, startReading } from '../reading.js';
import { sameQuery } from '../same-query.js';
import type { GammaSearchResult } from '../types.js';
import { readOrganicResults } from './organic-results.js';
import { readPageData } from './page-data.js';
import { isOtherPage } from './page-number.js';
import { readPageState } from './page-state.js';
import { readQuery } from './query.js';
import { findRows } from './row.js';

/**
 * Reads a web result page of Brave, 2022 to today, with or without its script. A page that says that nothing was found
 * gives an empty list.
 *
 * @throws PageError for any other page without readable rows, and for a page that answers another query or is another
 * page than the options ask for.
 */
export function parseGammaSearch(body: string | Uint8Array, options?: ParseOptions): GammaSearchResult {
  const reading = startReading(body, options);
  const { page, trace } = reading;
  const data = readPageData(page.source);
  const found = findRows(page);
  const state = readPageState(page, found, data);
  if (state !== 'results' && state !== 'no_results') throw new PageError(state);
  const { query: asked, page: askedPage, diagnostics } = reading.options;
  const answered = asked !== undefined || diagnostics ? readQuery(page, data) : undefined;
  if (asked !== undefined && answered !== undefined && !sameQuery(asked, answered)) {
    throw new PageError('wrong_query', { asked, answered });
  }
  if (askedPage !== undefined && isOtherPage(page, askedPage)) throw new PageError('wrong_page', { asked: askedPage });
  trace.layout(data === undefined ? 'markup' : 'markup and data');
  const rows = readOrganicResults(reading, found, data);
  const info = answered === undefined ? {} : { query: answered };
  return detached({ organic_results: rows, ...diagnosticsOf(reading, state, info, rows) });
}
