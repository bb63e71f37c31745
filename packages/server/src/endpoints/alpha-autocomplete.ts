import { alphaAutocompleteRequest } from '@svc/fetchers';
import { type AlphaAutocompleteResult, parseAlphaAutocomplete } from '@svc/parsers';
import { z } from 'zod';
import { single } from '../pages/paging.js';
import { country, cp, hl, query } from '../requests/parameters.js';
import type { Contract } from '../schema/answer.js';
import { fields, fieldsOf } from '../schema/fields.js';
import { suggestion } from '../schema/results.js';
import { defineOperation, type Operation } from './endpoint.js';

/** Completions of a query on alpha. */
export const alphaAutocomplete: Operation = defineOperation({
  name: 'alpha.autocomplete',
  path: '/api/v1/alpha/search/autocomplete',
  summary: 'Autocomplete suggestions, engine alpha',
  params: fields({ query, cp, gl: country, hl }),
  result: fieldsOf<Contract<AlphaAutocompleteResult>>()({ suggestions: z.array(suggestion) }),
  echo: fields({
    q: z.string(),
    cp: z.int(),
    gl: z.string().nullable(),
    hl: z.string().nullable(),
    engine: z.literal('alpha'),
  }),
  paging: single<AlphaAutocompleteResult>({ lastPage: 1, empty: () => ({ suggestions: [] }) }),
  request: (params) => alphaAutocompleteRequest(params),
  parse: parseAlphaAutocomplete,
  echoOf: ({ query: q, cp = 0, gl = null, hl = null }) => ({
    q,
    cp: Math.min(cp, q.length),
    gl,
    hl,
    engine: 'alpha' as const,
  }),
});
