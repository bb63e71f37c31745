import { z } from 'zod';
import { jobsPath } from './batch/batch-limits.js';
import type { Job } from './job.js';

/** A job as its owner is shown it. */
export const shownJobSchema: z.ZodObject = z.strictObject({
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
export const acceptedJobSchema: z.ZodObject = shownJobSchema.extend({
  webhook_secret: z
    .string()
    .describe('Secret with which messages to the webhook are signed; the same for all batches of the key.')
    .exactOptional(),
});

/** The jobs of a key. */
export const jobListSchema: z.ZodObject = z.strictObject({
  batches: z.array(shownJobSchema).describe('The newest first.'),
});

/** @param keep milliseconds that a job is kept after its end */
export function shownJob(
  job: Job,
  keep: number,
  { withOwner = false }: { withOwner?: boolean } = {},
): z.infer<typeof shownJobSchema> {
  const { id, owner, state, lines, answered, found, bytes, createdAt, deadline, endedAt, webhook } = job;
  const counts = { id, state, lines, answered, found, bytes };
  return {
    ...counts,
    created_at: timeText(createdAt),
    deadline_at: timeText(deadline),
    ended_at: endedAt === null ? null : timeText(endedAt),
    kept_until: endedAt === null ? null : timeText(endedAt + keep),
    webhook,
    results: `${jobsPath}/${id}/results`,
    ...(withOwner && { owner }),
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}
