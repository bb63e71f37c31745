import { z } from 'zod';
import { country } from '../requests/parameters.js';
import { type Fields, fields } from '../schema/fields.js';

const limitMust = 'must be a whole number from 1 to 50';

const maxLength = 200;
const typeMust = 'must be a target type such as "City", "Region" or "Country"';

/** What can be asked of the list of places. */
interface PlaceQuery {
  q?: string;
  limit?: string;
  country?: string;
  type?: string;
  lat?: string;
  lon?: string;
}

export const placeQuery: Fields<PlaceQuery> = fields({
  q: z
    .string('must be text, given once')
    .max(maxLength, `must be text of at most ${maxLength} characters`)
    .describe(
      'Name of a place or its beginning; a region and country may follow. Without it, the places nearest to `lat` and `lon`.',
    )
    .exactOptional(),
  limit: z
    .string(limitMust)
    .regex(/^0*([1-9]|[1-4]\d|50)$/, limitMust)
    .describe('How many places at most, 1 to 50; 10 when not given.')
    .exactOptional(),
  country,
  type: z.string(typeMust).max(40, typeMust).describe('Target type of the places, in any case.').exactOptional(),
  lat: degrees('latitude', 90),
  lon: degrees('longitude', 180),
});

function degrees(name: string, limit: number): z.ZodExactOptional<z.ZodType<string>> {
  const must = `must be a number from -${limit} to ${limit}`;
  return z
    .string(must)
    .refine((text) => /^-?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit, must)
    .describe(`GPS ${name} in degrees, of the point to which the nearest places are looked up.`)
    .exactOptional();
}

/** For look-ups that take no parameter. */
export const noQuery: Fields<object> = fields({});

/** A look-up as the description of the API shows it. */
export interface Lookup {
  path: string;
  summary: string;
  /** Schemas of the query string. */
  query: z.ZodRawShape;
  /** Schema of the answer. */
  response: z.ZodType;
}

const named = z.strictObject({ code: z.string(), name: z.string() });

const place = z.strictObject({
  id: z.int(),
  name: z.string(),
  canonical_name: z.string(),
  country_code: z.string(),
  target_type: z.string(),
  population: z.number().nullable(),
  gps: z.tuple([z.number(), z.number()]).nullable().describe('Longitude and latitude in degrees.'),
  parent_id: z.int().nullable().describe('Id of the place that it lies in; null for a country.'),
  reach: z.number().describe('People that the engine reaches there, where an imported list says so.').exactOptional(),
});

/** Every look-up. */
export const lookups: readonly [locations: Lookup, countries: Lookup, languages: Lookup] = [
  {
    path: '/api/v1/locations',
    summary: 'Places that `location` understands, best match first',
    query: placeQuery.shape,
    response: z.strictObject({ locations: z.array(place) }),
  },
  {
    path: '/api/v1/countries',
    summary: 'Countries that `gl` and `cc` take',
    query: {},
    response: z.strictObject({ countries: z.array(named) }),
  },
  {
    path: '/api/v1/languages',
    summary: 'Languages that `hl` takes',
    query: {},
    response: z.strictObject({ languages: z.array(named) }),
  },
];
