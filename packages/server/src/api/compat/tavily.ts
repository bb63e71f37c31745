import { countries, languages, type Places } from '@svc/fetchers';
import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import { withoutTrailingSlashes } from '../../http/answers.js';
import type { ExtractRequest } from '../../operations/extract.js';
import type { ExtractedPage } from '../../operations/schema/extracted.js';
import type { NativeSearch } from '../native-api.js';
import { type Dialect, type DialectAnswer, type DialectRequest, extraErrorFields } from './dialect.js';
import {
  type DialectParamRules,
  type DialectParams,
  ignoredParamsHeader,
  invalidParameterError,
  messageWithNames,
  missingParameterError,
  omitUndefined,
} from './params.js';

/** Returns a function that looks up the code of an English name, case-insensitively. */
function codesOf(list: () => readonly { code: string; name: string }[]): (name: string) => string | undefined {
  let codes: ReadonlyMap<string, string> | undefined;
  return (name) => {
    codes ??= new Map(list().flatMap(({ code, name }) => [name, code].map((word) => [word.toLowerCase(), code])));
    return codes.get(name.trim().toLowerCase());
  };
}

const [countryCode, languageCode] = [codesOf(countries), codesOf(languages)];

/** The API of Tavily (tavily.com): `POST /search`. `answer` is never generated; it comes from the page or is null. */
export const tavily: Dialect = {
  name: 'tavily',
  keyParams: ['api_key'],
  routes: [{ methods: ['POST'], path: '/search', answer: search }],
  error,
};

const rules = {
  mapped: [
    ...[
      'query',
      'max_results',
      'topic',
      'time_range',
      'start_date',
      'end_date',
      'country',
      'exact_match',
      'safe_search',
    ],
    ...['include_domains', 'exclude_domains', 'include_domains_mode', 'include_usage', 'include_answer'],
    ...['include_raw_content', 'language'],
  ],
};

async function search({ params, api, maxPages, places, requestId }: DialectRequest): Promise<DialectAnswer> {
  const began = performance.now();
  const maxResults = params.integer('max_results', 0, 20) ?? 5;
  const query = params.text('query');
  if (query === undefined) throw missingParameterError('query', '"query" is required.');
  const extract = extractOf(params, { maxResults, maxPages });
  const answer = await api.search({ ...searchOf(params, { maxResults, places }), extract });
  const { organic_results, extracted = [], blocks } = answer.body;
  const rows: TavilyResult[] = organic_results.slice(0, maxResults);
  const texts = new Map<number, string>(extracted.map(({ position, text }: ExtractedPage) => [position, text]));
  const body = {
    query,
    follow_up_questions: null,
    answer: blocks?.answer?.text ?? blocks?.featured_snippet?.text ?? blocks?.ai_overview?.text ?? null,
    images: [],
    results: rows.map((row, index) => ({ ...resultOf(row, index), raw_content: texts.get(row.position) ?? null })),
    response_time: Math.round(performance.now() - began) / 1000,
    request_id: requestId,
    ...(params.text('include_usage') === 'true' && {
      usage: { credits: (maxResults > 10 ? 2 : 1) + readIn(extracted) },
    }),
  };
  return { body, headers: { ...answer.headers, ...ignoredParamsHeader(params.ignored(rulesOf(params))) } };
}

interface TavilyResult {
  position: number;
  title: string;
  link: string;
  snippet: string;
  date?: string;
}

/** `days` only applies to news, as at Tavily: clients send it with every search. */
function rulesOf(params: DialectParams): DialectParamRules {
  return { mapped: isNews(params) ? [...rules.mapped, 'days'] : rules.mapped };
}

function isNews(params: DialectParams): boolean {
  return params.choice('topic', topics) === 'alpha.news';
}

function readIn(pages: readonly ExtractedPage[]): number {
  return pages.filter(({ state }) => state === 'read').length;
}

/** Formats of `raw_content`. */
const forms = { false: undefined, true: 'markdown', markdown: 'markdown', text: 'text' } as const;

/** Which pages are read for `raw_content`. */
function extractOf(
  params: DialectParams,
  { maxResults, maxPages }: { maxResults: number; maxPages: number },
): ExtractRequest | undefined {
  const form = params.choice('include_raw_content', forms);
  if (form === undefined || maxResults === 0) return undefined;
  if (maxPages === 0)
    throw invalidParameterError(
      'include_raw_content',
      '"include_raw_content" is not available: this service does not read pages',
    );
  return { pages: Math.min(maxResults, maxPages), maxChars: 200_000, ...(form === 'text' && { format: form }) };
}

/** The score only reflects the rank: it decreases from 1 with each row and does not measure relevance. */
function resultOf({ title, link, snippet, date }: TavilyResult, index: number): object {
  const score = Math.round(10_000 / (1 + 0.1 * index)) / 10_000;
  return omitUndefined({ title, url: link, content: snippet, score, published_date: date });
}

