import type { ApiError } from '../../errors/api-error.js';
import { errorKinds } from '../../errors/kinds.js';
import type { SearxngEngine } from '../../operations/engine.js';
import { endpointOf, engineDefinitions } from '../../operations/index.js';
import { createEngineSearcher, type EngineOutcome } from '../ask-engines.js';
import type { NativeSearch } from '../native-api.js';
import { type Dialect, type DialectAnswer, type DialectRequest, extraErrorFields } from './dialect.js';
import {
  type DialectParams,
  ignoredParamsHeader,
  invalidParameterError,
  messageWithNames,
  missingParameterError,
  omitUndefined,
} from './params.js';
import { searxngAnswer } from './searxng-answer.js';

/** Categories in the order in which engines are listed. */
const categories = ['general', 'news', 'videos'] as const;

/** The engines offered, by their names in SearXNG's `settings.yml`. */
const searxngEngines: ReadonlyMap<string, SearxngEngine> = new Map(
  Object.values(engineDefinitions)
    .flatMap(({ searxng }) => searxng)
    .sort((one, other) => categories.indexOf(one.category) - categories.indexOf(other.category))
    .map((engine) => [engine.name, engine]),
);

/** The engine of each category. `general` has only one, because three engines cost three searches. */
const byCategory: ReadonlyMap<string, string> = new Map([
  ['general', 'google'],
  ['web', 'google'],
  ['news', 'google news'],
  ['videos', 'google videos'],
]);

const searcher = createEngineSearcher();

/** The API of a SearXNG instance: `/search` with `format=json`, `/config`, `/autocompleter`, `/healthz`. */
export const searxng: Dialect = {
  name: 'searxng',
  keyParams: ['api_key'],
  routes: [
    ...['/', '/search'].map((path) => ({ methods: ['GET', 'POST'] as const, path, answer: search })),
    { methods: ['GET'], path: '/config', answer: config, isOpen: true, isFree: true },
    { methods: ['GET', 'POST'], path: '/autocompleter', answer: autocomplete },
    { methods: ['GET'], path: '/healthz', answer: async () => ({ body: 'OK' }), isOpen: true, isFree: true },
  ],
  error,
};

const rules = {
  mapped: ['q', 'format', 'engines', 'categories', 'language', 'time_range', 'safesearch', 'pageno', 'timeout_limit'],
};

async function search({ params, api }: DialectRequest): Promise<DialectAnswer> {
  const query = params.text('q')?.trim();
  if (query === undefined || query === '') throw missingParameterError('q', 'No query');
  if (params.text('format')?.toLowerCase() !== 'json')
    return { status: 403, body: { error: 'Only format=json is offered.' } };
  const { names, unknown } = enginesOf(params);
  const engines = names.flatMap((name) => searxngEngines.get(name) ?? []);
  const searches = new Map(engines.map((engine) => [engine.name, searchOf(engine, params)] as const));
  const seconds = secondsOf(params);
  const outcomes = await searcher.ask(api, searches, seconds === undefined ? undefined : seconds * 1000);
  refuseIfAllFailed(outcomes);
  const headers = [...outcomes.values()].find(({ answer }) => answer)?.answer?.headers ?? {};
  const more = ignoredParamsHeader(params.ignored(rules).filter((name) => !/^category_\w+$/.test(name)));
  return { body: searxngAnswer(query, outcomes, { unknown, categoryOf }), headers: { ...headers, ...more } };
}

/** `timeout_limit`, which may have decimals. */
function secondsOf(params: DialectParams): number | undefined {
  const text = params.text('timeout_limit')?.trim();
  if (text === undefined) return undefined;
  const seconds = /^\d{1,3}(?:\.\d{1,9})?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= 300) return seconds;
  throw invalidParameterError('timeout_limit', `Invalid value "${text.slice(0, 64)}" for parameter timeout_limit`);
}

/** Throws if all engines failed, because an empty list would mean no results. */
function refuseIfAllFailed(outcomes: ReadonlyMap<string, EngineOutcome>): void {
  const errors = [...outcomes.values()].map((outcome) => outcome.error);
  const [first] = errors;
  if (first !== undefined && errors.every((failure) => failure !== undefined)) throw first;
}

