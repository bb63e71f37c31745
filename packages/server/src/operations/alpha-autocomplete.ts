import { alphaAutocompleteRequest } from '@svc/fetchers';
import type { AlphaAutocompleteResult } from '@svc/parsers';
import { z } from 'zod';
import { single } from '../pages/paging.js';
import * as echo from './echo.js';
import { defineEndpoint, type Endpoint } from './endpoint.js';
import { device } from './request/filters.js';
import { country, cp, hl, query } from './request/parameters.js';
import type { Contract } from './schema/answer.js';
import { fields, fieldsOf } from './schema/fields.js';
import { suggestion } from './schema/results.js';

/** The cursor that counts: none beyond the query, and at its start where none was given. */
const cursor = echo.echoed('cp', z.int(), ({ query, cp = 0 }: { query: string; cp?: number }) =>
  Math.min(cp, query.length),
);

/** Completions of a query on alpha. */
export const alphaAutocomplete: Endpoint = defineEndpoint({
  name: 'alpha.autocomplete',
  path: '/api/v1/alpha/search/autocomplete',
  summary: 'Autocomplete suggestions, engine alpha',
  params: fields({ query, cp, gl: country, hl, device }),
  result: fieldsOf<Contract<AlphaAutocompleteResult>>()({ suggestions: z.array(suggestion) }),
  echo: [echo.q, cursor, echo.gl, echo.hl, echo.engine('alpha')],
  paging: single<AlphaAutocompleteResult>({ lastPage: 1, empty: () => ({ suggestions: [] }) }),
  request: (params) => alphaAutocompleteRequest(params),
});
