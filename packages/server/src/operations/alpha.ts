import {
  alphaAutocompleteRequest,
  alphaLastPage,
  alphaNewsRequest,
  alphaSearchRequest,
  alphaVideosRequest,
} from '@svc/fetchers';
import type {
  AlphaAutocompleteResult,
  AlphaNewsResult,
  AlphaSearchResult,
  AlphaVideosResult,
  OrganicResult,
  VideoResult,
} from '@svc/parsers';
import { z } from 'zod';
import { type LanguageAndCountry, parseLocale } from '../pages/served-locale.js';
import {
  countRowsBefore,
  createMultiPagePaging,
  createSinglePagePaging,
  mergePagesWithElements,
  type PageResult,
  paginationPastEnd,
  type RowWindow,
} from '../pages/window.js';
import {
  echoedEngine,
  echoedField,
  echoedGl,
  echoedHl,
  echoedLocation,
  echoedNum,
  echoedPage,
  echoedQuery,
  echoedUule,
} from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import type { EngineDefinition, SearxngEngine } from './engine.js';
import { toAlphaPlace } from './locate.js';
import { alphaFilters, device } from './request/filters.js';
import { country, cp, hl, location, num, page, query, tbs, uule } from './request/parameters.js';
import { alphaBlocks } from './schema/blocks.js';
import {
  datedExampleResults,
  exampleFirstPagePagination,
  exampleKnowledgePanel,
  exampleLocation,
  exampleQuery,
  exampleResult,
  exampleVideo,
  secondExampleResult,
} from './schema/examples.js';
import type { WithoutDiagnostics } from './schema/fields.js';
import { defineFields, exactFieldsOf, type SchemaFields } from './schema/fields.js';
import {
  knowledgeGraph,
  organicResult,
  pageElements,
  pagination,
  relatedSearch,
  searchInformation,
  suggestion,
  videoResult,
} from './schema/results.js';

