import { gammaLastPage, gammaSearchRequest } from '@svc/fetchers';
import { type GammaSearchResult, parseGammaSearch } from '@svc/parsers';
import { z } from 'zod';
import { single } from '../pages/paging.js';
import { page, query } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { organicResult } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';

/** Web search on gamma. */
export const gammaSearch: Operation = defineOperation({
  name: 'gamma.search',
  path: '/api/v1/gamma/search',
  summary: 'Web search, engine gamma',
  params: fields({ query, page }),
  result: fieldsOf<Contract<GammaSearchResult>>()({ organic_results: z.array(organicResult) }),
  echo: fields({ q: z.string(), page: z.int(), engine: z.literal('gamma') }),
  paging: single<GammaSearchResult>({ lastPage: gammaLastPage, empty: () => ({ organic_results: [] }) }),
  request: ({ query }, page) => gammaSearchRequest({ query, page }),
  parse: parseGammaSearch,
  echoOf: ({ query: q, page = 0 }) => ({ q, page, engine: 'gamma' as const }),
});
