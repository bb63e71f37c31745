import { type Engine, engines, type Places } from '@svc/fetchers';
import type { OrganicResult } from '@svc/parsers';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { type Extraction, extractedFrom } from '../extract/found-pages.js';
import { leavingOrRevoked } from '../http/leaving.js';
import { keyOf, presentedIn } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import { extractNames, readExtract } from '../operations/extract.js';
import { readInclude } from '../operations/extras.js';
import { checkLocation } from '../operations/locate.js';
import { readBody, valueOrFaults } from '../operations/request/read-body.js';
import { bodyFor, ignoredBy, type SearchAllParams, searchAllParams, searchAllPath } from '../operations/search-all.js';
import { readView, viewNames } from '../operations/view.js';
import { joinRows } from '../search/join.js';
import { applyView } from '../search/view.js';
import { createEngineSearcher, type EngineOutcome } from './ask-engines.js';
import { nativeApi } from './native-api.js';

/**
 * Adds the path that asks several engines at once. The search of each engine is a separate request: admitted, charged, cached
 * and logged as if it had been sent alone.
 */
export function addSearchAllRoute(
  api: FastifyInstance,
  { app, places, extraction }: { app: FastifyInstance; places: Places; extraction: Extraction | undefined },
): void {
  const searcher = createEngineSearcher();
  const checks = { location: checkLocation(places) };
  api.post(searchAllPath, async (request, reply) => {
    if (request.body === undefined)
      throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
    const query = request.query as Record<string, unknown>;
    const { view, faults } = readView(query);
    const { extract, faults: wrong } = readExtract(query, extraction?.most ?? 0);
    const params = valueOrFaults(
      () => readBody(request.body, { params: searchAllParams }, checks),
      [...faults, ...wrong, ...readInclude(query, [], [...viewNames, ...extractNames]).faults],
    );
    if (extract !== undefined) requireScope(keyOf(request), 'extract');
    const asked = params.engines ?? engines;
    const signal = leavingOrRevoked(reply);
    const native = nativeApi(app, { key: String(presentedIn(request)), requestId: request.id, signal });
    const fresh = /\bno-(cache|store)\b/i.test(request.headers['cache-control'] ?? '');
    const searches = new Map(
      asked.map((engine) => [engine, { operation: `${engine}.search` as const, body: bodyFor(engine, params), fresh }]),
    );
    const joined = answerOf(params, await searcher.ask(native, searches));
    const pages = { extract, key: keyOf(request), signal };
    const body = { ...joined, ...(await extractedFrom(joined.results, pages, extraction)) };
    if (view === undefined) return body;
    reply.type(`${view.format === 'markdown' ? 'text/markdown' : 'application/json'}; charset=utf-8`);
    return applyView(body, view);
  });
}

/** The joined rows and the state of each engine. @throws {ApiError} that of the first engine if all failed */
function answerOf(
  params: SearchAllParams,
  outcomes: ReadonlyMap<Engine, EngineOutcome>,
): Record<string, unknown> & { results: { position: number; link: string }[] } {
  const lists = new Map<Engine, OrganicResult[]>();
  for (const [engine, { answer }] of outcomes) if (answer) lists.set(engine, answer.body.organic_results);
  const [first] = [...outcomes.values()];
  if (lists.size === 0 && first?.error) throw first.error;
  const { query, page = 1, location = null, gl = null, hl = null } = params;
  return {
    results: joinRows(lists).map(({ row: { title, link, domain, source, snippet }, engines, score }, index) => ({
      ...{ position: index + 1, title, link, domain, source, snippet },
      score: Math.round(score * 1e6) / 1e6,
      engines,
    })),
    engines: Object.fromEntries([...outcomes].map(([engine, outcome]) => [engine, stateOf(engine, outcome, params)])),
    search_parameters: { q: query, engines: [...outcomes.keys()], page: Math.max(1, page), location, gl, hl },
  };
}

function stateOf(engine: Engine, { answer, error }: EngineOutcome, params: SearchAllParams): object {
  const rows = answer?.body.organic_results.length ?? 0;
  const ignored = ignoredBy(engine, params);
  return {
    state: error?.code ?? (rows > 0 ? 'results' : 'no_results'),
    results: rows,
    has_next_page: answer?.body.pagination?.has_next_page ?? false,
    ...(error && { error: error.message }),
    ...(ignored.length > 0 && { ignored }),
  };
}
