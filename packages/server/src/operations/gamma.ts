import { gammaLastPage, gammaSearchRequest } from '@svc/fetchers';
import type { GammaSearchResult } from '@svc/parsers';
import { z } from 'zod';
import { createSinglePagePaging } from '../pages/window.js';
import { echoedEngine, echoedField, echoedQuery } from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import type { EngineDefinition } from './engine.js';
import { device, freshness, safe } from './request/filters.js';
import { page, query } from './request/parameters.js';
import { gammaBlocks } from './schema/blocks.js';
import { exampleQuery, exampleResult, secondExampleResult } from './schema/examples.js';
import type { WithoutDiagnostics } from './schema/fields.js';
import { defineFields, exactFieldsOf } from './schema/fields.js';
import { organicResult, pageElements } from './schema/results.js';

/** Brave Search. Its pages show their language only. */
export const gammaEngineDefinition: EngineDefinition = {
  name: 'Brave',
  locale: {
    served: ({ lang }) => ({ language: lang }),
    requested: (_, cookies) => ({ language: cookies.ui_lang }),
  },
  jointParameters: { freshness: (freshness) => ({ freshness }) },
  searxng: [
    {
      ...{ name: 'brave', operation: 'gamma.search', category: 'general', isWeb: true, shortcut: 'br' },
      hasLanguages: false,
      parameters: ({ age }) => ({ freshness: age }),
    },
  ],
};

/** The page as given, 0 by default. */
const pageOrZero = echoedField('page', z.int(), ({ page = 0 }: { page?: number }) => page);

/** Web search on gamma. */
export const gammaSearch: Endpoint = defineEndpoint({
  name: 'gamma.search',
  engine: gammaEngineDefinition,
  path: '/api/v1/gamma/search',
  summary: 'Web search, engine gamma',
  params: defineFields({ query, page, device, safe, freshness }),
  result: exactFieldsOf<WithoutDiagnostics<GammaSearchResult>>()({
    organic_results: z.array(organicResult),
    blocks: gammaBlocks.describe('Other content of the page. Only with `include=blocks`.').exactOptional(),
    elements: pageElements,
  }),
  echo: [echoedQuery, pageOrZero, echoedEngine('gamma')],
  paging: createSinglePagePaging<GammaSearchResult>({
    lastPage: gammaLastPage,
    empty: () => ({ organic_results: [] }),
  }),
  request: (params, page) => gammaSearchRequest({ ...params, page }),
  example: {
    request: { query: exampleQuery, page: 1 },
    response: {
      organic_results: [exampleResult, secondExampleResult],
      search_parameters: { q: exampleQuery, page: 1, engine: 'gamma' },
    },
  },
});
