import { betaSearchRequest } from '@svc/fetchers';
import type { BetaSearchResult } from '@svc/parsers';
import { z } from 'zod';
import { parseBetaPage } from '../pages/beta-pages.js';
import { endOfPages, single } from '../pages/paging.js';
import { country, lat, location, lon, mkt, page, query, suggestedNum } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { organicResult, pagination } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';
import { coordinatesFor } from './locate.js';

/** Where the engine has no last page of its own, the last one whose first row can still be counted. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / 50);

/** Web search on beta. */
export const betaSearch: Operation = defineOperation({
  name: 'beta.search',
  path: '/api/v1/beta/search',
  summary: 'Web search, engine beta',
  params: fields({ query, page, num: suggestedNum, location, lat, lon, mkt, cc: country }),
  exclusive: [['mkt', 'cc']],
  together: [['lat', 'lon']],
  result: fieldsOf<Contract<BetaSearchResult>>()({ pagination, organic_results: z.array(organicResult) }),
  echo: fields({
    q: z.string(),
    cc: z.string().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    mkt: z.string().nullable(),
    num: z.int().nullable(),
    page: z.int().nullable(),
    engine: z.literal('beta'),
    location: z.string().nullable(),
    bing_domain: z.string().nullable(),
  }),
  paging: single<BetaSearchResult>({
    lastPage,
    empty: (window) => ({
      pagination: endOfPages(window),
      organic_results: [],
    }),
  }),
  request: (params, page, places) => betaSearchRequest({ ...params, page, ...coordinatesFor(params, places) }),
  parse: parseBetaPage,
  marketOf: ({ headers }) => headers['x-as-setsessionmarket'],
  echoOf: (params, host) => {
    const {
      query: q,
      cc = null,
      lat = null,
      lon = null,
      mkt = null,
      num = null,
      page = null,
      location = null,
    } = params;
    return { q, cc, lat, lon, mkt, num, page, engine: 'beta' as const, location, bing_domain: host ?? null };
  },
});
