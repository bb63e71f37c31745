import type { Diagnostics, DroppedCandidate, FieldSource } from '@svc/parsers';
import { z } from 'zod';
import { fieldsOf } from './fields.js';

/** How an answer came about. What is said of one page is the parser's own. */

export const droppedCandidate: z.ZodType<DroppedCandidate> = fieldsOf<DroppedCandidate>()({
  reason: z.string().describe('What it is instead of a row: `ad`, `question`, `duplicate` …'),
  path: z.string().describe('Path to the element from the root: `name#id` or `name:nth-child`.'),
}).object;

export const fieldSource: z.ZodType<FieldSource> = fieldsOf<FieldSource>()({
  row: z.int().describe('Position of the row; 0 for what belongs to the page.'),
  field: z.string(),
  reader: z.string().describe('Name of the reader that found it.'),
  path: z.string().describe('Path to the element that it was read from.').exactOptional(),
}).object;

const page = fieldsOf<Diagnostics>()({
  state: z.enum(['results', 'no_results']),
  layout: z.string().describe('Name of the layout that the page was recognised as.'),
  query: z.string().describe('The query that the page says it answered.').exactOptional(),
  page: z.int().describe('The number that the page says it has.').exactOptional(),
  candidates: z.int().describe('How many places looked like a row.'),
  dropped: z.array(droppedCandidate).describe('Those of them that are no rows.'),
  fields: z.array(fieldSource).describe('Where each field of each row was read.'),
  fill: z.record(z.string(), z.number()).describe('Share of rows, 0 to 1, in which each field is filled.'),
});

/** How one page was read. */
export const diagnostics: z.ZodType<Diagnostics> = page.object;

/** How one page was got and read. */
export const pageDiagnostics: z.ZodType = z
  .object({
    status: z.int().describe('HTTP status of the engine.'),
    market: z.string().describe('The market that the engine says it answered for.').exactOptional(),
    language: z.string().describe('The language that the page says it is in, BCP 47.').exactOptional(),
    country: z.string().describe('The country that the page says it is for, ISO 3166-1 alpha-2.').exactOptional(),
    doubt: z
      .enum(['wrong_language', 'wrong_country'])
      .describe('What contradicts the request in these. The page was asked for once more and came no better.')
      .exactOptional(),
    ...page.shape,
  })
  .partial()
  .required({ status: true })
  .strict();

export const understoodPlace: z.ZodType = z.strictObject({
  id: z.int(),
  canonical_name: z.string(),
  country_code: z.string(),
  target_type: z.string(),
  gps: z.tuple([z.number(), z.number()]).nullable().describe('Longitude and latitude in degrees.'),
  asked_country: z
    .string()
    .describe('The country that the search was made in, where the request names another than that of the place.')
    .exactOptional(),
});

/** `diagnostics` of a search. */
export const searchDiagnostics: z.ZodType = z.strictObject({
  pages_gathered: z.int(),
  stopped: z.string().describe('Why there are no more pages, as in the header `X-Gathered-Pages`.'),
  place: understoodPlace.describe('The place that `location` was understood as.').exactOptional(),
  pages: z.array(pageDiagnostics),
});

/** `metadata` of a search. */
export const searchMetadata: z.ZodType = z.strictObject({
  id: z.string().describe('Of the search, not of the request.'),
  created_at: z.iso.datetime().describe('When the first page was asked for, in UTC.'),
  processed_at: z.iso.datetime().describe('When the last page was read, in UTC.'),
  seconds: z.number().describe('Between the two.'),
  engine_url: z.string().nullable().describe('Address of the first page; null where no engine was asked.'),
  attempts: z.int().describe('How often the engine was asked for the pages in the answer.'),
});
