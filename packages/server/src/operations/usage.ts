import { z } from 'zod';
import type { Lookup } from './lookups.js';

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
