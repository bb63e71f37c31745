import { alphaLastPage, alphaSearchRequest } from '@svc/fetchers';
import { type AlphaSearchResult, type OrganicResult, parseAlphaSearch } from '@svc/parsers';
import { z } from 'zod';
import { endOfPages, gathered } from '../pages/paging.js';
import { withSitelinksMoved } from '../pages/sitelinks.js';
import { country, hl, location, num, page, query, tbs, uule } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { alphaBlocks } from '../schema/blocks.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { knowledgeGraph, organicResult, pagination, relatedSearch, searchInformation } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';
import { placeFor } from './locate.js';

const paging = gathered<OrganicResult, AlphaSearchResult>({
  lastPage: alphaLastPage,
  empty: (window) => ({
    pagination: endOfPages(window),
    organic_results: [],
    related_searches: [],
    search_information: { total_results: null, time_taken_displayed: null },
  }),
});

/** Web search on alpha. */
export const alphaSearch: Operation = defineOperation({
  name: 'alpha.search',
  path: '/api/v1/alpha/search',
  summary: 'Web search, engine alpha',
  params: fields({ query, tbs, location, uule, gl: country, hl, page, num }),
  exclusive: [['location', 'uule']],
  deprecated: { num: '2026-11-20' },
  result: fieldsOf<Contract<AlphaSearchResult>>()({
    pagination,
    knowledge_graph: knowledgeGraph.exactOptional(),
    organic_results: z.array(organicResult),
    related_searches: z.array(relatedSearch),
    search_information: searchInformation,
    blocks: alphaBlocks.describe('What else is on the page. Only with `include=blocks`.').exactOptional(),
  }),
  echo: fields({
    q: z.string(),
    gl: z.string().nullable(),
    hl: z.string().nullable(),
    page: z.int().nullable(),
    uule: z.string().nullable(),
    engine: z.literal('alpha'),
    location: z.string().nullable(),
  }),
  paging: {
    ...paging,
    merge: (pages, window) => withSitelinksMoved(paging.merge(pages, window), pages[0], window),
  },
  request: (params, page, places) => alphaSearchRequest({ ...params, page, ...placeFor(params, places) }),
  parse: parseAlphaSearch,
  echoOf: ({ query: q, gl = null, hl = null, page = null, uule = null, location = null }) => ({
    q,
    gl,
    hl,
    page,
    uule,
    engine: 'alpha' as const,
    location,
  }),
});
