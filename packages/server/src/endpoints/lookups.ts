import { z } from 'zod';
import { type Fields, fields } from '../schema/fields.js';

const limitMust = 'must be a whole number from 1 to 50';

/** What can be asked of the list of places. */
const placeFields = {
  q: z
    .string('must be text, given once')
    .describe('Name of a place or its beginning; a region and country may follow.'),
  limit: z
    .string(limitMust)
    .regex(/^0*([1-9]|[1-4]\d|50)$/, limitMust)
    .describe('How many places at most, 1 to 50; 10 when not given.')
    .exactOptional(),
};

export const placeQuery: Fields<{ q: string; limit?: string }> = fields(placeFields);

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
