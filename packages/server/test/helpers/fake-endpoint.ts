import { type Adapter, alphaLastPage, FetchError, type PageRequest, type RawPage } from '@svc/fetchers';
import {
  type AlphaSearchResult,
  type OrganicResult,
  PageError,
  type Pagination,
  type UnreadableState,
} from '@svc/parsers';
import type { Endpoint } from '../../src/index.js';
import { alphaSearch } from './operations.js';
import { bytes } from './service.js';

/** A page of the fake engine. */
export interface FakePage {
  /** Names of the rows; each link is made from the name. */
  rows: string[];
  pagination?: Pagination;
}

type Plan = ReturnType<Endpoint['plan']>;
type ReadPage = Parameters<Plan['run']>[0]['readPage'];

/** Web search on alpha with JSON pages, so that a test defines their content. */
export const fakeEndpoint: Endpoint = {
  ...alphaSearch,
  path: '/api/v1/fake',
  deprecated: [],
  deprecatedSince: () => undefined,
  plan(body, checks) {
    const plan = alphaSearch.plan(body, checks);
    const readPage: ReadPage = async ({ body }) => readJson(body) as never; // stands for the result type of any operation
    return { ...plan, run: (parts) => plan.run({ ...parts, readPage }) };
  },
};

function readJson(body: Uint8Array): AlphaSearchResult {
  const { rows, pagination, state }: FakePage & { state?: UnreadableState } = JSON.parse(
    new TextDecoder().decode(body),
  );
  if (state) throw new PageError(state);
  return resultOf(rows.map(toRow), pagination);
}

/** The result of the fake endpoint may lack a pager. */
function resultOf(organic_results: OrganicResult[], pagination?: Pagination): AlphaSearchResult {
  const information = { total_results: null, time_taken_displayed: null };
  const rest = { organic_results, related_searches: [], search_information: information };
  return { ...rest, ...(pagination && { pagination }) } as AlphaSearchResult;
}

/** A row made from its name, which may be a link. */
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

/** What the fake engine serves: rows, the state of an unusable page, or an error instead of a page. */
export type Served = FakePage | { state: UnreadableState } | FetchError;

/** Serves the page returned for a request. */
export function serving(pages: (request: PageRequest) => Served): Adapter {
  return async (request): Promise<RawPage> => {
    const served = pages(request);
    if (served instanceof FetchError) throw served;
    return { url: request.url, status: 200, headers: {}, body: bytes(JSON.stringify(served)) };
  };
}

/** Ten rows numbered across pages: page 2 has `r11` to `r20`. */
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
