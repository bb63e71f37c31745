import { engines } from '@svc/fetchers';
import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { endpointOf, engineDisplayNames } from '../../operations/index.js';
import { requestSchema } from '../openapi/json.js';
import { type Dialect, type DialectAnswer, type DialectRequest, extraErrorFields } from './dialect.js';
import { ignoredParamsHeader, invalidParameterError, missingParameterError, omitUndefined } from './params.js';

/** The web search of each engine, by our name of the engine and by the usual one: `alpha` and `google`. */
const searches = new Map<string, Endpoint>(
  engines.flatMap((engine) =>
    [engine, engineDisplayNames[engine].toLowerCase()].map((name) => [name, endpointOf(`${engine}.search`)] as const),
  ),
);

/** The "external" web search of Open WebUI: it takes a query and a count, and answers with an array of rows. */
export const openwebui: Dialect = {
  name: 'openwebui',
  keyParams: [],
  routes: ['/', '/:engine'].map((path) => ({ methods: ['POST'] as const, path, answer: search })),
  error,
};

const rules = { mapped: ['query', 'count'] };

async function search({ params, api, path }: DialectRequest): Promise<DialectAnswer> {
  const query = params.text('query');
  if (query === undefined) throw missingParameterError('query', '"query" is required.');
  const endpoint = searches.get(path.engine ?? 'alpha');
  if (endpoint === undefined)
    throw invalidParameterError('engine', `The engine in the path must be one of ${[...searches.keys()].join(', ')}`);
  const count = params.integer('count', 1, 100) ?? 10;
  const maxRows = maxRowsOf(endpoint);
  const num = maxRows === undefined || count <= 10 ? undefined : Math.min(count, maxRows);
  const answer = await api.search({ operation: endpoint.name, body: omitUndefined({ query, num }) });
  const rows: { link: string; title: string; snippet: string }[] = answer.body.organic_results.slice(0, count);
  return {
    body: rows.map(({ link, title, snippet }) => ({ link, title, snippet })),
    headers: { ...answer.headers, ...ignoredParamsHeader(params.ignored(rules)) },
  };
}

/** The maximum of the parameter `num`; undefined if the engine has no such parameter. */
function maxRowsOf(endpoint: Endpoint): number | undefined {
  const { num } = requestSchema(endpoint).properties ?? {};
  return num?.maximum as number | undefined;
}

function error(failure: ApiError): DialectAnswer {
  return { status: errorKinds[failure.code].status, body: { error: failure.message, ...extraErrorFields(failure) } };
}
