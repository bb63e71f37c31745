import { PageError } from '../errors.js';
import type { Reading } from '../reading/reading.js';
import type { PageInfo } from '../results/responses.js';
import { readPageState } from './page-state.js';
import { readPageNumber } from './pagination.js';
import { readQuery, statesQuery } from './query.js';

/** A page whose rows can be trusted to answer what was asked. */
export interface Answer<Row> {
  readonly state: 'results' | 'no_results';
  readonly info: PageInfo;
  readonly rows: Row[];
}

/**
 * Reads the rows of a page and holds them against what the page is and says of itself. What is no page that can be
 * recognised may still be a piece of one: it counts if one of its rows is like no other page's.
 *
 * @throws {PageError} for a page that is no answer, the answer to something else, or one that cannot be read
 */
export function readAnswer<Row>(
  reading: Reading,
  readRows: () => Row[],
  isTelling: (row: Row) => boolean,
): Answer<Row> {
  const state = readPageState(reading.page);
  if (state !== 'results' && state !== 'no_results' && state !== 'unrecognised') throw new PageError(state);
  const info = checkedInfo(reading);
  const rows = readRows();
  if (state === 'no_results' && rows.length === 0) return { state, info, rows };
  if (rows.length === 0 || (state === 'unrecognised' && !rows.some(isTelling))) throw new PageError('unrecognised');
  return { state: 'results', info, rows };
}

function checkedInfo(reading: Reading): PageInfo {
  const { query, page } = reading.options;
  const answered = readQuery(reading.page);
  const number = readPageNumber(reading);
  if (query !== undefined && answered !== undefined && !statesQuery(reading.page, query)) {
    throw new PageError('wrong_query', { asked: query, answered });
  }
  if (page !== undefined && number !== undefined && Math.max(page, 1) !== number) {
    throw new PageError('wrong_page', { asked: page, answered: number });
  }
  return { ...(answered !== undefined && { query: answered }), ...(number !== undefined && { page: number }) };
}
