import {
  type Adapter,
  alphaLastPage,
  alphaSearchRequest,
  FetchError,
  type PageRequest,
  type RawPage,
} from '@svc/fetchers';
import { type OrganicResult, PageError, type Pagination, type UnreadableState } from '@svc/parsers';
import { z } from 'zod';
import { defineOperation, type Operation } from '../../src/endpoints/endpoint.js';
import { gathered } from '../../src/pages/paging.js';
import { num, page, query } from '../../src/requests/parameters.js';
import { fields, fieldsOf } from '../../src/schema/fields.js';
import { organicResult, pagination } from '../../src/schema/results.js';
import { bytes } from './service.js';

/** What the pages of the fake engine say. */
export interface FakePage {
  /** Names of the rows; a target is made of each. */
  rows: string[];
  pagination?: Pagination;
}

/** An endpoint whose pages are JSON, so that a test says what is on them. */
export const fakeOperation: Operation = defineOperation({
  name: 'alpha.search',
  path: '/api/v1/fake',
  summary: 'Pages in JSON',
  params: fields({ query, page, num }),
  result: fieldsOf<Result>()({ organic_results: z.array(organicResult), pagination: pagination.exactOptional() }),
  echo: fields({ q: z.string() }),
  paging: gathered<OrganicResult, Result>({ lastPage: alphaLastPage, empty: () => ({ organic_results: [] }) }),
  request: (params, number) => alphaSearchRequest({ query: params.query, page: number }),
  parse: readPage,
  echoOf: ({ query: q }) => ({ q }),
});

interface Result {
  organic_results: OrganicResult[];
  pagination?: Pagination;
}

function readPage(body: Uint8Array): Result {
  const { rows, pagination, state }: FakePage & { state?: UnreadableState } = JSON.parse(
    new TextDecoder().decode(body),
  );
  if (state) throw new PageError(state);
  return { organic_results: rows.map(toRow), ...(pagination && { pagination }) };
}

function toRow(name: string, index: number): OrganicResult {
  return {
    position: index + 1,
    title: name,
    link: `https://${name}.example/`,
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
