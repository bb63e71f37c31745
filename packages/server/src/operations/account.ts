import { z } from 'zod';
import type { Lookup } from './lookups.js';

/** Usage of one limit of a key. */
const limitUse: z.ZodType = z.strictObject({
  limit: z.int().nullable().describe('Maximum per window; null for no limit.'),
  used: z.int(),
  remaining: z.int().nullable(),
  window: z.int().describe('Length of the window in seconds.'),
  reset: z.int().describe('Seconds until the whole limit is available again.'),
});

const keyLimits = z.strictObject({
  rate: limitUse.describe('Requested pages, refilled evenly.'),
  lookups: limitUse.describe('Look-ups, refilled evenly.'),
  day: limitUse.describe('Pages today (UTC).'),
  month: limitUse.describe('Pages this month (UTC).'),
});

const searchSlots = z.strictObject({
  limit: z.int(),
  used: z.int().describe('Searches in progress.'),
  remaining: z.int(),
  waiting: z.int().describe('Waiting searches.'),
});

/** The parts of the answer that are named schemas of the API. */
export const accountParts: Readonly<Record<string, z.ZodType>> = {
  LimitUse: limitUse,
  KeyLimits: keyLimits,
  SearchSlots: searchSlots,
};

/** Permissions, limits and usage of a key. */
export const account: Lookup = {
  name: 'account',
  path: '/api/v1/account',
  summary: 'Permissions, limits and usage of the key',
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
  used: z.int().describe('Requested pages.'),
  limit: z.int().nullable().describe('Quota of the key; null for none.'),
});

const keyUsage = z.strictObject({
  id: z.string(),
  name: z.string(),
  disabled: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  day: pagesUsed.describe('Today (UTC).'),
  month: pagesUsed.describe('This month (UTC).'),
});

/** The parts of the answer that are named schemas of the API. */
export const usageParts: Readonly<Record<string, z.ZodType>> = { PagesUsed: pagesUsed, KeyUsage: keyUsage };

/** Usage of every key, for administrators. */
export const usage: Lookup = {
  name: 'usage',
  path: '/api/v1/usage',
  summary: 'Usage of every key; needs the scope `admin`',
  query: {},
  response: z.strictObject({ keys: z.array(keyUsage) }),
};
