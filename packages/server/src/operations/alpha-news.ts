import { alphaLastPage, alphaNewsRequest } from '@svc/fetchers';
import type { AlphaNewsResult, OrganicResult } from '@svc/parsers';
import { z } from 'zod';
import { endOfPages, gathered } from '../pages/paging.js';
import * as echo from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import { placeFor } from './locate.js';
import { alphaFilters } from './request/filters.js';
import { country, hl, location, num, page, query, tbs, uule } from './request/parameters.js';
import type { Contract } from './schema/answer.js';
import { fields, fieldsOf } from './schema/fields.js';
import { organicResult, pagination } from './schema/results.js';

/** News search on alpha. */
export const alphaNews: Endpoint = defineEndpoint({
  name: 'alpha.news',
  path: '/api/v1/alpha/news',
  summary: 'News search, engine alpha',
  params: fields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  result: fieldsOf<Contract<AlphaNewsResult>>()({ pagination, organic_results: z.array(organicResult) }),
  echo: [echo.q, echo.gl, echo.hl, echo.num, echo.page, echo.uule, echo.engine('alpha_news'), echo.location],
  paging: gathered<OrganicResult, AlphaNewsResult>({
    lastPage: alphaLastPage,
    empty: (window) => ({
      pagination: endOfPages(window),
      organic_results: [],
    }),
  }),
  request: (params, page, places) => alphaNewsRequest({ ...params, page, ...placeFor(params, places) }),
});
