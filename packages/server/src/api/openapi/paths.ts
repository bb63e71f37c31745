import { problemType } from '../../errors/api-error.js';
import type { Lookup } from '../../operations/lookups.js';
import { extractedPage } from '../../operations/schema/extracted.js';
import {
  searchAllComponentSchemas,
  searchAllParams,
  searchAllPath,
  searchAllResponseSchema,
} from '../../operations/search-all.js';
import { authenticatedResponseHeaders, headerRefs } from './headers.js';
import { bodySchemaWithNullables, componentRef, namedSchemas, type OpenApiFragment, queryParameters } from './json.js';
import { problemContent, problemRefs } from './problems.js';
import { lookupSchemaName } from './schemas.js';
import { extractionQueryParameters, jsonContent, markdownContent, outputQueryParameters } from './searches.js';

const full = (limit: number, window: number) => ({ limit, used: 0, remaining: limit, window, reset: 0 });

/** One example per look-up, by its name. */
const lookupExamples: Readonly<Record<string, object>> = {
  locations: {
    locations: [
      {
        id: 2_267_057,
        name: 'Lisbon',
        canonical_name: 'Lisbon,Lisbon,Portugal',
        country_code: 'PT',
        target_type: 'City',
        population: 517_802,
        gps: [-9.1333, 38.7167],
        parent_id: 2_267_056,
      },
    ],
  },
  countries: { countries: [{ code: 'PT', name: 'Portugal' }] },
  languages: { languages: [{ code: 'pt', name: 'Portuguese' }] },
  usage: {
    keys: [
      {
        ...{ id: 'key-1f2e3d4c', name: 'rank tracker', disabled: false, expires_at: null },
        day: { used: 1_204, limit: 10_000 },
        month: { used: 20_418, limit: null },
      },
    ],
  },
  account: {
    id: 'billing',
    name: 'billing',
    scopes: ['search', 'parse', 'lookup'],
    expires_at: null,
    limits: {
      rate: full(100, 60),
      lookups: full(600, 60),
      day: full(10_000, 86_400),
      month: { ...full(0, 2_592_000), limit: null, remaining: null },
    },
    concurrency: { limit: 20, used: 0, remaining: 20, waiting: 0 },
  },
};

/** The paths of look-ups. */
export function lookupPaths(lookups: readonly Lookup[]): Record<string, OpenApiFragment> {
  return Object.fromEntries(lookups.map((lookup) => [lookup.path, { get: lookupOperation(lookup) }]));
}

function lookupOperation(lookup: Lookup): OpenApiFragment {
  const { name, summary, query } = lookup;
  return {
    operationId: name,
    tags: [name === 'account' || name === 'usage' ? 'Account' : 'Look-up'],
    summary,
    description: 'Fetches nothing, and only counts against the rate of look-ups.',
    parameters: queryParameters(query),
    responses: {
      200: {
        description: 'The result.',
        headers: headerRefs(authenticatedResponseHeaders),
        content: jsonContent(lookupSchemaName(lookup), lookupExamples[name] ?? {}),
      },
      ...problemRefs(400, 401, 403, 429, 500, 503),
    },
  };
}

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
export const searchAllSchemas: Readonly<Record<string, OpenApiFragment>> = {
  SearchAllRequest: bodySchemaWithNullables(searchAllParams.object),
  ...namedSchemas({
    SearchAllResponse: searchAllResponseSchema,
    ...searchAllComponentSchemas,
    ExtractedPage: extractedPage,
  }),
};

