import { z } from 'zod';
import { country, integerQueryParameter } from './request/parameters.js';
import { defineFields, type SchemaFields } from './schema/fields.js';

const maxLength = 200;
const typeMust = 'must be a target type such as "City", "Region" or "Country"';

/** Parameters for looking up places. */
interface PlaceQuery {
  q?: string;
  limit?: string;
  country?: string;
  type?: string;
  lat?: string;
  lon?: string;
}

export const placeQueryParameters: SchemaFields<PlaceQuery> = defineFields({
  q: z
    .string('must be text, given once')
    .max(maxLength, `must be text of at most ${maxLength} characters`)
    .describe(
      'Name of a place or its beginning; region and country may follow. Without it, the places nearest to `lat` and `lon`.',
    )
    .meta({ examples: ['Lisbon'] })
    .exactOptional(),
  limit: integerQueryParameter({
    must: 'must be a whole number from 1 to 50',
    description: 'Maximum number of places, 1 to 50; default: 10.',
    min: 1,
    max: 50,
    default: 10,
  }).exactOptional(),
  country,
  type: z.string(typeMust).max(40, typeMust).describe('Target type of the places, case-insensitive.').exactOptional(),
  lat: degrees('latitude', 90),
  lon: degrees('longitude', 180),
});

function degrees(name: string, limit: number): z.ZodExactOptional<z.ZodType<string>> {
  const must = `must be a number from -${limit} to ${limit}`;
  return z
    .string(must)
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit, must)
    .meta({
      description: `GPS ${name} in degrees of the point whose nearest places are looked up.`,
      type: 'number',
      minimum: -limit,
      maximum: limit,
    })
    .exactOptional();
}

/** For look-ups without parameters. */
export const noQueryParameters: SchemaFields<object> = defineFields({});

/** A look-up as in the API description. */
export interface Lookup {
  /** Its name in the API description. */
  name: string;
  path: string;
  summary: string;
  /** Schemas of the query string. */
  query: z.ZodRawShape;
  /** Schema of the answer. */
  response: z.ZodType;
}

/** Something with a code: a country or a language. */
export const namedCodeSchema: z.ZodType = z.strictObject({ code: z.string(), name: z.string() });

export const locationSchema: z.ZodType = z.strictObject({
  id: z.int(),
  name: z.string(),
  canonical_name: z.string(),
  country_code: z.string(),
  target_type: z.string(),
  population: z.number().nullable(),
  gps: z.tuple([z.number(), z.number()]).nullable().describe('Longitude and latitude in degrees.'),
  parent_id: z.int().nullable().describe('Id of the place that contains it; null for a country.'),
  reach: z.number().describe('Number of people that the engine reaches there; only in imported lists.').exactOptional(),
});

/** All look-ups. */
export const lookups: readonly [locations: Lookup, countries: Lookup, languages: Lookup] = [
  {
    name: 'locations',
    path: '/api/v1/locations',
    summary: 'Places for `location`, best match first',
    query: placeQueryParameters.shape,
    response: z.strictObject({ locations: z.array(locationSchema) }),
  },
  {
    name: 'countries',
    path: '/api/v1/countries',
    summary: 'Countries for `gl` and `cc`',
    query: {},
    response: z.strictObject({ countries: z.array(namedCodeSchema) }),
  },
  {
    name: 'languages',
    path: '/api/v1/languages',
    summary: 'Languages for `hl`',
    query: {},
    response: z.strictObject({ languages: z.array(namedCodeSchema) }),
  },
];

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
export const accountComponentSchemas: Readonly<Record<string, z.ZodType>> = {
  LimitUse: limitUse,
  KeyLimits: keyLimits,
  SearchSlots: searchSlots,
};

/** Permissions, limits and usage of a key. */
export const accountLookup: Lookup = {
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
export const usageComponentSchemas: Readonly<Record<string, z.ZodType>> = { PagesUsed: pagesUsed, KeyUsage: keyUsage };

/** Usage of every key, for administrators. */
export const usageLookup: Lookup = {
  name: 'usage',
  path: '/api/v1/usage',
  summary: 'Usage of every key; needs the scope `admin`',
  query: {},
  response: z.strictObject({ keys: z.array(keyUsage) }),
};
