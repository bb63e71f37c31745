import { z } from 'zod';
import { jobsPath } from './batch/batch-limits.js';
import type { Job } from './job.js';

/** A job as its owner is shown it. */
export const shownJobSchema: z.ZodObject = z.strictObject({
  id: z.string(),
  state: z
    .enum(['running', 'completed', 'cancelled', 'expired', 'damaged'])
    .describe(
      '`running` until it has ended; `damaged` if its stored data cannot be read in full: it then has only the answers that could be read.',
    ),
  lines: z.int().describe('How many lines it has.'),
  answered: z.int().describe('How many of them are answered: the cursor behind the last answer.'),
  found: z.int().describe('How many of these with a result page.'),
  bytes: z.int().describe('Size of the answers.'),
  created_at: z.iso.datetime(),
  deadline_at: z.iso.datetime().describe('When it ends at the latest, even if lines are unanswered.'),
  ended_at: z.iso.datetime().nullable(),
  kept_until: z.iso.datetime().nullable().describe('When it is forgotten; null while it runs.'),
  webhook: z.string().nullable(),
  results: z.string().describe('Path of its answers.'),
  owner: z.string().describe('Id of the key that it belongs to; shown to administrators alone.').exactOptional(),
});

/** A job that was just accepted. */
export const acceptedJobSchema: z.ZodObject = shownJobSchema.extend({
  webhook_secret: z
    .string()
    .describe('What messages to the webhook are signed with; the same for all your batches.')
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
