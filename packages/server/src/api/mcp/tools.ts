import type { Endpoint } from '../../operations/endpoint.js';
import { requestSchema } from '../openapi/request-schema.js';
import type { ApiRequest } from './ask.js';
import { withKnownNames } from './engine-names.js';
import { resultSchema, type ToolAnswer, toolAnswer } from './results.js';
import { searchToolReading } from './search-tool.js';

/** Arguments of a tool that are not sent as parameters. */
type Arguments = Readonly<Record<string, unknown>>;

/** A tool as agents are told of it, and the request that a call of it is. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [keyword: string]: unknown };
  readonly outputSchema: { type: 'object'; [keyword: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean | string>>;
  /** The request. @throws {ApiError} for arguments that are none */
  request(given: Arguments): ApiRequest;
  /** The answer of the service as that of the tool. */
  answer(body: unknown, given: Arguments): ToolAnswer;
}

const full = {
  type: 'boolean',
  default: false,
  description: 'Whether the whole answer is returned instead of position, title, link, snippet and date.',
};

const made = new WeakMap<readonly Endpoint[], readonly Tool[]>();

/** Which tools agents get: one search tool, or also one for each search and one that reads a page. */
type ToolSet = 'search' | 'all';

/** What agents get. */
export interface ToolChoice {
  set: ToolSet;
  /** How many found pages the service reads for one search. @default 0 */
  reading?: number;
}

/** The tools. Those of single searches are made once, when an agent first calls. */
export function toolsFor(endpoints: readonly Endpoint[], { set, reading = 0 }: ToolChoice): readonly Tool[] {
  const searchTool = searchToolReading(reading);
  if (set === 'search') return [searchTool];
  const tools = made.get(endpoints) ?? [...endpoints.map(endpointTool), parseTool(endpoints)];
  made.set(endpoints, tools);
  return [searchTool, ...tools];
}

/** Names of tools have no dots with every agent. */
function toolName(operation: string): string {
  return operation.replaceAll('.', '_');
}

function endpointTool(endpoint: Endpoint): Tool {
  const title = withKnownNames(endpoint.summary);
  const { allOf: _, properties, ...schema } = requestSchema(endpoint); // agents take no rules between properties
  return {
    name: toolName(endpoint.name),
    title,
    description: `${title}. Asks the engine and returns ${wordsFor(endpoint)}. An empty list means that nothing was found.${rulesOf(endpoint)}`,
    inputSchema: { ...schema, type: 'object', properties: { ...properties, full } },
    outputSchema: { ...resultSchema(endpoint), type: 'object' },
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

function annotationsFor(title: string, { asksEngine }: { asksEngine: boolean }): Tool['annotations'] {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: asksEngine };
}

function parseTool(endpoints: readonly Endpoint[]): Tool {
  const title = 'Read a result page that was fetched elsewhere';
  const schemas = endpoints.map((endpoint) => resultSchema({ response: endpoint.page.response }));
  return {
    name: 'parse',
    title,
    description: `${title}: returns what the search of that operation would return, and fetches nothing.`,
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: endpoints.map(({ name }) => name), description: 'What the page answers.' },
        html: { type: 'string', minLength: 1, description: 'The page, as it came.' },
        query: { type: 'string', description: 'What was searched for: a page that answers another query is refused.' },
        page: { type: 'integer', minimum: 0, description: 'Number of the page: another page is refused.' },
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

/** An operation that does not exist has a path that is not found either. */
function pathOf(endpoints: readonly Endpoint[], operation: unknown): string {
  const endpoint = endpoints.find(({ name }) => name === operation);
  return endpoint?.page.path ?? `/api/v1/parse/${encodeURIComponent(String(operation))}`;
}

function queryOf(given: Arguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
