import type { Lookup } from '../../operations/lookups.js';
import { headersNamed, keyedHeaders } from './headers.js';
import type { Json } from './json.js';
import { lookupExamples } from './lookup-examples.js';
import { queryParameters } from './parameters.js';
import { problemsOf } from './problems.js';
import { lookupSchemaName } from './schemas.js';
import { jsonContent } from './searches.js';

/** The paths that look something up. */
export function lookupPaths(lookups: readonly Lookup[]): Record<string, Json> {
  return Object.fromEntries(lookups.map((lookup) => [lookup.path, { get: lookupOperation(lookup) }]));
}

function lookupOperation(lookup: Lookup): Json {
  const { name, summary, query } = lookup;
  return {
    operationId: name,
    tags: [name === 'account' || name === 'usage' ? 'Account' : 'Look-up'],
    summary,
    description: 'Fetches nothing, and counts against the rate of look-ups alone.',
    parameters: queryParameters(query),
    responses: {
      200: {
        description: 'What was found.',
        headers: headersNamed(keyedHeaders),
        content: jsonContent(lookupSchemaName(lookup), lookupExamples[name] ?? {}),
      },
      ...problemsOf(400, 401, 403, 429, 500, 503),
    },
  };
}
