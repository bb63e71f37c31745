import { z } from 'zod';
import type { Lookup } from './lookups.js';

const limit = z.strictObject({
  limit: z.int().nullable().describe('How many there may be in a window; null for no limit.'),
  used: z.int(),
  remaining: z.int().nullable(),
  window: z.int().describe('Length of the window in seconds.'),
  reset: z.int().describe('Seconds until all of it is there again.'),
});

/** What a key may do and has done. */
export const account: Lookup = {
  path: '/api/v1/account',
  summary: 'What the key may do, has used and has left',
  query: {},
  response: z.strictObject({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.iso.datetime().nullable(),
    limits: z.strictObject({
      rate: limit.describe('Pages asked for, refilled evenly.'),
      lookups: limit.describe('Look-ups, refilled evenly.'),
      day: limit.describe('Pages in this day of UTC.'),
      month: limit.describe('Pages in this month of UTC.'),
    }),
    concurrency: z.strictObject({
      limit: z.int(),
      used: z.int().describe('Searches in progress.'),
      remaining: z.int(),
      waiting: z.int().describe('Searches that wait for their turn.'),
    }),
  }),
};