/** Languages that alpha writes with a region, which then is not the country of the search. */
const regionalLanguages: ReadonlySet<string> = new Set([
  ...['en-GB', 'en-US', 'es-419', 'es-ES', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-HK', 'zh-TW'],
]);

/** Google. Its pages show language and country by their `lang`: `de`, or `en-NG` if the country is not the language's own. */
export const alphaEngineDefinition: EngineDefinition = {
  name: 'Google',
  locale: {
    served: ({ lang }) => localeOf(lang),
    requested: (given) => ({ language: given('hl'), country: given('gl') }),
  },
  jointParameters: {
    location: (location) => ({ location }),
    gl: (gl) => ({ gl }),
    hl: (hl) => ({ hl }),
    freshness: (freshness) => ({ tbs: `qdr:${freshness[0]}` }),
  },
  searxng: [
    searxng({ name: 'google', operation: 'alpha.search', category: 'general', isWeb: true, shortcut: 'go' }),
    searxng({ name: 'google news', operation: 'alpha.news', category: 'news', isWeb: false, shortcut: 'gon' }),
    searxng({ name: 'google videos', operation: 'alpha.videos', category: 'videos', isWeb: true, shortcut: 'gov' }),
  ],
};

function searxng(search: Omit<SearxngEngine, 'hasLanguages' | 'parameters'>): SearxngEngine {
  return {
    ...search,
    hasLanguages: true,
    parameters: ({ language, country, age }) => ({ hl: language, gl: country, tbs: age && `qdr:${age[0]}` }),
  };
}

function localeOf(lang: string | undefined): LanguageAndCountry {
  const locale = parseLocale(lang);
  if (locale === undefined || locale.region === undefined || regionalLanguages.has(locale.baseName)) {
    return { language: lang };
  }
  return { language: locale.language, country: locale.region };
}

const paging = createMultiPagePaging<OrganicResult, AlphaSearchResult>({
  lastPage: alphaLastPage,
  empty: (window) => ({
    pagination: paginationPastEnd(window),
    organic_results: [],
    related_searches: [],
    search_information: { total_results: null, time_taken_displayed: null },
  }),
});

/** The contract of web search on alpha. */
const alphaSearchFields: SchemaFields<WithoutDiagnostics<AlphaSearchResult>> = exactFieldsOf<
  WithoutDiagnostics<AlphaSearchResult>
>()({
  pagination,
  knowledge_graph: knowledgeGraph.exactOptional(),
  organic_results: z.array(organicResult),
  related_searches: z.array(relatedSearch),
  search_information: searchInformation,
  blocks: alphaBlocks.describe('Other content of the page. Only with `include=blocks`.').exactOptional(),
  elements: pageElements,
});

/** Web search on alpha. */
export const alphaSearch: Endpoint = defineEndpoint({
  name: 'alpha.search',
  engine: alphaEngineDefinition,
  path: '/api/v1/alpha/search',
  summary: 'Web search, engine alpha',
  params: defineFields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  deprecated: { num: '2026-11-20' },
  result: alphaSearchFields,
  echo: [echoedQuery, echoedGl, echoedHl, echoedPage, echoedUule, echoedEngine('alpha'), echoedLocation],
  paging: {
    ...paging,
    merge: (pages, window) =>
      withSitelinksRenumbered(
        mergePagesWithElements(pages, (joined) => paging.merge(joined, window)),
        pages[0],
        window,
      ),
  },
  request: (params, page, places) => alphaSearchRequest({ ...params, page, ...toAlphaPlace(params, places) }),
  additionalFillRateFields: [
    'answer.knowledge_graph',
    'answer.related_searches',
    'answer.search_information.total_results',
  ],
  example: {
    request: { query: exampleQuery, location: 'Lisbon,Portugal', gl: 'pt', hl: 'en' },
    response: {
      pagination: exampleFirstPagePagination,
      knowledge_graph: exampleKnowledgePanel,
      organic_results: [exampleResult, secondExampleResult],
      related_searches: [{ query: 'spring tide' }, { query: 'tide table' }],
      search_information: { total_results: 1_230_000, time_taken_displayed: 0.41 },
      search_parameters: { q: exampleQuery, gl: 'pt', hl: 'en', page: null, engine: 'alpha', ...exampleLocation },
    },
  },
});

/** The effective cursor: at most the length of the query, and 0 by default. */
const cursor = echoedField('cp', z.int(), ({ query, cp = 0 }: { query: string; cp?: number }) =>
  Math.min(cp, query.length),
);

/** Completions of a query on alpha. */
export const alphaAutocomplete: Endpoint = defineEndpoint({
  name: 'alpha.autocomplete',
  engine: alphaEngineDefinition,
  path: '/api/v1/alpha/search/autocomplete',
  summary: 'Autocomplete suggestions, engine alpha',
  params: defineFields({ query, cp, gl: country, hl, device }),
  result: exactFieldsOf<WithoutDiagnostics<AlphaAutocompleteResult>>()({ suggestions: z.array(suggestion) }),
  echo: [echoedQuery, cursor, echoedGl, echoedHl, echoedEngine('alpha')],
  paging: createSinglePagePaging<AlphaAutocompleteResult>({ lastPage: 1, empty: () => ({ suggestions: [] }) }),
  request: (params) => alphaAutocompleteRequest(params),
  example: {
    request: { query: 'how do ti', gl: 'pt', hl: 'en' },
    response: {
      suggestions: [{ value: 'how do tides work' }, { value: 'how do time zones work' }],
      search_parameters: { q: 'how do ti', cp: 0, gl: 'pt', hl: 'en', engine: 'alpha' },
    },
  },
});

/** What the news and the video search echo before their engine and location. */
const echoedInLists = [echoedQuery, echoedGl, echoedHl, echoedNum, echoedPage, echoedUule] as const;

/** News search on alpha. */
export const alphaNews: Endpoint = defineEndpoint({
  name: 'alpha.news',
  engine: alphaEngineDefinition,
  path: '/api/v1/alpha/news',
  summary: 'News search, engine alpha',
  params: defineFields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  result: exactFieldsOf<WithoutDiagnostics<AlphaNewsResult>>()({ pagination, organic_results: z.array(organicResult) }),
  echo: [...echoedInLists, echoedEngine('alpha_news'), echoedLocation],
  paging: createMultiPagePaging<OrganicResult, AlphaNewsResult>({
    lastPage: alphaLastPage,
    empty: (window) => ({
      pagination: paginationPastEnd(window),
      organic_results: [],
    }),
  }),
  request: (params, page, places) => alphaNewsRequest({ ...params, page, ...toAlphaPlace(params, places) }),
  additionalFillRateFields: ['date'],
  example: {
    request: { query: exampleQuery, gl: 'pt', hl: 'en', num: 20 },
    response: {
      pagination: exampleFirstPagePagination,
      organic_results: [...datedExampleResults],
      search_parameters: {
        ...{ q: exampleQuery, gl: 'pt', hl: 'en', num: 20, page: null },
        ...{ uule: null, engine: 'alpha_news', location: null },
      },
    },
  },
});

/** Video search on alpha. */
export const alphaVideos: Endpoint = defineEndpoint({
  name: 'alpha.videos',
  engine: alphaEngineDefinition,
  path: '/api/v1/alpha/videos',
  summary: 'Video search, engine alpha',
  params: defineFields({ query, tbs, location, uule, gl: country, hl, page, num, ...alphaFilters }),
  exclusive: [['location', 'uule']],
  result: exactFieldsOf<WithoutDiagnostics<AlphaVideosResult>>()({ organic_results: z.array(videoResult) }),
  echo: [...echoedInLists, echoedEngine('alpha_videos'), echoedLocation],
  paging: createMultiPagePaging<VideoResult, AlphaVideosResult>({
    lastPage: alphaLastPage,
    empty: () => ({ organic_results: [] }),
  }),
  request: (params, page, places) => alphaVideosRequest({ ...params, page, ...toAlphaPlace(params, places) }),
  additionalFillRateFields: ['date', 'channel', 'duration', 'video_id'],
  example: {
    request: { query: exampleQuery, gl: 'pt', hl: 'en' },
    response: {
      organic_results: [exampleVideo],
      search_parameters: {
        ...{ q: exampleQuery, gl: 'pt', hl: 'en', num: null, page: null },
        ...{ uule: null, engine: 'alpha_videos', location: null },
      },
    },
  },
});

/** Renumbers sitelinks to the rows of the answer, and removes those of other rows. */
function withSitelinksRenumbered(
  { blocks, ...result }: AlphaSearchResult,
  first: PageResult<AlphaSearchResult>,
  window: RowWindow,
): AlphaSearchResult {
  if (blocks === undefined) return result;
  const skipped = countRowsBefore(first, window);
  const sitelinks = blocks.sitelinks
    .map((links) => ({ ...links, position: links.position - skipped }))
    .filter(({ position }) => position >= 1 && position <= result.organic_results.length);
  return { ...result, blocks: { ...blocks, sitelinks } };
}
