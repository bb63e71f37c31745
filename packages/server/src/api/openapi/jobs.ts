import { jobsPath, maxBatchBytes, maxBatchLines } from '../../jobs/batch/body-lines.js';
import {
  acceptedJobSchema,
  jobListQuery,
  jobListSchema,
  jobResponseSchema,
  jobResultsQuery,
  newJobQuery,
} from '../../jobs/responses.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { batchLinesContent } from './batches.js';
import { authenticatedResponseHeaders, headerRefs } from './headers.js';
import { namedSchemas, type OpenApiFragment, queryParameters } from './json.js';
import { problemRefs } from './problems.js';
import { extractionQueryParameters, jsonContent, searchIncludeParameter } from './searches.js';

/** The schemas of jobs. */
export const jobSchemas: Readonly<Record<string, OpenApiFragment>> = namedSchemas({
  Batch: jobResponseSchema,
  AcceptedBatch: acceptedJobSchema,
  BatchList: jobListSchema,
});

const example = {
  id: 'batch_3f1a5be2c09d4e7a8b6c1d20',
  state: 'running',
  lines: 10_000,
  answered: 250,
  found: 248,
  bytes: 4_812_771,
  created_at: '2026-11-22T08:00:00.000Z',
  deadline_at: '2026-11-23T08:00:00.000Z',
  ended_at: null,
  kept_until: null,
  webhook: null,
  results: '/api/v1/batches/batch_3f1a5be2c09d4e7a8b6c1d20/results',
};

const idParameter: OpenApiFragment = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the batch.',
  schema: { type: 'string', pattern: '^batch_[0-9a-f]{24}$' },
};

const shared = { tags: ['Batch'] };
const keyed = headerRefs(authenticatedResponseHeaders);
const usual = problemRefs(400, 401, 403, 429, 500, 503);

/** The paths of batches that are jobs. */
export function jobPaths(endpoints: readonly Endpoint[]): Record<string, OpenApiFragment> {
  const { requestBody, answers } = batchLinesContent(endpoints);
  return {
    [jobsPath]: { post: acceptOperation(requestBody), get: listOperation },
    [`${jobsPath}/{id}`]: { get: showOperation, delete: removeOperation },
    [`${jobsPath}/{id}/results`]: { get: resultsOperation(answers) },
  };
}

function acceptOperation(requestBody: OpenApiFragment): OpenApiFragment {
  return {
    ...shared,
    operationId: 'createBatch',
    summary: 'Many searches as a background job',
    description: `Accepts the same body as \`/api/v1/batch\`, at most ${maxBatchLines} lines and ${maxBatchBytes / 2 ** 20} MiB, and stores the results.`,
    parameters: [searchIncludeParameter, ...extractionQueryParameters, ...queryParameters(newJobQuery.shape)],
    requestBody,
    responses: {
      202: {
        description: 'The batch has been accepted and stored: it survives a restart of the service.',
        headers: { ...keyed, ...headerRefs(['Location']) },
        content: jsonContent('AcceptedBatch', { ...example, answered: 0, found: 0, bytes: 0 }),
      },
      ...problemRefs(400, 401, 403, 408, 413, 415, 429, 500, 503),
    },
  };
}

/** Errors of paths with the id of a batch. */
const missing = { ...usual, ...problemRefs(404) };

const listOperation: OpenApiFragment = {
  ...shared,
  operationId: 'listBatches',
  summary: 'The batches of the key',
  description: 'Running and stored batches, newest first.',
  parameters: queryParameters(jobListQuery.shape),
  responses: {
    200: { description: 'The batches.', headers: keyed, content: jsonContent('BatchList', { batches: [example] }) },
    ...usual,
  },
};

const showOperation: OpenApiFragment = {
  ...shared,
  operationId: 'getBatch',
  summary: 'The progress of a batch',
  description: 'A batch of another key is answered with `insufficient_scope`, unless your key has the scope `admin`.',
  parameters: [idParameter],
  responses: {
    200: { description: 'The batch.', headers: keyed, content: jsonContent('Batch', example) },
    ...missing,
  },
};

const removeOperation: OpenApiFragment = {
  ...shared,
  operationId: 'cancelBatch',
  summary: 'Cancels a running batch, or deletes one that has ended',
  description:
    'The results of a cancelled batch are stored until it is deleted. A key with the scope `admin` may cancel and delete the batches of every key.',
  parameters: [idParameter],
  responses: {
    200: { description: 'The batch has been cancelled.', headers: keyed, content: jsonContent('Batch', cancelled()) },
    204: { description: 'The batch has been deleted.', headers: keyed, content: {} },
    ...missing,
  },
};

function cancelled(): object {
  const [ended_at, kept_until] = ['2026-11-22T08:01:00.000Z', '2026-11-24T08:01:00.000Z'];
  return { ...example, state: 'cancelled', ended_at, kept_until };
}

function resultsOperation(answers: OpenApiFragment): OpenApiFragment {
  return {
    ...shared,
    operationId: 'getBatchResults',
    summary: 'The answers of a batch',
    description:
      'One line per line that has a result, in the order in which searches ended. The order never changes, so `cursor` continues where you stopped.',
    parameters: [idParameter, ...queryParameters(jobResultsQuery.shape)],
    responses: {
      200: { description: 'The answers.', headers: { ...keyed, ...headerRefs(['X-Next-Cursor']) }, content: answers },
      ...missing,
    },
  };
}
