import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';
import { integerQueryParameter } from '../operations/request/parameters.js';
import { defineFields, type SchemaFields } from '../operations/schema/fields.js';
import { jobsPath, maxBatchLines } from './batch/body-lines.js';
import type { Job, JobRef } from './job.js';
import type { JobStore } from './store.js';

/** A job as its owner is shown it. */
export const jobResponseSchema: z.ZodObject = z.strictObject({
  id: z.string(),
  state: z
    .enum(['running', 'completed', 'cancelled', 'expired', 'damaged'])
    .describe(
      '`running` until it has ended; `damaged` if its stored data cannot be read in full: only the results that could be read are then available.',
    ),
  lines: z.int().describe('Number of lines.'),
  answered: z.int().describe('Number of lines that have a result: the cursor after the last result.'),
  found: z.int().describe('Number of these whose search succeeded.'),
  bytes: z.int().describe('Size of the answers.'),
  created_at: z.iso.datetime(),
  deadline_at: z.iso.datetime().describe('When the batch ends at the latest, even if lines have no result yet.'),
  ended_at: z.iso.datetime().nullable(),
  kept_until: z.iso.datetime().nullable().describe('When the batch and its results are deleted; null while it runs.'),
  webhook: z.string().nullable(),
  results: z.string().describe('Path of its answers.'),
  owner: z.string().describe('Id of the key that it belongs to; only shown to administrators.').exactOptional(),
});

/** A job that was just accepted. */
export const acceptedJobSchema: z.ZodObject = jobResponseSchema.extend({
  webhook_secret: z
    .string()
    .describe('Secret with which messages to the webhook are signed; the same for all batches of the key.')
    .exactOptional(),
});

/** The jobs of a key. */
export const jobListSchema: z.ZodObject = z.strictObject({
  batches: z.array(jobResponseSchema).describe('The newest first.'),
});

/** @param retention milliseconds that a job is kept after its end */
export function toJobResponse(
  job: Job,
  retention: number,
  { withOwner = false }: { withOwner?: boolean } = {},
): z.infer<typeof jobResponseSchema> {
  const { id, owner, state, lines, answered, found, bytes, createdAt, deadline, endedAt, webhook } = job;
  const counts = { id, state, lines, answered, found, bytes };
  return {
    ...counts,
    created_at: timeText(createdAt),
    deadline_at: timeText(deadline),
    ended_at: endedAt === null ? null : timeText(endedAt),
    kept_until: endedAt === null ? null : timeText(endedAt + retention),
    webhook,
    results: `${jobsPath}/${id}/results`,
    ...(withOwner && { owner }),
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

/** The query string of the answers of a job. */
export const jobResultsQuery: SchemaFields<{ cursor?: string; limit?: string; follow?: string }> = defineFields({
  cursor: integerQueryParameter({
    must: `must be a whole number from 0 to ${maxBatchLines}`,
    description: 'Number of results that you already have; default: 0.',
    min: 0,
    max: maxBatchLines,
    default: 0,
  }).exactOptional(),
  limit: integerQueryParameter({
    must: `must be a whole number from 1 to ${maxBatchLines}`,
    description: 'Maximum number of results.',
    min: 1,
    max: maxBatchLines,
    default: maxBatchLines,
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
export const jobListQuery: SchemaFields<{ owner?: string }> = defineFields({
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
export const newJobQuery: SchemaFields<{ webhook?: string }> = defineFields({
  webhook: z
    .string(webhookMust)
    .max(2048, webhookMust)
    .describe('URL that is notified when the batch has ended. Its host must be one that the operator allows.')
    .exactOptional(),
});

/** Milliseconds between two looks for new answers. */
const looking = 200;

/** Which answers are followed, and until when. */
interface Following {
  ref: JobRef;
  /** Number of answers that the caller has. */
  from: number;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
  /** Whether the service stops; the caller then asks again with its cursor. */
  isOver(): boolean;
}

/**
 * The answers of a job as they are recorded, until it has ended and all of them are given. While the store cannot be reached, it
 * waits: the answer has begun, so that an error would only break the connection.
 */
export async function* followResults(
  store: Pick<JobStore, 'get' | 'results'>,
  { ref, from, signal, isOver }: Following,
): AsyncGenerator<Uint8Array> {
  for (let next = from; ; ) {
    try {
      const job: Job | undefined = await store.get(ref);
      if (job === undefined) return; // removed meanwhile
      if (job.answered > next) {
        for await (const bytes of store.results(ref, next, job.answered)) {
          yield bytes;
          next += linesIn(bytes);
        }
        next = job.answered; // also if some could not be read
        continue;
      }
      if (job.endedAt !== null || isOver()) return;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'overloaded') || isOver()) throw error;
    }
    await sleep(looking, undefined, { signal });
  }
}

const newline = 0x0a;

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
