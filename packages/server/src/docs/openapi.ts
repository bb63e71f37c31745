import { z } from 'zod';
import type { Endpoint } from '../endpoints/endpoint.js';
import { extraNames } from '../endpoints/extras.js';
import { type PageEndpoint, pageExtras, pageQuery } from '../endpoints/given-page.js';
import type { Lookup } from '../endpoints/lookups.js';
import { mostFaults } from '../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../errors/kinds.js';
import { problemType } from '../errors/problem.js';
import { describeBatches } from './batches.js';
import { searchHeaders } from './headers.js';

type Json = Record<string, unknown>;

/** The description of the API in OpenAPI 3.1, made of the very schemas that requests are checked with. */
export function describeApi(endpoints: readonly Endpoint[], lookups: readonly Lookup[]): object {
  return {
    openapi: '3.1.0',
    info: { title: 'svc', version: '1', description: 'Web search over HTTP: result pages as JSON.' },
    security: [{ key: [] }],
    paths: Object.fromEntries([
      ...endpoints.map((endpoint) => [endpoint.path, { post: describeEndpoint(endpoint) }]),
      ...endpoints.map(({ name, summary, page }) => [page.path, { post: describePage(page, { name, summary }) }]),
      ...Object.entries(
        describeBatches(endpoints, { include: includeParameter(extraNames), problems: problemResponses }),
      ),
      ...lookups.map((lookup) => [lookup.path, { get: describeLookup(lookup) }]),
    ]),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { Problem: problemSchema() },
    },
  };
}

function describeEndpoint(endpoint: Endpoint): Json {
  const { name, summary, response } = endpoint;
  return {
    operationId: name,
    summary,
    parameters: [includeParameter(extraNames)],
    requestBody: { required: true, content: { 'application/json': { schema: bodySchema(endpoint) } } },
    responses: { 200: { ...jsonResponse('The result page.', response), headers: searchHeaders }, ...problemResponses },
  };
}

function includeParameter(names: readonly string[]): Json {
  return {
    name: 'include',
    in: 'query',
    description: 'Extras to add to the answer.',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: [...names] } },
  };
}

function describePage({ path, response }: PageEndpoint, { name, summary }: Pick<Endpoint, 'name' | 'summary'>): Json {
  const page = { schema: { type: 'string' } };
  return {
    operationId: path.slice('/api/v1/'.length).replace('/', '.'),
    summary: `A page that you have fetched: ${summary}`,
    description: `Reads a page as \`${name}\` does, and fetches nothing.`,
    parameters: [...queryParameters(pageQuery.shape), includeParameter(pageExtras)],
    requestBody: {
      required: true,
      content: { 'text/html': page, 'application/json': page, 'application/octet-stream': {} },
    },
    responses: { 200: jsonResponse('What is on the page.', response), ...problemResponses },
  };
}

function queryParameters(query: z.ZodRawShape): Json[] {
  const { properties = {}, required = [] } = toJson(z.strictObject(query));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function describeLookup({ path, summary, query, response }: Lookup): Json {
  const parameters = queryParameters(query);
  return {
    operationId: path.slice(path.lastIndexOf('/') + 1),
    summary,
    parameters,
    responses: { 200: jsonResponse('What was found.', response), ...problemResponses },
  };
}

/** The body's schema, with what holds between parameters. Whatever is optional may also be null. */
function bodySchema({ request, exclusive, together, deprecated }: Endpoint): Json {
  const { properties = {}, required = [], ...rest } = toJson(request);
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    {
      ...(required.includes(name) ? schema : orNull(schema)),
      ...(deprecated.includes(name) && { deprecated: true }),
    },
  ]);
  return {
    ...rest,
    properties: Object.fromEntries(described),
    required,
    ...(exclusive.length + together.length > 0 && {
      allOf: [...exclusive.map((pair) => ({ not: givenTogether(pair) })), ...together.map(bothOrNone)],
    }),
  };
}

function bothOrNone(pair: readonly [string, string]): Json {
  return { anyOf: [givenTogether(pair), { not: { anyOf: pair.map((name) => givenTogether([name])) } }] };
}

/** What is null counts as not given. */
function givenTogether(names: readonly string[]): Json {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])) };
}

function orNull({ type, anyOf, ...rest }: Json): Json {
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  const values = Array.isArray(rest.enum) && { enum: [...rest.enum, null] };
  return { ...rest, ...values, type: [type, 'null'].flat() };
}

function jsonResponse(description: string, schema: z.ZodType): Json {
  const { $schema: _, ...inline } = z.toJSONSchema(schema);
  return { description, content: { 'application/json': { schema: inline } } };
}

interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

function toJson(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...inline } = z.toJSONSchema(schema);
  return inline as ObjectSchema; // only schemas of objects are asked for
}

/** One entry per status, listing its codes. */
const problemResponses: Json = Object.fromEntries(
  [...codesByStatus()].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${errorKinds[code].title}.`).join(' '),
      content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

function codesByStatus(): Map<number, ErrorCode[]> {
  const codes = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(errorKinds) as ErrorCode[]) {
    const { status } = errorKinds[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return codes;
}

function problemSchema(): Json {
  const codes = Object.keys(errorKinds) as [string, ...string[]];
  const fault = z.object({
    field: z.string(),
    code: z.enum(codes),
    message: z.string(),
    suggestions: z.array(z.string()).optional(),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(
    z.object({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      detail: z.string(),
      instance: z.string(),
      code: z.enum(codes),
      request_id: z.string(),
      retryable: z.boolean(),
      error: z.string(),
      errors: z.array(fault).max(mostFaults).optional(),
      errors_omitted: z.int().optional(),
    }),
  );
  return schema;
}
