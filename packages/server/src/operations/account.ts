import { z } from 'zod';
import type { Lookup } from './lookups.js';

/** How one limit of a key is used. */
const limitUse: z.ZodType = z.strictObject({
  limit: z.int().nullable().describe('How many there may be in a window; null for no limit.'),
  used: z.int(),
  remaining: z.int().nullable(),
  window: z.int().describe('Length of the window in seconds.'),
  reset: z.int().describe('Seconds until all of it is there again.'),
});

const keyLimits = z.strictObject({
  rate: limitUse.describe('Pages asked for, refilled evenly.'),
  lookups: limitUse.describe('Look-ups, refilled evenly.'),
  day: limitUse.describe('Pages in this day of UTC.'),
  month: limitUse.describe('Pages in this month of UTC.'),
});

const searchSlots = z.strictObject({
  limit: z.int(),
  used: z.int().describe('Searches in progress.'),
  remaining: z.int(),
  waiting: z.int().describe('Searches that wait for their turn.'),
});

/** The parts of the answer that have a name in the description of the API. */
export const accountParts: Readonly<Record<string, z.ZodType>> = {
  LimitUse: limitUse,
  KeyLimits: keyLimits,
  SearchSlots: searchSlots,
};

/** What a key may do and has done. */
export const account: Lookup = {
  name: 'account',
  path: '/api/v1/account',
  summary: 'What the key may do, has used and has left',
  query: {},
  response: z.strictObject({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.iso.datetime().nullable(),
    limits: keyLimits,
    concurrency: searchSlots,
  }),
};
