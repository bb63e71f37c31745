import type { Diagnostics, DroppedCandidate, FieldSource } from '@svc/parsers';
import { z } from 'zod';
import { exactFieldsOf } from './fields.js';

/** How an answer was made. The diagnostics of a page come from its parser. */

export const droppedCandidate: z.ZodType<DroppedCandidate> = exactFieldsOf<DroppedCandidate>()({
  reason: z.string().describe('Why it is not a row: `ad`, `question`, `duplicate` …'),
  path: z.string().describe('Path from the root to the element: `name#id` or `name:nth-child`.'),
}).object;

export const fieldSource: z.ZodType<FieldSource> = exactFieldsOf<FieldSource>()({
  row: z.int().describe('Position of the row; 0 for fields of the page.'),
  field: z.string(),
  reader: z.string().describe('Name of the reader that found it.'),
  path: z.string().describe('Path to the element from which it was read.').exactOptional(),
}).object;

const page = exactFieldsOf<Diagnostics>()({
  state: z.enum(['results', 'no_results']),
  layout: z.string().describe('Name of the recognised layout.'),
  query: z.string().describe('The query shown on the page.').exactOptional(),
  page: z.int().describe('The page number shown on the page.').exactOptional(),
  candidates: z.int().describe('Number of elements that looked like a row.'),
  dropped: z.array(droppedCandidate).describe('Those that are not rows.'),
  fields: z.array(fieldSource).describe('Where each field of each row was read.'),
  fill: z.record(z.string(), z.number()).describe('Share of rows, 0 to 1, in which each field is filled.'),
});

/** How one page was parsed. */
export const diagnostics: z.ZodType<Diagnostics> = page.object;

/** How one page was fetched and parsed. */
export const pageDiagnosticsSchema: z.ZodType = z
  .object({
    status: z.int().describe('HTTP status of the engine.'),
    market: z.string().describe('The market of the results according to the engine.').exactOptional(),
    language: z.string().describe('The language of the page according to the page, BCP 47.').exactOptional(),
    country: z.string().describe('The country of the page according to the page, ISO 3166-1 alpha-2.').exactOptional(),
    doubt: z
      .enum(['wrong_language', 'wrong_country'])
      .describe(
        'How language or country differ from the request. The page was requested once more, with the same outcome.',
      )
      .exactOptional(),
    ...page.shape,
  })
  .partial()
  .required({ status: true })
  .strict();

export const resolvedLocationSchema: z.ZodType = z.strictObject({
  id: z.int(),
  canonical_name: z.string(),
  country_code: z.string(),
  target_type: z.string(),
  gps: z.tuple([z.number(), z.number()]).nullable().describe('Longitude and latitude in degrees.'),
  asked_country: z
    .string()
    .describe('The country of the search, if the request names another one than that of the place.')
    .exactOptional(),
});

/** `diagnostics` of a search. */
export const searchDiagnosticsSchema: z.ZodType = z.strictObject({
  pages_gathered: z.int(),
  stopped: z.string().describe('Why there are no more pages, as in `X-Gathered-Pages`.'),
  place: resolvedLocationSchema.describe('The place that `location` was resolved to.').exactOptional(),
  pages: z.array(pageDiagnosticsSchema),
});

/** `metadata` of a search. */
export const searchMetadataSchema: z.ZodType = z.strictObject({
  id: z.string().describe('Id of the search; a cached response has that of its original search.'),
  created_at: z.iso.datetime().describe('When the first page was requested, in UTC.'),
  processed_at: z.iso.datetime().describe('When the last page was parsed, in UTC.'),
  seconds: z.number().describe('Seconds between `created_at` and `processed_at`.'),
  engine_url: z.string().nullable().describe('Address of the first page; null if no request was sent to an engine.'),
  attempts: z.int().describe('Number of requests to the engine for the pages in the answer.'),
});
