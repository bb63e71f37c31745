import type { Endpoint } from '../../operations/endpoint.js';
import { endpoints, engineDisplayNames } from '../../operations/index.js';
import { accountLookup, type Lookup, lookups, usageLookup } from '../../operations/lookups.js';
import { formatEngineNames } from '../mcp/engine-names.js';
import { batchPaths, batchSchemas } from '../openapi/batches.js';
import { headerComponents } from '../openapi/headers.js';
import { jobPaths, jobSchemas } from '../openapi/jobs.js';
import type { OpenApiFragment } from '../openapi/json.js';
import { requestSchema } from '../openapi/json.js';
import { lookupPaths, mcpPaths, mcpSchemas, searchAllPaths, searchAllSchemas } from '../openapi/paths.js';
import { problemResponses, problemSchemas } from '../openapi/problems.js';
import { answerSchemas, schemaNames } from '../openapi/schemas.js';
import { pageParsingPaths, searchPaths } from '../openapi/searches.js';
import { unauthenticatedPaths } from '../openapi/service-paths.js';

/**
 * The OpenAPI 3.1 description, made from the schemas that requests are validated with. That of all endpoints is committed as
 * `openapi.json`; `pnpm --filter @svc/server openapi` rewrites it.
 */
export function createOpenApiDocument(endpoints: readonly Endpoint[], lookups: readonly Lookup[]): object {
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags,
    'x-engines': engineDisplayNames,
    security: [{ key: [] }],
    paths: {
      ...searchPaths(endpoints),
      ...searchAllPaths,
      ...pageParsingPaths(endpoints),
      ...batchPaths(endpoints),
      ...jobPaths(endpoints),
      ...lookupPaths(lookups),
      ...mcpPaths,
      ...unauthenticatedPaths,
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your API key.' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key in the form that agents use; only at `/mcp`.',
        },
      },
      schemas: {
        ...Object.fromEntries(endpoints.map((endpoint) => [schemaNames(endpoint).request, requestSchema(endpoint)])),
        ...searchAllSchemas,
        ...batchSchemas(endpoints),
        ...jobSchemas,
        ...answerSchemas(endpoints, lookups),
        ...mcpSchemas,
        ...problemSchemas,
      },
      responses: problemResponses,
      headers: headerComponents,
    },
  };
}

const info: OpenApiFragment = {
  title: 'svc',
  version: '1',
  summary: 'Web search over HTTP: result pages as JSON.',
  description: `Searches on ${formatEngineNames('and')}: each is a POST with a JSON body, and the same for pages that you have fetched yourself.

Every path below \`/api/v1\` needs a key in the header \`x-api-key\`. Every error is \`application/problem+json\`: branch on its
\`code\`. Retry a request only if \`retryable\` is true, and not before \`Retry-After\` seconds have passed.`,
  license: { name: 'MIT', identifier: 'MIT' },
};

const tags: readonly OpenApiFragment[] = [
  { name: 'Search', description: 'Requests pages from an engine and parses them.' },
  { name: 'Parse', description: 'Parses a page that you have fetched yourself.' },
  { name: 'Batch', description: 'Many searches in one request.' },
  { name: 'Look-up', description: 'Places, countries and languages for searches.' },
  { name: 'Account', description: 'Permissions, limits and usage of a key.' },
  { name: 'Agents', description: 'The searches as tools, over the Model Context Protocol.' },
  { name: 'Service', description: 'For tools, people and operators, without a key.' },
];

/** All GET paths of the API for looking something up. */
export const allLookups: readonly Lookup[] = [...lookups, accountLookup, usageLookup];

/** The description of the whole API. */
export function fullOpenApiDocument(): object {
  return createOpenApiDocument(endpoints, allLookups);
}
