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

const pagesUsed = z.strictObject({
  used: z.int().describe('Pages asked for.'),
  limit: z.int().nullable().describe('Its quota; null for none.'),
});

const keyUsage = z.strictObject({
  id: z.string(),
  name: z.string(),
  disabled: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  day: pagesUsed.describe('In this day of UTC.'),
  month: pagesUsed.describe('In this month of UTC.'),
});

/** The parts of the answer that have a name in the description of the API. */
export const usageParts: Readonly<Record<string, z.ZodType>> = { PagesUsed: pagesUsed, KeyUsage: keyUsage };

/** What every key has used, for administrators. */
export const usage: Lookup = {
  name: 'usage',
  path: '/api/v1/usage',
  summary: 'What every key has used; needs the scope `admin`',
  query: {},
  response: z.strictObject({ keys: z.array(keyUsage) }),
};
