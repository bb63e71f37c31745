import { gammaLastPage, gammaSearchRequest } from '@svc/fetchers';
import type { GammaSearchResult } from '@svc/parsers';
import { z } from 'zod';
import { single } from '../pages/paging.js';
import * as echo from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import { device, freshness, safe } from './request/filters.js';
import { page, query } from './request/parameters.js';
import type { Contract } from './schema/answer.js';
import { gammaBlocks } from './schema/blocks.js';
import { fields, fieldsOf } from './schema/fields.js';
import { organicResult, pageElements } from './schema/results.js';

/** The page as given, 0 by default. */
const pageOrZero = echo.echoed('page', z.int(), ({ page = 0 }: { page?: number }) => page);

/** Web search on gamma. */
export const gammaSearch: Endpoint = defineEndpoint({
  name: 'gamma.search',
  path: '/api/v1/gamma/search',
  summary: 'Web search, engine gamma',
  params: fields({ query, page, device, safe, freshness }),
  result: fieldsOf<Contract<GammaSearchResult>>()({
    organic_results: z.array(organicResult),
    blocks: gammaBlocks.describe('Other content of the page. Only with `include=blocks`.').exactOptional(),
    elements: pageElements,
  }),
  echo: [echo.q, pageOrZero, echo.engine('gamma')],
  paging: single<GammaSearchResult>({ lastPage: gammaLastPage, empty: () => ({ organic_results: [] }) }),
  request: (params, page) => gammaSearchRequest({ ...params, page }),
});
