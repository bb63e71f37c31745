import { PageError } from '../errors.js';
import type { ParseOptions } from '../options.js';
import { detached } from '../reading/detach.js';
import { diagnosticsOf, type Reading, startReading } from '../reading/reading.js';
import type { BetaSearchResult } from '../results/responses.js';
import { sameQuery } from '../words/same-query.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { readPageState } from './page-state.js';
import { isOtherPage, type Paging, paginationOf, readPaging } from './pagination.js';
import { readQuery } from './query.js';

/**
 * Reads a web result page of Bing: desktop, mobile, with and without scripts, 2015 to today. A page that says that
 * nothing was found gives an empty list.
 *
 * @throws PageError for any other page without readable rows, and for a page that answers another query or is another
 * page than the options ask for.
 */
export function parseBetaSearch(body: string | Uint8Array, options?: ParseOptions): BetaSearchResult {
  const reading = startReading(body, options);
  const { page, trace } = reading;
  const state = readPageState(page);
  if (state !== 'results' && state !== 'no_results') throw new PageError(state);
  const { query: asked, diagnostics } = reading.options;
  const query = asked !== undefined || diagnostics ? readQuery(page) : undefined;
  checkQuery(reading, query);
  const paging = readPaging(page);
  checkPage(reading, paging);
  const rows = state === 'results' ? readOrganicResults(page, trace) : [];
  if (state === 'results' && rows.length === 0) throw new PageError('unrecognised');
  const info = { ...(query !== undefined && { query }), ...(paging.shown !== undefined && { page: paging.shown }) };
  return detached({
    pagination: paginationOf(paging, reading.options.page),
    organic_results: rows,
    ...diagnosticsOf(reading, state, info, rows),
  });
}

function checkQuery({ options }: Reading, answered: string | undefined): void {
  const { query: asked } = options;
  if (asked === undefined || answered === undefined || sameQuery(asked, answered)) return;
  throw new PageError('wrong_query', { asked, answered });
}

function checkPage({ page, options }: Reading, paging: Paging): void {
  const { page: asked } = options;
  if (asked === undefined || !isOtherPage(page, paging, asked)) return;
  throw new PageError('wrong_page', { asked, ...(paging.shown !== undefined && { answered: paging.shown }) });
}