/** The path that asks several engines at once. */
export const searchAllPaths: Readonly<Record<string, OpenApiFragment>> = {
  [searchAllPath]: {
    post: {
      operationId: 'search.all',
      tags: ['Search'],
      summary: 'Web search on several engines at once',
      description:
        'Sends the query to each engine, at the cost of the single searches, and joins the rows by target, ordered by reciprocal rank fusion. If an engine fails, only its rows are missing; if all fail, the error is that of the first.',
      parameters: [...outputQueryParameters, ...extractionQueryParameters],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: componentRef('schemas', 'SearchAllRequest'),
            examples: { typical: { summary: 'A typical request', value: request } },
          },
        },
      },
      responses: {
        200: {
          description: 'The joined rows.',
          headers: headerRefs(authenticatedResponseHeaders),
          content: { ...jsonContent('SearchAllResponse', answer), ...markdownContent },
        },
        ...problemRefs(400, 401, 403, 408, 413, 415, 429, 500, 502, 503, 504),
      },
    },
  },
};

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'how do tides work', engine: 'brave' } },
};

const result = {
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: 'Results for "how do tides work". …' }], structuredContent: {} },
};

/** The schema of a JSON-RPC message, whose content MCP defines. */
export const mcpSchemas: Readonly<Record<string, OpenApiFragment>> = {
  McpMessage: {
    type: 'object',
    description: 'A message of the Model Context Protocol.',
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer', 'null'] },
      method: { type: 'string' },
      params: { type: 'object' },
      result: { type: 'object' },
      error: { type: 'object' },
    },
    required: ['jsonrpc'],
  },
};

const message = (description: string, value: object): OpenApiFragment => ({
  description,
  headers: headerRefs(authenticatedResponseHeaders),
  content: messageContent(value),
});

function messageContent(value: object): OpenApiFragment {
  return {
    'application/json': {
      schema: componentRef('schemas', 'McpMessage'),
      examples: { typical: { summary: 'A typical message', value } },
    },
  };
}

const refusal = {
  jsonrpc: '2.0',
  error: { code: -32_000, message: 'Web pages of this origin are not allowed.' },
  id: null,
};

const invalidMessage = {
  jsonrpc: '2.0',
  error: { code: -32_700, message: 'Parse error: Invalid JSON-RPC message' },
  id: null,
};

const notAcceptable = {
  jsonrpc: '2.0',
  error: {
    code: -32_000,
    message: 'Not Acceptable: Client must accept both application/json and text/event-stream',
  },
  id: null,
};

/** The path for agents. */
export const mcpPaths: Readonly<Record<string, OpenApiFragment>> = {
  '/mcp': {
    post: {
      operationId: 'mcp',
      tags: ['Agents'],
      summary: 'The searches as tools for agents (MCP)',
      description:
        'Model Context Protocol over streamable HTTP, without sessions, answered with JSON. Tools: `search` for all engines; with `SVC_MCP_TOOLS=all` also one per operation, and `parse`. Each call costs as much as the request that it makes. `Accept` must name `application/json` and `text/event-stream`. Answered with 404 if the package for MCP is not installed.',
      security: [{ key: [] }, { bearer: [] }],
      requestBody: {
        required: true,
        content: messageContent(call),
      },
      responses: {
        200: message('The answer to the message.', result),
        202: {
          description: 'The message was accepted and needs no answer.',
          headers: headerRefs(authenticatedResponseHeaders),
        },
        ...problemRefs(401, 408, 413, 415, 429, 500, 503),
        400: {
          description: 'The body is not valid JSON, or not a message of a version of MCP that this service supports.',
          headers: headerRefs([...authenticatedResponseHeaders, 'Link']),
          content: { ...messageContent(invalidMessage), [problemType]: problemContent('malformed_json') },
        },
        403: {
          description: 'Web pages of this origin are not allowed, or the key is disabled.',
          headers: headerRefs([...authenticatedResponseHeaders, 'Link']),
          content: { ...messageContent(refusal), [problemType]: problemContent('api_key_disabled') },
        },
        default: {
          description: '406: `Accept` does not name both types. Otherwise an error without a route.',
          headers: headerRefs([...authenticatedResponseHeaders, 'Link']),
          content: { ...messageContent(notAcceptable), [problemType]: problemContent('not_found') },
        },
      },
    },
  },
};