/** The requested engines. Unknown ones are reported as unresponsive and not replaced by others. */
function enginesOf(params: DialectParams): { names: string[]; unknown: string[] } {
  const asked = params.list('engines').map((name) => name.toLowerCase());
  const categories = [
    ...params.list('categories'),
    ...params.names.flatMap((name) => /^category_(\w+)$/.exec(name)?.[1] ?? []),
  ].map((name) => name.toLowerCase());
  const named = asked.filter((name) => searxngEngines.has(name));
  const unknown = asked.filter((name) => !searxngEngines.has(name));
  const ofCategories = categories.flatMap((name) => byCategory.get(name) ?? []);
  const fallback = asked.length === 0 && ofCategories.length === 0 ? ['google'] : [];
  return { names: [...new Set([...named, ...ofCategories, ...fallback])], unknown: [...new Set(unknown)] };
}

const ages = { day: 'day', week: 'week', month: 'month', year: 'year', none: undefined } as const;
const safety = { '0': false, '1': undefined, '2': true } as const;

function searchOf(engine: SearxngEngine, params: DialectParams): NativeSearch {
  const { operation, parameters } = engine;
  const { language, country } = languageOf(params);
  const age = params.choice('time_range', ages);
  const common = {
    query: params.text('q'),
    page: params.integer('pageno', 1, 10_000),
    safe: endpointOf(operation).takes('safe') ? params.choice('safesearch', safety) : undefined,
  };
  const body = { ...common, ...parameters({ language, country, age }) };
  return { operation, body: omitUndefined(body), include: operation === 'alpha.search' ? ['blocks', 'dates'] : [] };
}

/** Reads `en`, `en-US` or `zh-Hant-TW`; `all` and `auto` mean no language. */
function languageOf(params: DialectParams): { language?: string; country?: string } {
  const text = params.text('language')?.trim();
  if (text === undefined || /^(?:all|auto)$/i.test(text)) return {};
  const [, language, country] = /^([a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_]([a-z]{2}))?$/i.exec(text) ?? [];
  if (language === undefined)
    throw invalidParameterError('language', `Invalid value "${text.slice(0, 64)}" for parameter language`);
  if (language.length > 2) return {};
  return omitUndefined({ language: language.toLowerCase(), country: country?.toUpperCase() }) as { language: string };
}

function categoryOf(name: string): string {
  return searxngEngines.get(name)?.category ?? 'general';
}

async function config(): Promise<DialectAnswer> {
  const engines = [...searxngEngines].map(([name, { category, isWeb, shortcut, hasLanguages }]) => ({
    name,
    categories: [category, ...(isWeb ? ['web'] : [])],
    shortcut,
    enabled: true,
    paging: true,
    language_support: hasLanguages,
    safesearch: true,
    time_range_support: true,
    timeout: 30,
  }));
  return {
    body: {
      categories: [...byCategory.keys()],
      engines,
      plugins: [],
      instance_name: 'svc',
      locales: {},
      default_locale: '',
      autocomplete: 'google',
      safe_search: 1,
      version: 'svc',
      public_instance: false,
    },
  };
}

async function autocomplete({ params, api, headers }: DialectRequest): Promise<DialectAnswer> {
  const query = params.text('q');
  if (query === undefined) throw missingParameterError('q', 'No query');
  const { body } = await api.search({ operation: 'alpha.autocomplete', body: { query } });
  const values = body.suggestions.map(({ value }: { value: string }) => value);
  return { body: headers['x-requested-with'] === 'XMLHttpRequest' ? values : [query, values, [], [], {}] };
}

/** What the parameters of the native API are called here. */
const names = { query: 'q', page: 'pageno', hl: 'language', gl: 'language', mkt: 'language', cc: 'language' };

function error(failure: ApiError): DialectAnswer {
  const { status } = errorKinds[failure.code];
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Basic realm="svc"' } : {};
  return {
    status,
    body: { error: messageWithNames(failure, names).replace(/\.$/, ''), ...extraErrorFields(failure) },
    headers,
  };
}
