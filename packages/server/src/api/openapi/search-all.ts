import { extractedPage } from '../../operations/schema/extracted.js';
import { searchAllParams, searchAllParts, searchAllPath, searchAllResponse } from '../../operations/search-all.js';
import { headersNamed, keyedHeaders } from './headers.js';
import { type Json, namedSchemas, ref } from './json.js';
import { problemsOf } from './problems.js';
import { nullableOptional } from './request-schema.js';
import { extractQuery, jsonContent, viewQuery } from './searches.js';

const request = { query: 'how do tides work', engines: ['alpha', 'gamma'] };

const answer = {
  results: [
    {
      position: 1,
      title: 'How tides work',
      link: 'https://tides.example/how',
      domain: 'tides.example',
      source: 'Tides',
      snippet: 'The moon pulls the water towards it.',
      score: 0.032522,
      engines: [
        { engine: 'alpha', position: 1 },
        { engine: 'gamma', position: 2 },
      ],
    },
  ],
  engines: {
    alpha: { state: 'results', results: 10, has_next_page: true },
    gamma: { state: 'upstream_captcha', results: 0, has_next_page: false, error: 'The engine asks for a captcha.' },
  },
  search_parameters: {
    q: 'how do tides work',
    engines: ['alpha', 'gamma'],
    page: 1,
    location: null,
    gl: null,
    hl: null,
  },
};

/** Schemas of the search of several engines. */
export const searchAllSchemas: Readonly<Record<string, Json>> = {
  SearchAllRequest: nullableOptional(searchAllParams.object),
  ...namedSchemas({ SearchAllResponse: searchAllResponse, ...searchAllParts, ExtractedPage: extractedPage }),
};

/** The path that asks several engines at once. */
export const searchAllPaths: Readonly<Record<string, Json>> = {
  [searchAllPath]: {
    post: {
      operationId: 'search.all',
      tags: ['Search'],
      summary: 'Web search on several engines at once',
      description:
        'Sends the query to each engine, at the cost of the single searches, and joins the rows by target, ordered by reciprocal rank fusion. If an engine fails, only its rows are missing; if all fail, the error is that of the first.',
      parameters: [...viewQuery, ...extractQuery],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: ref('schemas', 'SearchAllRequest'),
            examples: { typical: { summary: 'A typical request', value: request } },
          },
        },
      },
      responses: {
        200: {
          description: 'The joined rows.',
          headers: headersNamed(keyedHeaders),
          content: jsonContent('SearchAllResponse', answer),
        },
        ...problemsOf(400, 401, 403, 408, 413, 415, 429, 500, 502, 503, 504),
      },
    },
  },
};
