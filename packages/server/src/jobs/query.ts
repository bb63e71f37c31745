import { z } from 'zod';
import { wholeText } from '../operations/request/parameters.js';
import { type Fields, fields } from '../operations/schema/fields.js';
import { batchLines } from './batch/batch-limits.js';

/** The query string of the answers of a job. */
export const resultsQuery: Fields<{ cursor?: string; limit?: string; follow?: string }> = fields({
  cursor: wholeText({
    must: `must be a whole number from 0 to ${batchLines}`,
    description: 'Number of results that you already have; default: 0.',
    min: 0,
    max: batchLines,
    default: 0,
  }).exactOptional(),
  limit: wholeText({
    must: `must be a whole number from 1 to ${batchLines}`,
    description: 'Maximum number of results.',
    min: 1,
    max: batchLines,
    default: batchLines,
  }).exactOptional(),
  follow: z
    .enum(['true', 'false'], 'must be true or false')
    .meta({
      description: 'Whether to send further results until the batch has ended; `limit` then has no effect.',
      type: 'boolean',
      enum: [true, false],
    })
    .exactOptional(),
});

const ownerMust = 'must be the id of a key, or * for all keys';

/** The query string of the list of jobs. */
export const listQuery: Fields<{ owner?: string }> = fields({
  owner: z
    .string(ownerMust)
    .regex(/^(?:\*|[\w.-]{1,64})$/, ownerMust)
    .describe(
      'Id of the key whose batches to list, `*` for those of all keys; needs the scope `admin`. Your own when not given.',
    )
    .exactOptional(),
});

const webhookMust = 'must be an address of at most 2048 characters';

/** The query string of a new job, beside `include`. */
export const jobQuery: Fields<{ webhook?: string }> = fields({
  webhook: z
    .string(webhookMust)
    .max(2048, webhookMust)
    .describe('URL that is notified when the batch has ended. Its host must be one that the operator allows.')
    .exactOptional(),
});
