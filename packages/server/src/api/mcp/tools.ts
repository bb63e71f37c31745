import { errorFromFaults } from '../../errors/api-error.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { requestSchema } from '../openapi/json.js';
import type { ApiRequest } from './ask.js';
import { replaceEngineNames } from './engine-names.js';
import { type ToolAnswer, toolAnswer, toolOutputSchema } from './results.js';
import { createSearchTool } from './search-tool.js';

/** Arguments of a call of a tool. */
type Arguments = Readonly<Record<string, unknown>>;

/** A tool as described to agents, and the API request that a call becomes. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [keyword: string]: unknown };
  readonly outputSchema: { type: 'object'; [keyword: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean | string>>;
  /** The request for a call. @throws {ApiError} for invalid arguments */
  request(given: Arguments): ApiRequest;
  /** Converts the answer of the service to that of the tool. */
  answer(body: unknown, given: Arguments): ToolAnswer;
}

const full = {
  type: 'boolean',
  default: false,
  description: 'Return the whole answer instead of position, title, link, snippet and date.',
};

const made = new WeakMap<readonly Endpoint[], readonly McpTool[]>();

/** Which tools agents get: one search tool, or also one per operation and one that reads a page. */
type McpToolSet = 'search' | 'all';

/** Which tools agents get, and what they can do. */
export interface McpToolOptions {
  toolSet: McpToolSet;
  /** Maximum number of found pages read for one search. @default 0 */
  maxPagesReadPerSearch?: number;
}

/** The tools. Those of single operations are created once, with the first call. */
export function createMcpTools(
  endpoints: readonly Endpoint[],
  { toolSet, maxPagesReadPerSearch = 0 }: McpToolOptions,
): readonly McpTool[] {
  const searchTool = createSearchTool(maxPagesReadPerSearch);
  if (toolSet === 'search') return [searchTool];
  const tools = made.get(endpoints) ?? [...endpoints.map(endpointTool), parseTool(endpoints)];
  made.set(endpoints, tools);
  return [searchTool, ...tools];
}

/** Some agents do not allow dots in names of tools. */
function toolName(operation: string): string {
  return operation.replaceAll('.', '_');
}

function endpointTool(endpoint: Endpoint): McpTool {
  const title = replaceEngineNames(endpoint.summary);
  const { allOf: _, properties, ...schema } = requestSchema(endpoint); // agents do not support rules between properties
  return {
    name: toolName(endpoint.name),
    title,
    description: `${title}. Asks the engine and returns ${wordsFor(endpoint)}. An empty list means no results.${rulesOf(endpoint)}`,
    inputSchema: { ...schema, type: 'object', properties: { ...properties, full } },
    outputSchema: { ...toolOutputSchema(endpoint), type: 'object' },
    annotations: annotationsFor(title, { asksEngine: true }),
    request: ({ full: _, ...body }) => ({
      path: endpoint.path,
      body: JSON.stringify(body),
      contentType: 'application/json',
    }),
    answer: (body, { full }) => toolAnswer(body, { full: full === true }),
  };
}

function wordsFor({ name }: Endpoint): string {
  return name.endsWith('autocomplete') ? 'completions of the query' : 'title, link and snippet of each result';
}

function rulesOf({ exclusive, together }: Endpoint): string {
  const rules = [
    ...exclusive.map((pair) => `${pair.join(' and ')} exclude each other`),
    ...together.map((pair) => `${pair.join(' and ')} go together`),
  ];
  return rules.map((rule) => ` ${rule}.`).join('');
}

function annotationsFor(title: string, { asksEngine }: { asksEngine: boolean }): McpTool['annotations'] {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: asksEngine };
}

function parseTool(endpoints: readonly Endpoint[]): McpTool {
  const title = 'Read a result page that was fetched elsewhere';
  const schemas = endpoints.map((endpoint) => toolOutputSchema({ response: endpoint.page.response }));
  return {
    name: 'parse',
    title,
    description: `${title}: returns what the search of that operation would return, and fetches nothing.`,
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: endpoints.map(({ name }) => name), description: 'Operation of the page.' },
        html: { type: 'string', minLength: 1, description: 'The page as received.' },
        query: { type: 'string', description: 'The query of the page: a page for another query is refused.' },
        page: {
          type: 'integer',
          minimum: 0,
          description: 'Number of the page: a page with another number is refused.',
        },
        full,
      },
      required: ['operation', 'html'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', anyOf: schemas },
    annotations: annotationsFor(title, { asksEngine: false }),
    request: ({ operation, html, query, page }) => ({
      path: `${pathOf(endpoints, operation)}${queryOf({ query, page })}`,
      body: typeof html === 'string' ? html : '',
      contentType: 'text/html; charset=utf-8',
    }),
    answer: (body, { full }) => toolAnswer(body, { full: full === true }),
  };
}

/** Throws an `ApiError` without a known operation. */
function pathOf(endpoints: readonly Endpoint[], operation: unknown): string {
  const endpoint = endpoints.find(({ name }) => name === operation);
  if (endpoint !== undefined) return endpoint.page.path;
  const names = endpoints.map(({ name }) => name).join(', ');
  const code = operation === undefined ? 'missing_parameter' : 'invalid_parameter';
  throw errorFromFaults([{ field: 'operation', code, message: `"operation" must be one of ${names}.` }]);
}

function queryOf(given: Arguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
