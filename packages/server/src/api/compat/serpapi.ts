import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import { type Dialect, type DialectAnswer, type DialectRequest, extraErrorFields } from './dialect.js';
import {
  ignoredParamsHeader,
  invalidParameterError,
  isRecord,
  messageWithNames,
  missingParameterError,
  omitUndefined,
} from './params.js';
import { serpapiAnswer } from './serpapi-answer.js';
import { parseSerpapiRequest, requestsHtml } from './serpapi-request.js';

/**
 * The API of SerpApi (serpapi.com): `/search`, `/search.json`, `/locations.json`, `/account`. Its `google` engines are alpha,
 * `bing` is beta. Other engines, such as `brave`, are additions by their common names.
 */
export const serpapi: Dialect = {
  name: 'serpapi',
  keyParams: ['api_key', 'serp_api_key'],
  routes: [
    { methods: ['GET'], path: '/search', answer: search },
    { methods: ['GET'], path: '/search.json', answer: search },
    { methods: ['GET'], path: '/locations.json', answer: locations, isOpen: true, isFree: true },
    { methods: ['GET'], path: '/account', answer: account, isFree: true },
    { methods: ['GET'], path: '/account.json', answer: account, isFree: true },
  ],
  error,
};

async function search({ params, api, base }: DialectRequest): Promise<DialectAnswer> {
  const asked = parseSerpapiRequest(params);
  const answer = await api.search(asked.search);
  const headers = { ...answer.headers, ...ignoredParamsHeader(asked.ignored) };
  if (requestsHtml(params)) return { body: String(answer.body.html?.[0] ?? ''), headers };
  const body = serpapiAnswer(answer, asked, { params, base });
  const restrictor = params.text('json_restrictor');
  return { body: restrictor === undefined ? body : restrictJson(body, restrictor), headers };
}

/** SerpApi requires no key here, and its clients send none. */
async function locations({ params, places }: DialectRequest): Promise<DialectAnswer> {
  const query = params.text('q');
  if (query === undefined) throw missingParameterError('q', 'Missing `q` parameter.');
  const found = places.find(query.slice(0, 200), params.integer('limit', 1, 50) ?? 10, {});
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

async function account({ api }: DialectRequest): Promise<DialectAnswer> {
  const { body, headers } = await api.get('/api/v1/account');
  const { id, name, limits } = body;
  const { month, rate } = limits;
  return {
    headers,
    body: omitUndefined({
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

/** Messages that clients compare, by our code. */
const texts: Readonly<Partial<Record<ApiError['code'], string>>> = {
  missing_api_key: 'Invalid API key. None was given: the parameter api_key takes a key of this service.',
  invalid_api_key: 'Invalid API key. The parameter api_key takes a key of this service, which does not know this one.',
  quota_exceeded: 'Your account has run out of searches.',
};

function error(failure: ApiError): DialectAnswer {
  const { status } = errorKinds[failure.code];
  const isUpstream = status >= 500 && status !== 500;
  const text = texts[failure.code] ?? (isUpstream ? unavailable : messageWithNames(failure, { query: 'q' }));
  return {
    status: isUpstream ? 503 : status,
    body: { error: text, search_metadata: { status: 'Error' }, ...extraErrorFields(failure) },
  };
}

/** One step of a selector: a key, or a range of an array. */
type PathStep = { key: string } | { from: number; to: number | undefined } | { each: true } | { group: Selector[] };

type Selector = readonly PathStep[];

/**
 * Reduces JSON to what selectors name: `a`, `a.b`, `a[0]`, `a[0:2]`, `a[]`, `a[].{b, c[].d}`, several joined by commas.
 *
 * @throws {ApiError} `invalid_parameter` for a malformed selector
 */
function restrictJson(value: unknown, text: string): unknown {
  const selectors = parseSelectors(text);
  return selectors.map((selector) => pick(value, selector)).reduce(merge, undefined) ?? {};
}

const tokens = /\s*([^\s.,[\]{}:]+|[.,[\]{}:])/gy;

function parseSelectors(text: string): Selector[] {
  const list: string[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) list.push(match[1] ?? '');
  if (list.join('').length !== text.replace(/\s/g, '').length || list.length > 500) throw malformed();
  const selectors = readGroup(list);
  if (list.length > 0 || selectors.length === 0) throw malformed();
  return selectors;
}

function malformed(): Error {
  return invalidParameterError(
    'json_restrictor',
    '"json_restrictor" must be selectors such as organic_results[].{title, link}',
  );
}

function readGroup(list: string[], depth = 0): Selector[] {
  if (depth > 10) throw malformed();
  const selectors: Selector[] = [];
  do selectors.push(readSelector(list, depth));
  while (list[0] === ',' && list.shift());
  return selectors;
}

function readSelector(list: string[], depth: number): Selector {
  const steps: PathStep[] = [];
  do {
    if (list[0] === '{') {
      list.shift();
      steps.push({ group: readGroup(list, depth + 1) });
      if (list.shift() !== '}') throw malformed();
      return steps;
    }
    const key = list.shift() ?? '';
    if (!/^[\w$-]+$/.test(key)) throw malformed();
    steps.push({ key });
    while (list[0] === '[') steps.push(readIndex(list));
  } while (list[0] === '.' && list.shift());
  return steps;
}

function readIndex(list: string[]): PathStep {
  const end = list.indexOf(']');
  if (end < 0) throw malformed();
  const [, ...inner] = list.splice(0, end + 1).slice(0, -1);
  if (inner.length === 0) return { each: true };
  const [, from = '', isRange, to = ''] = /^(\d{0,6})(:?)(\d{0,6})$/.exec(inner.join('')) ?? [];
  if (isRange === undefined || (from === '' && to === '')) throw malformed();
  const first = Number(from || 0);
  if (isRange === '') return { from: first, to: first + 1 };
  return { from: first, to: to === '' ? undefined : Number(to) };
}

function pick(value: unknown, [step, ...rest]: Selector): unknown {
  if (step === undefined || value === undefined) return value;
  if ('group' in step) return step.group.map((selector) => pick(value, selector)).reduce(merge, undefined);
  if ('key' in step) {
    if (!isRecord(value) || !Object.hasOwn(value, step.key)) return undefined;
    const found = pick(value[step.key], rest);
    return found === undefined ? undefined : { [step.key]: found };
  }
  if (!Array.isArray(value)) return undefined;
  const items = 'each' in step ? value : value.slice(step.from, step.to);
  return items.map((item) => pick(item, rest)).filter((item) => item !== undefined);
}

function merge(one: unknown, other: unknown): unknown {
  if (one === undefined) return other;
  if (other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length ? one.map((item, index) => merge(item, other[index])) : one;
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, merge(one[name], other[name])]));
  }
  return one;
}
