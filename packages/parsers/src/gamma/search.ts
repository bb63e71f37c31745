import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { detached } from '../reading/detach.js';
import { diagnosticsOf, startReading } from '../reading/reading.js';
import type { GammaSearchResult } from '../results/responses.js';
import { sameQuery } from '../words/same-query.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { findRows } from './organic-results/row.js';
import { readPageData } from './page-data.js';
import { readPageState } from './page-state.js';
import { isOtherPage } from './pagination.js';
import { readQuery } from './query.js';

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
