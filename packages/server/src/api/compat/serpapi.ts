import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import { type Dialect, type ForeignAnswer, type ForeignRequest, ownMembers } from './dialect.js';
import { restrictJson } from './json-restrictor.js';
import { given, ignoredHeader, missing } from './params.js';
import { serpapiAnswer } from './serpapi-answer.js';
import { readSerpapi } from './serpapi-request.js';

/**
 * Answers as SerpApi (serpapi.com): `/search`, `/search.json`, `/locations.json`, `/account`. Its `google` engines are alpha,
 * `bing` is beta; `brave` is an addition for gamma.
 */
export const serpapi: Dialect = {
  name: 'serpapi',
  keyParams: ['api_key', 'serp_api_key'],
  routes: [
    { methods: ['GET'], path: '/search', answer: search },
    { methods: ['GET'], path: '/search.json', answer: search },
    { methods: ['GET'], path: '/locations.json', answer: locations, isOpen: true },
    { methods: ['GET'], path: '/account', answer: account },
    { methods: ['GET'], path: '/account.json', answer: account },
  ],
  error,
};

async function search({ params, api, base }: ForeignRequest): Promise<ForeignAnswer> {
  const asked = readSerpapi(params);
  const answer = await api.search(asked.search);
  const headers = { ...answer.headers, ...ignoredHeader(asked.ignored) };
  if (params.text('output') === 'html') return { body: String(answer.body.html?.[0] ?? ''), headers };
  const body = serpapiAnswer(answer, asked, { params, base });
  const restrictor = params.text('json_restrictor');
  return { body: restrictor === undefined ? body : restrictJson(body, restrictor), headers };
}

/** SerpApi asks for no key here, and neither do its clients send one. */
async function locations({ params, places }: ForeignRequest): Promise<ForeignAnswer> {
  const query = params.text('q');
  if (query === undefined) throw missing('q', 'Missing `q` parameter.');
  const found = places.find(query.slice(0, 200), params.whole('limit', 1, 50) ?? 10, {});
  return {
    body: found.map((place) => ({
      id: String(place.id),
      google_id: place.id,
      google_parent_id: place.parent_id,
      name: place.name,
      canonical_name: place.canonical_name,
      country_code: place.country_code,
      target_type: place.target_type,
      reach: place.reach ?? place.population ?? 0,
      gps: place.gps,
    })),
  };
}

async function account({ api }: ForeignRequest): Promise<ForeignAnswer> {
  const { body, headers } = await api.get('/api/v1/account');
  const { id, name, limits } = body;
  const { month, rate } = limits;
  return {
    headers,
    body: given({
      account_id: id,
      plan_id: name ?? id,
      plan_name: name ?? id,
      searches_per_month: month.limit ?? undefined,
      plan_searches_left: month.remaining ?? undefined,
      extra_credits: 0,
      total_searches_left: month.remaining ?? undefined,
      this_month_usage: month.used,
      account_rate_limit_per_hour: rate.limit === null ? undefined : Math.floor((rate.limit * 3600) / rate.window),
    }),
  };
}

const unavailable = "We couldn't get valid results for this search. Please try again later.";

/** Texts that clients compare, by our code. */
const texts: Readonly<Partial<Record<ApiError['code'], string>>> = {
  missing_api_key: 'Invalid API key. Your API key should be here: /api/v1/account',
  invalid_api_key: 'Invalid API key. Your API key should be here: /api/v1/account',
  quota_exceeded: 'Your account has run out of searches.',
};

function error(failure: ApiError): ForeignAnswer {
  const { status } = errorKinds[failure.code];
  const isUpstream = status >= 500 && status !== 500;
  const text = texts[failure.code] ?? (isUpstream ? unavailable : failure.message);
  return {
    status: isUpstream ? 503 : status,
    body: { error: text, search_metadata: { status: 'Error' }, ...ownMembers(failure) },
  };
}