const topics = { general: 'alpha.search', news: 'alpha.news', finance: 'alpha.search' } as const;
const ages = { day: 'd', week: 'w', month: 'm', year: 'y', d: 'd', w: 'w', m: 'm', y: 'y' } as const;

function searchOf(params: DialectParams, { maxResults, places }: { maxResults: number; places: Places }): NativeSearch {
  const operation = params.choice('topic', topics) ?? 'alpha.search';
  const text = params.text('query') ?? '';
  const quoted = params.text('exact_match') === 'true' ? `"${text.replaceAll('"', '')}"` : text;
  const body = omitUndefined({
    query: [quoted, ...sites(params)].join(' '),
    gl: countryOf(params, places),
    hl: languageCode(params.text('language') ?? ''), // a hint: a language that the engine does not have is ignored
    safe: params.text('safe_search') === 'true' ? true : undefined,
    tbs: ageOf(params),
    num: maxResults > 10 ? 20 : undefined,
  });
  if (operation !== 'alpha.search') return { operation, body };
  const wantsAnswer = params.choice('include_answer', answers) ?? false;
  return { operation, body, include: wantsAnswer ? ['dates', 'blocks'] : ['dates'] };
}

const answers = { false: false, true: true, basic: true, advanced: true } as const;

/** Converts domains to operators of the query. */
function sites(params: DialectParams): string[] {
  const isHint = /^(?:boost|prefer)$/i.test(params.text('include_domains_mode') ?? '');
  if (isHint && params.list('include_domains').length > 0)
    throw invalidParameterError(
      'include_domains_mode',
      '"include_domains_mode" must be "filter": domains cannot be boosted',
    );
  const included = domains(params, 'include_domains').map((domain) => `site:${domain}`);
  const excluded = domains(params, 'exclude_domains').map((domain) => `-site:${domain}`);
  return [...(included.length > 1 ? [`(${included.join(' OR ')})`] : included), ...excluded];
}

/** Engines read at most 32 words of a query. */
const maxDomains = 30;

function domains(params: DialectParams, name: string): string[] {
  const listed = params.list(name).map((domain) => withoutTrailingSlashes(domain.replace(/^https?:\/\//, '')));
  if (listed.length > maxDomains) throw invalidParameterError(name, `"${name}" may have at most ${maxDomains} domains`);
  const wrong = listed.find((domain) => !/^[a-z0-9.*-]+\.[a-z0-9-]{2,}(?:\/[\w./~-]*)?$/i.test(domain));
  if (wrong !== undefined)
    throw invalidParameterError(name, `"${name}" must be host names; "${wrong.slice(0, 64)}" is not one`);
  return listed;
}

function countryOf(params: DialectParams, places: Places): string | undefined {
  const name = params.text('country');
  if (name === undefined) return undefined;
  const code = countryCode(name) ?? countryNamed(name, places);
  if (code === undefined) throw invalidParameterError('country', '"country" must be the English name of a country');
  return code;
}

/** The country of another usual name: Tavily's list has names such as `turkey` and `czech republic`. */
function countryNamed(name: string, places: Places): string | undefined {
  const found = places.resolve(name);
  return 'place' in found && found.place.target_type === 'Country' ? found.place.country_code : undefined;
}

function ageOf(params: DialectParams): string | undefined {
  const [start, end] = [dateOf(params, 'start_date'), dateOf(params, 'end_date')];
  if (start !== undefined && end !== undefined && start > end)
    throw invalidParameterError('start_date', '"start_date" must not be after "end_date"');
  if (start !== undefined || end !== undefined)
    return ['cdr:1', start && `cd_min:${monthFirst(start)}`, end && `cd_max:${monthFirst(end)}`]
      .filter(Boolean)
      .join(',');
  const age = params.choice('time_range', ages);
  const days = isNews(params) ? params.integer('days', 1, 3650) : undefined;
  if (age !== undefined) return `qdr:${age}`;
  return days === undefined ? undefined : `qdr:d${days}`;
}

/** A date of the calendar, `2026-01-31`. */
function dateOf(params: DialectParams, name: string): string | undefined {
  const text = params.text(name);
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February is parsed as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw invalidParameterError(name, `"${name}" must be YYYY-MM-DD`);
  return text;
}

/** Converts `2026-01-31` to `1/31/2026`. */
function monthFirst(date: string): string {
  const [year, month, day] = date.split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
}

/** Statuses that clients distinguish, by our code. */
const statuses: Readonly<Partial<Record<ApiError['code'], number>>> = { quota_exceeded: 432 };

function error(failure: ApiError): DialectAnswer {
  const status = statuses[failure.code] ?? errorKinds[failure.code].status;
  const text =
    status === 401
      ? 'Unauthorized: missing or invalid API key.'
      : messageWithNames(failure, { gl: 'country', hl: 'language' });
  return { status, body: { detail: { error: text }, ...extraErrorFields(failure) } };
}
