import {
  type Adapter,
  alphaLastPage,
  alphaSearchRequest,
  FetchError,
  type PageRequest,
  type RawPage,
} from '@svc/fetchers';
import {
  type AlphaSearchResult,
  type OrganicResult,
  PageError,
  type Pagination,
  type UnreadableState,
} from '@svc/parsers';
import type { Endpoint } from '../../src/index.js';
import { alphaSearchFields } from '../../src/operations/alpha.js';
import * as echo from '../../src/operations/echo.js';
import { defineEndpoint } from '../../src/operations/endpoint.js';
import { num, page, query } from '../../src/operations/request/parameters.js';
import { fields } from '../../src/operations/schema/fields.js';
import { gathered } from '../../src/pages/paging.js';
import { bytes } from './service.js';

/** What the pages of the fake engine say. */
export interface FakePage {
  /** Names of the rows; a target is made of each. */
  rows: string[];
  pagination?: Pagination;
}

/** An endpoint whose pages are JSON, so that a test says what is on them. */
export const fakeEndpoint: Endpoint = defineEndpoint({
  name: 'alpha.search',
  path: '/api/v1/fake',
  summary: 'Pages in JSON',
  params: fields({ query, page, num }),
  result: alphaSearchFields,
  echo: [echo.q],
  paging: gathered<OrganicResult, AlphaSearchResult>({ lastPage: alphaLastPage, empty: () => resultOf([]) }),
  request: (params, number) => alphaSearchRequest({ query: params.query, page: number }),
  parse: readPage,
});

function readPage(body: Uint8Array): AlphaSearchResult {
  const { rows, pagination, state }: FakePage & { state?: UnreadableState } = JSON.parse(
    new TextDecoder().decode(body),
  );
  if (state) throw new PageError(state);
  return resultOf(rows.map(toRow), pagination);
}

/** The result of the fake may lack a pager. */
function resultOf(organic_results: OrganicResult[], pagination?: Pagination): AlphaSearchResult {
  const information = { total_results: null, time_taken_displayed: null };
  const rest = { organic_results, related_searches: [], search_information: information };
  return { ...rest, ...(pagination && { pagination }) } as AlphaSearchResult;
}

/** A row of which only the name says anything, which may be its link. */
export function toRow(name: string, index: number): OrganicResult {
  return {
    position: index + 1,
    title: name,
    link: name.startsWith('http') ? name : `https://${name}.example/`,
    domain: `${name}.example`,
    source: name,
    displayed_link: '',
    snippet: '',
    snippet_matched: [],
  };
}

/** A page of the fake engine: rows, a state in which no row can be read, or why there is no page. */
export type Served = FakePage | { state: UnreadableState } | FetchError;

/** Serves these pages by their number, from 1. */
export function serving(pages: (request: PageRequest) => Served): Adapter {
  return async (request): Promise<RawPage> => {
    const served = pages(request);
    if (served instanceof FetchError) throw served;
    return { url: request.url, status: 200, headers: {}, body: bytes(JSON.stringify(served)) };
  };
}

/** Ten rows named after their place among all rows: page 2 has `r11` to `r20`. */
export function tenRows(page: number, last: number = alphaLastPage): FakePage {
  const rows = Array.from({ length: 10 }, (_, index) => `r${(page - 1) * 10 + index + 1}`);
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  const has_next_page = page < last;
  return {
    rows,
    pagination: {
      ...(has_next_page && { next: page + 1 }),
      current: page,
      other_pages: numbers.filter((number) => number !== page),
      has_next_page,
    },
  };
}
