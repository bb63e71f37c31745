import type { PageReader } from '../reading/answer.js';
import { readPageState } from './page-state.js';
import { readPageNumber } from './pagination.js';
import { readQuery, statesQuery } from './query.js';
import { unwrapPage } from './stream.js';

/** What the result pages of all tabs have in common. */
export const alphaPage: Pick<PageReader<never, never>, 'unwrap' | 'stateOf' | 'queryOf' | 'statesQuery' | 'pageOf'> = {
  unwrap: unwrapPage,
  stateOf: readPageState,
  queryOf: readQuery,
  statesQuery,
  pageOf: readPageNumber,
};
