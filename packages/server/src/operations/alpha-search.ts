import { alphaLastPage, alphaSearchRequest } from '@svc/fetchers';
import type { AlphaSearchResult, OrganicResult } from '@svc/parsers';
import { z } from 'zod';
import { joinedElements } from '../pages/elements.js';
import { endOfPages, gathered } from '../pages/paging.js';
import { withSitelinksMoved } from '../pages/sitelinks.js';
import * as echo from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import { placeFor } from './locate.js';
import { alphaFilters } from './request/filters.js';
import { country, hl, location, num, page, query, tbs, uule } from './request/parameters.js';
import type { Contract } from './schema/answer.js';
import { alphaBlocks } from './schema/blocks.js';
import { pageElements } from './schema/elements.js';
import { type Fields, fields, fieldsOf } from './schema/fields.js';
import { knowledgeGraph, organicResult, pagination, relatedSearch, searchInformation } from './schema/results.js';

const paging = gathered<OrganicResult, AlphaSearchResult>({
  lastPage: alphaLastPage,
  empty: (window) => ({
    pagination: endOfPages(window),
    organic_results: [],
    related_searches: [],
    search_information: { total_results: null, time_taken_displayed: null },
  }),
});

/** The contract of web search on alpha. */
export const alphaSearchFields: Fields<Contract<AlphaSearchResult>> = fieldsOf<Contract<AlphaSearchResult>>()({
  pagination,
  knowledge_graph: knowledgeGraph.exactOptional(),
  organic_results: z.array(organicResult),
  related_searches: z.array(relatedSearch),
  search_information: searchInformation,
  blocks: alphaBlocks.describe('What else is on the page. Only with `include=blocks`.').exactOptional(),
  elements: pageElements,
});

/** Web search on alpha. */
export const alphaSearch: Endpoint = defineEndpoint({
  name: 'alpha.search',
  path: '/api/v1/alpha/search',
  summary: 'Web search, engine alpha',
  params: fields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  deprecated: { num: '2026-11-20' },
  result: alphaSearchFields,
  echo: [echo.q, echo.gl, echo.hl, echo.page, echo.uule, echo.engine('alpha'), echo.location],
  paging: {
    ...paging,
    merge: (pages, window) =>
      withSitelinksMoved(
        joinedElements(pages, (joined) => paging.merge(joined, window)),
        pages[0],
        window,
      ),
  },
  request: (params, page, places) => alphaSearchRequest({ ...params, page, ...placeFor(params, places) }),
});
