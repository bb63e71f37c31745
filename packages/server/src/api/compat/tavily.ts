import { countries } from '@svc/fetchers';
import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import { withoutEndSlashes } from '../../http/answers.js';
import type { NativeSearch } from '../native-api.js';
import { type Dialect, type ForeignAnswer, type ForeignRequest, ownMembers } from './dialect.js';
import { given, ignoredHeader, invalid, missing, type Params } from './params.js';

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO code of a country's English name in any case; undefined where it is none. */
function countryCode(name: string): string | undefined {
  codes ??= new Map(countries().map(({ code, name }) => [name.toLowerCase(), code.toLowerCase()]));
  return codes.get(name.trim().toLowerCase());
}

/** Answers as Tavily (tavily.com): `POST /search`. No answer is made up: `answer` is null. */
export const tavily: Dialect = {
  name: 'tavily',
  keyParams: ['api_key'],
  routes: [{ methods: ['POST'], path: '/search', answer: search }],
  error,
};

const rules = {
  mapped: [
    ...['query', 'max_results', 'topic', 'time_range', 'days', 'start_date', 'end_date'],
    ...['include_domains', 'exclude_domains', 'country', 'include_usage', 'exact_match'],
  ],
};

async function search({ params, api }: ForeignRequest): Promise<ForeignAnswer> {
  const began = performance.now();
  const most = params.whole('max_results', 0, 20) ?? 5;
  const query = params.text('query');
  if (query === undefined) throw missing('query', 'Query is missing.');
  const answer = await api.search(searchOf(params, most));
  const rows: TavilyResult[] = answer.body.organic_results.slice(0, most);
  const body = {
    query,
    follow_up_questions: null,
    answer: null,
    images: [],
    results: rows.map(resultOf),
    response_time: Math.round(performance.now() - began) / 1000,
    ...(params.text('include_usage') === 'true' && { usage: { credits: most > 10 ? 2 : 1 } }),
  };
  return { body, headers: { ...answer.headers, ...ignoredHeader(params.ignored(rules)) } };
}

interface TavilyResult {
  title: string;
  link: string;
  snippet: string;
  date?: string;
}

/** The score is a rank: it falls from 1 with each row, and says nothing of how well a row fits. */
function resultOf({ title, link, snippet, date }: TavilyResult, index: number): object {
  const score = Math.round(10_000 / (1 + 0.1 * index)) / 10_000;
  return given({ title, url: link, content: snippet, score, raw_content: null, published_date: date });
}

const topics = { general: 'alpha.search', news: 'alpha.news', finance: 'alpha.search' } as const;
const ages = { day: 'd', week: 'w', month: 'm', year: 'y', d: 'd', w: 'w', m: 'm', y: 'y' } as const;

function searchOf(params: Params, most: number): NativeSearch {
  const operation = params.choice('topic', topics) ?? 'alpha.search';
  const text = params.text('query') ?? '';
  const quoted = params.text('exact_match') === 'true' ? `"${text.replaceAll('"', '')}"` : text;
  const body = given({
    query: [quoted, ...sites(params)].join(' '),
    gl: countryOf(params),
    tbs: ageOf(params),
    num: most > 10 ? 20 : undefined,
  });
  return { operation, body, include: operation === 'alpha.search' ? ['dates'] : [] };
}

/** Domains as operators of the query. */
function sites(params: Params): string[] {
  const included = domains(params, 'include_domains').map((domain) => `site:${domain}`);
  const excluded = domains(params, 'exclude_domains').map((domain) => `-site:${domain}`);
  return [...(included.length > 1 ? [`(${included.join(' OR ')})`] : included), ...excluded];
}

/** An engine reads 32 words of a query. */
const mostDomains = 30;

function domains(params: Params, name: string): string[] {
  const listed = params.list(name).map((domain) => withoutEndSlashes(domain.replace(/^https?:\/\//, '')));
  if (listed.length > mostDomains) throw invalid(name, `"${name}" may have at most ${mostDomains} domains`);
  const wrong = listed.find((domain) => !/^[a-z0-9.*-]+\.[a-z0-9-]{2,}(?:\/[\w./~-]*)?$/i.test(domain));
  if (wrong !== undefined) throw invalid(name, `"${name}" must be host names; "${wrong.slice(0, 64)}" is none`);
  return listed;
}

function countryOf(params: Params): string | undefined {
  const name = params.text('country');
  if (name === undefined) return undefined;
  const code = countryCode(name);
  if (code === undefined) throw invalid('country', `"country" must be the English name of a country`);
  return code;
}

function ageOf(params: Params): string | undefined {
  const [start, end] = [dateOf(params, 'start_date'), dateOf(params, 'end_date')];
  if (start !== undefined || end !== undefined)
    return ['cdr:1', start && `cd_min:${start}`, end && `cd_max:${end}`].filter(Boolean).join(',');
  const age = params.choice('time_range', ages);
  const days = params.whole('days', 1, 3650);
  if (age !== undefined) return `qdr:${age}`;
  return days === undefined ? undefined : `qdr:d${days}`;
}

/** `2026-01-31` as `1/31/2026`. */
function dateOf(params: Params, name: string): string | undefined {
  const text = params.text(name);
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(text))) throw invalid(name, `"${name}" must be YYYY-MM-DD`);
  return `${Number(month)}/${Number(day)}/${year}`;
}

/** Statuses that clients tell apart, by our code. */
const statuses: Readonly<Partial<Record<ApiError['code'], number>>> = { quota_exceeded: 432 };

function error(failure: ApiError): ForeignAnswer {
  const status = statuses[failure.code] ?? errorKinds[failure.code].status;
  const text = status === 401 ? 'Unauthorized: missing or invalid API key.' : failure.message;
  return { status, body: { detail: { error: text }, ...ownMembers(failure) } };
}
