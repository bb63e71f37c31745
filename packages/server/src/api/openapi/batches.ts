import { ndjsonType } from '../../http/ndjson-body.js';
import { batchLineFields } from '../../jobs/batch/batch-line.js';
import { batchPath, maxBatchBytes, maxBatchLines } from '../../jobs/batch/body-lines.js';
import { alphaSearch } from '../../operations/alpha.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { extractQueryParameters } from '../../operations/extract.js';
import { authenticatedResponseHeaders, headerRefs } from './headers.js';
import { componentRef, type OpenApiFragment, objectSchema } from './json.js';
import { problemRefs } from './problems.js';
import { schemaNames } from './schemas.js';
import { extractionQueryParameters, searchIncludeParameter } from './searches.js';

/** Request body and answers of batches of both kinds. */
export function batchLinesContent(endpoints: readonly Endpoint[]): {
  requestBody: OpenApiFragment;
  answers: OpenApiFragment;
} {
  const [first] = endpoints;
  const { request, response } = (first ?? alphaSearch).example;
  const line = { id: 'tides', operation: first?.name, ...request };
  const headers = { 'x-gathered-pages': '1;stop=complete' };
  const answer = { line: 1, status: 200, id: 'tides', headers, body: response };
  return {
    requestBody: { required: true, content: lines('BatchLine', line) },
    answers: lines('BatchAnswer', answer),
  };
}

/** The paths of batches. */
export function batchPaths(endpoints: readonly Endpoint[]): Record<string, OpenApiFragment> {
  const { requestBody, answers } = batchLinesContent(endpoints);
  return {
    [batchPath]: {
      post: {
        operationId: 'batch',
        tags: ['Batch'],
        summary: 'Many searches over one connection; each result is sent when its search ends',
        description: `At most ${maxBatchLines} lines of JSON and ${maxBatchBytes / 2 ** 20} MiB. The response has a line for each line of the request, in the order in which searches end; a line may begin with spaces. The schemas are those of one line.`,
        parameters: [searchIncludeParameter, ...extractionQueryParameters],
        requestBody,
        responses: {
          200: {
            description: 'One line per line of the request.',
            headers: headerRefs(authenticatedResponseHeaders),
            content: answers,
          },
          ...problemRefs(400, 401, 403, 408, 413, 415, 429, 500, 503),
        },
      },
    },
  };
}

/** The schemas of the lines of batches. */
export function batchSchemas(endpoints: readonly Endpoint[]): Record<string, OpenApiFragment> {
  const { properties = {}, ...line } = objectSchema(batchLineFields);
  const operation = {
    type: 'string',
    enum: endpoints.map(({ name }) => name),
    description: 'Operation of the search.',
  };
  const include = {
    type: ['string', 'array', 'null'],
    items: { type: 'string' },
    description: 'Extras for this line, replacing those of the request.',
  };
  const pages = Object.fromEntries(
    Object.entries(extractQueryParameters).map(([name, { description, schema }]) => {
      const { default: _, ...rest } = schema; // the default is the value of the request
      return [name, { ...rest, description }];
    }),
  );
  return {
    BatchLine: {
      ...line,
      description: 'A search. It also has the parameters of its operation.',
      properties: { ...properties, operation, include, ...pages },
    },
    BatchAnswer: {
      type: 'object',
      description: 'The answer to a line.',
      properties: {
        line: { type: 'integer', minimum: 1, description: 'Number of the line in the body, from 1.' },
        status: { type: 'integer', description: 'HTTP status that the endpoint would have returned.' },
        id: { type: ['string', 'null'], description: 'The `id` of the line; null if it has none.' },
        headers: {
          type: 'object',
          description: 'The headers that the endpoint would have sent.',
          additionalProperties: { type: 'string' },
        },
        body: {
          description: 'The body that the endpoint would have sent: a result page or a problem.',
          anyOf: [...endpoints.map((endpoint) => schemaNames(endpoint).response), 'Problem'].map((name) =>
            componentRef('schemas', name),
          ),
        },
      },
      required: ['line', 'status', 'id', 'headers', 'body'],
      additionalProperties: false,
    },
  };
}

function lines(schema: string, example: object): OpenApiFragment {
  const examples = { typical: { summary: 'A typical line', value: example } };
  return { [ndjsonType]: { schema: componentRef('schemas', schema), examples } };
}
