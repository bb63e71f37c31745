import { type Engine, engines, parseUrl } from '@svc/fetchers';
import type { OrganicResult } from '@svc/parsers';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { extractIfRequested, type PageExtraction } from '../extract/found-pages.js';
import { withoutTrailingSlashes } from '../http/answers.js';
import { disconnectOrRevocationSignal } from '../http/connections.js';
import { admittedKeyOf, readKeyHeader } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import { extractParameterNames, parseExtractParameters } from '../operations/extract.js';
import { parseInclude } from '../operations/extras.js';
import { createOrThrowFaults, type ParameterChecks, validateParameters } from '../operations/request/read-body.js';
import {
  engineSearchBody,
  parametersIgnoredBy,
  type SearchAllParams,
  searchAllParams,
  searchAllPath,
} from '../operations/search-all.js';
import { parseView, viewParameterNames } from '../operations/view.js';
import { formatAnswer } from '../search/view.js';
import { createEngineSearcher, type EngineOutcome, limitHeadersOf } from './ask-engines.js';
import { nativeApi } from './native-api.js';

/**
 * Adds the path that asks several engines at once. The search of each engine is a separate request: admitted, charged, cached
 * and logged as if it had been sent alone.
 */
export function addSearchAllRoute(
  api: FastifyInstance,
  {
    app,
    checks,
    extraction,
  }: { app: FastifyInstance; checks: ParameterChecks; extraction: PageExtraction | undefined },
): void {
  const searcher = createEngineSearcher();
  api.post(searchAllPath, async (request, reply) => {
    if (request.body === undefined)
      throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
    const query = request.query as Record<string, unknown>;
    const { view, faults } = parseView(query);
    const { extract, faults: wrong } = parseExtractParameters(query, extraction?.maxPages ?? 0);
    const params = createOrThrowFaults(
      () => validateParameters(request.body, { params: searchAllParams }, checks),
      [...faults, ...wrong, ...parseInclude(query, [], [...viewParameterNames, ...extractParameterNames]).faults],
    );
    if (extract !== undefined) requireScope(admittedKeyOf(request), 'extract');
    const asked = params.engines ?? engines;
    const signal = disconnectOrRevocationSignal(reply);
    const native = nativeApi(app, { key: String(readKeyHeader(request)), requestId: request.id, signal });
    const fresh = /\bno-(cache|store)\b/i.test(request.headers['cache-control'] ?? '');
    const searches = new Map(
      asked.map((engine) => [
        engine,
        { operation: `${engine}.search` as const, body: engineSearchBody(engine, params), fresh },
      ]),
    );
    const outcomes = await searcher.ask(native, searches);
    const joined = answerOf(params, outcomes);
    reply.headers(limitHeadersOf(outcomes)); // instead of those of look-ups, which admitted this request
    const extracted = await extractIfRequested(
      joined.results,
      { extract, key: admittedKeyOf(request), signal },
      extraction,
    );
    const body = { ...joined, ...extracted };
    if (view === undefined) return body;
    reply.type(`${view.format === 'markdown' ? 'text/markdown' : 'application/json'}; charset=utf-8`);
    return formatAnswer(body, view);
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
    results: mergeAndRankRows(lists).map(
      ({ row: { title, link, domain, source, snippet }, engines, score }, index) => ({
        ...{ position: index + 1, title, link, domain, source, snippet },
        score: Math.round(score * 1e6) / 1e6,
        engines,
      }),
    ),
    engines: Object.fromEntries([...outcomes].map(([engine, outcome]) => [engine, stateOf(engine, outcome, params)])),
    search_parameters: { q: query, engines: [...outcomes.keys()], page: Math.max(1, page), location, gl, hl },
  };
}

function stateOf(engine: Engine, { answer, error }: EngineOutcome, params: SearchAllParams): object {
  const rows = answer?.body.organic_results.length ?? 0;
  const ignored = parametersIgnoredBy(engine, params);
  return {
    state: error?.code ?? (rows > 0 ? 'results' : 'no_results'),
    results: rows,
    has_next_page: answer?.body.pagination?.has_next_page ?? false,
    ...(error && { error: error.message }),
    ...(ignored.length > 0 && { ignored }),
  };
}

/** A row of one engine. */
interface EngineRow {
  link: string;
  title: string;
  snippet: string;
  position: number;
}

/** Position of a row at an engine. */
interface RowPlace<Engine extends string> {
  engine: Engine;
  position: number;
}

/** Rows of several engines with the same target. */
interface JoinedRow<Engine extends string, Row extends EngineRow> {
  /** The row with the best position, with the longest title and snippet of all. */
  row: Row;
  /** The engines that have it, in the order asked. */
  engines: RowPlace<Engine>[];
  /** Sum of `1 / (60 + position)` over the engines: reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009). */
  score: number;
}

/** The constant of reciprocal rank fusion, from its paper. */
const fusion = 60;

/** Joins rows of several engines by target, best score first. With equal scores, the engine asked first comes first. */
export function mergeAndRankRows<Engine extends string, Row extends EngineRow>(
  lists: ReadonlyMap<Engine, readonly Row[]>,
): JoinedRow<Engine, Row>[] {
  const joined = new Map<string, JoinedRow<Engine, Row>>();
  for (const [engine, rows] of lists) {
    for (const row of rows) {
      const key = dedupeKeyOf(row.link);
      const known = joined.get(key);
      if (known === undefined) {
        joined.set(key, { row, engines: [{ engine, position: row.position }], score: 1 / (fusion + row.position) });
      } else if (!known.engines.some((place) => place.engine === engine)) {
        const best = row.position < Math.min(...known.engines.map(({ position }) => position)) ? row : known.row;
        known.row = {
          ...best,
          title: longer(known.row.title, row.title),
          snippet: longer(known.row.snippet, row.snippet),
        };
        known.engines.push({ engine, position: row.position });
        known.score += 1 / (fusion + row.position);
      }
    }
  }
  return [...joined.values()].sort((one, other) => other.score - one.score);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

/** Parameters that track visitors and do not change the page. */
const tracking =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|_ga|_gl|srsltid|ref_src|ref_url|spm|scid|cmpid|_hs(?:enc|mi)|vero_id|mkt_tok|amp)$/i;

/**
 * Address for comparing the targets of links: without scheme, `www.`, mobile and AMP hosts, AMP paths, index pages, final
 * slashes, tracking parameters and fragments that only scroll. It need not exist.
 */
export function dedupeKeyOf(link: string): string {
  const parsed = parseUrl(link);
  if (parsed === undefined) return link;
  const url = withoutAmpCache(parsed);
  const host = url.hostname
    .replace(/^(?:www\d?|m|mobile|touch|amp)\.(?=[^.]+\.)/, '')
    .replace(/\.(?:m|mobile)\.(?=[^.]+\.[^.]+$)/, '.');
  const path = withoutTrailingSlashes(
    decodedPath(url.pathname)
      .replace(/\/amp(?=\/|$)|\.amp(?=\.html?$|$)/i, '')
      .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, ''),
  );
  const kept = [...url.searchParams]
    .filter(([name, value]) => !tracking.test(name) && !(name === 'outputType' && value === 'amp'))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const query = kept.length > 0 ? `?${kept.join('&')}` : '';
  const route = /^#[!/]/.test(url.hash) ? url.hash : '';
  return `${host}${url.port && `:${url.port}`}${path}${query}${route}`;
}

/** `www.google.com/amp/s/host/path` and `host-tld.cdn.ampproject.org/c/s/host/path` are `host/path`. */
function withoutAmpCache(url: URL): URL {
  const isCache =
    /(?:^|\.)cdn\.ampproject\.org$/.test(url.hostname) || /^(?:www\.)?google\.[a-z.]+$/.test(url.hostname);
  const [, target] = (isCache && /^\/(?:amp|[cvi])\/(?:s\/)?([^/.]+\.[^/]+(?:\/.*)?)$/.exec(url.pathname)) || [];
  return (target !== undefined && parseUrl(`https://${target}${url.search}`)) || url;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign is kept as written
  }
}
