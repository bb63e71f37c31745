import type { Lookup } from '../../operations/lookups.js';
import { headersNamed, keyedHeaders } from './headers.js';
import { type Json, queryParameters } from './json.js';
import { problemsOf } from './problems.js';
import { lookupSchemaName } from './schemas.js';
import { jsonContent } from './searches.js';

const full = (limit: number, window: number) => ({ limit, used: 0, remaining: limit, window, reset: 0 });

/** One example per look-up, by its name. */
const lookupExamples: Readonly<Record<string, object>> = {
  locations: {
    locations: [
      {
        id: 2_267_057,
        name: 'Lisbon',
        canonical_name: 'Lisbon,Lisbon,Portugal',
        country_code: 'PT',
        target_type: 'City',
        population: 517_802,
        gps: [-9.1333, 38.7167],
        parent_id: 2_267_056,
      },
    ],
  },
  countries: { countries: [{ code: 'PT', name: 'Portugal' }] },
  languages: { languages: [{ code: 'pt', name: 'Portuguese' }] },
  usage: {
    keys: [
      {
        ...{ id: 'key-1f2e3d4c', name: 'rank tracker', disabled: false, expires_at: null },
        day: { used: 1_204, limit: 10_000 },
        month: { used: 20_418, limit: null },
      },
    ],
  },
  account: {
    id: 'billing',
    name: 'billing',
    scopes: ['search', 'parse', 'lookup'],
    expires_at: null,
    limits: {
      rate: full(100, 60),
      lookups: full(600, 60),
      day: full(10_000, 86_400),
      month: { ...full(0, 2_592_000), limit: null, remaining: null },
    },
    concurrency: { limit: 20, used: 0, remaining: 20, waiting: 0 },
  },
};

/** The paths of look-ups. */
export function lookupPaths(lookups: readonly Lookup[]): Record<string, Json> {
  return Object.fromEntries(lookups.map((lookup) => [lookup.path, { get: lookupOperation(lookup) }]));
}

function lookupOperation(lookup: Lookup): Json {
  const { name, summary, query } = lookup;
  return {
    operationId: name,
    tags: [name === 'account' || name === 'usage' ? 'Account' : 'Look-up'],
    summary,
    description: 'Fetches nothing, and only counts against the rate of look-ups.',
    parameters: queryParameters(query),
    responses: {
      200: {
        description: 'The result.',
        headers: headersNamed(keyedHeaders),
        content: jsonContent(lookupSchemaName(lookup), lookupExamples[name] ?? {}),
      },
      ...problemsOf(400, 401, 403, 429, 500, 503),
    },
  };
}
