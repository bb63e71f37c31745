import { betaSearchRequest } from '@svc/fetchers';
import type { BetaSearchResult } from '@svc/parsers';
import { z } from 'zod';
import { createBetaPaging, findNextFirstRow, readRowSpanFromPager } from '../pages/beta-window.js';
import { regionOf } from '../pages/served-locale.js';
import { paginationPastEnd } from '../pages/window.js';
import {
  echoedCc,
  echoedEngine,
  echoedField,
  echoedLat,
  echoedLocation,
  echoedLon,
  echoedMkt,
  echoedNum,
  echoedPage,
  echoedQuery,
} from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import type { EngineDefinition } from './engine.js';
import { toBetaPlace } from './locate.js';
import { device, freshness, safe } from './request/filters.js';
import { country, lat, location, lon, mkt, numHint, page, query } from './request/parameters.js';
import { betaBlocks } from './schema/blocks.js';
import { datedExampleResults, exampleFirstPagePagination, exampleQuery } from './schema/examples.js';
import type { WithoutDiagnostics } from './schema/fields.js';
import { defineFields, exactFieldsOf } from './schema/fields.js';
import { organicResult, pageElements, pagination } from './schema/results.js';

/** Bing. Its pages show language and country in a script, `_G={Region:"AT",Lang:"de-DE",…}`, and the market in a header. */
export const betaEngineDefinition: EngineDefinition = {
  name: 'Bing',
  locale: {
    served: ({ lang, head, headers }) => {
      const script = /\b_G=\{([^{}]{0,400})/.exec(head)?.[1] ?? '';
      const facts = new Map(
        [...script.matchAll(/\b(\w{1,20}):"([\w-]{2,20})"/g)].map(([, name, value]) => [name, value]),
      );
      const language = headers['x-as-setsessionuilang'] ?? facts.get('Lang') ?? lang;
      const country = facts.get('Region') ?? regionOf(headers['x-as-setsessionmarket'] ?? facts.get('Mkt'));
      return { language, country };
    },
    requested: (given) => ({ language: given('setlang'), country: given('cc') ?? regionOf(given('mkt')) }),
  },
  jointParameters: {
    location: (location) => ({ location }),
    gl: (cc) => ({ cc }),
    freshness: (freshness) => ({ freshness }),
  },
  searxng: [
    {
      ...{ name: 'bing', operation: 'beta.search', category: 'general', isWeb: true, shortcut: 'bi' },
      hasLanguages: true,
      parameters: ({ language, country, age }) => ({
        mkt: language !== undefined && country !== undefined ? `${language}-${country}` : undefined,
        freshness: age,
      }),
    },
  ],
};

/** The engine has no last page, so this is the last one whose first row is a safe integer. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / 50);

/** The host that actually answered; null if none was asked. */
const domain = echoedField('bing_domain', z.string().nullable(), (_params: object, host) => host ?? null);

/** Web search on beta. */
export const betaSearch: Endpoint = defineEndpoint({
  name: 'beta.search',
  engine: betaEngineDefinition,
  path: '/api/v1/beta/search',
  summary: 'Web search, engine beta',
  params: defineFields({ query, page, num: numHint, location, lat, lon, mkt, cc: country, device, safe, freshness }),
  exclusive: [['mkt', 'cc']],
  together: [['lat', 'lon']],
  result: exactFieldsOf<WithoutDiagnostics<BetaSearchResult>>()({
    pagination,
    organic_results: z.array(organicResult),
    blocks: betaBlocks.describe('Other content of the page. Only with `include=blocks`.').exactOptional(),
    elements: pageElements,
  }),
  echo: [
    echoedQuery,
    echoedCc,
    echoedLat,
    echoedLon,
    echoedMkt,
    echoedNum,
    echoedPage,
    echoedEngine('beta'),
    echoedLocation,
    domain,
  ],
  paging: createBetaPaging({
    lastPage,
    empty: (window) => ({
      pagination: paginationPastEnd(window),
      organic_results: [],
    }),
  }),
  request: (params, page, places) => betaSearchRequest({ ...params, page, ...toBetaPlace(params, places) }),
  follow(params, pages, places) {
    const { num, page = 1 } = params;
    const first = num === undefined ? undefined : findNextFirstRow(pages, num, Math.max(1, page));
    if (first === undefined) return undefined;
    const number = (pages.at(-1)?.number ?? 1) + 1;
    const request = betaSearchRequest({ ...params, page: number, first, ...toBetaPlace(params, places) });
    return { number, first, request };
  },
  spanOf({ num, page = 1 }, { first = (Math.max(1, page) - 1) * (num ?? 0) + 1 }, raw) {
    return num === undefined ? undefined : readRowSpanFromPager(raw, first);
  },
  marketOf: ({ headers }) => headers['x-as-setsessionmarket'],
  additionalFillRateFields: ['date'],
  example: {
    request: { query: exampleQuery, mkt: 'en-GB', num: 20 },
    response: {
      pagination: exampleFirstPagePagination,
      organic_results: [...datedExampleResults],
      search_parameters: {
        ...{ q: exampleQuery, cc: null, lat: null, lon: null, mkt: 'en-GB', num: 20, page: null },
        ...{ engine: 'beta', location: null, bing_domain: 'www.bing.com' },
      },
    },
  },
});
