import { alphaLastPage, alphaNewsRequest } from '@svc/fetchers';
import { type AlphaNewsResult, type OrganicResult, parseAlphaNews } from '@svc/parsers';
import { z } from 'zod';
import { endOfPages, gathered } from '../pages/paging.js';
import { country, hl, location, num, page, query, uule } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { organicResult, pagination } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';
import { placeFor } from './locate.js';

/** News search on alpha. */
export const alphaNews: Operation = defineOperation({
  name: 'alpha.news',
  path: '/api/v1/alpha/news',
  summary: 'News search, engine alpha',
  params: fields({ query, location, uule, gl: country, hl, page, num }),
  exclusive: [['location', 'uule']],
  result: fieldsOf<Contract<AlphaNewsResult>>()({ pagination, organic_results: z.array(organicResult) }),
  echo: fields({
    q: z.string(),
    gl: z.string().nullable(),
    hl: z.string().nullable(),
    num: z.int().nullable(),
    page: z.int().nullable(),
    uule: z.string().nullable(),
    engine: z.literal('alpha_news'),
    location: z.string().nullable(),
  }),
  paging: gathered<OrganicResult, AlphaNewsResult>({
    lastPage: alphaLastPage,
    empty: (window) => ({
      pagination: endOfPages(window),
      organic_results: [],
    }),
  }),
  request: (params, page, places) => alphaNewsRequest({ ...params, page, ...placeFor(params, places) }),
  parse: parseAlphaNews,
  echoOf: ({ query: q, gl = null, hl = null, num = null, page = null, uule = null, location = null }) => ({
    q,
    gl,
    hl,
    num,
    page,
    uule,
    engine: 'alpha_news' as const,
    location,
  }),
});
