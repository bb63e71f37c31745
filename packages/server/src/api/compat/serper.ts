import type { Operation } from '@svc/parsers';
import type { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import { errorKinds } from '../../errors/kinds.js';
import type { NativeAnswer, NativeJson, NativeSearch } from '../native-api.js';
import { type Dialect, type DialectAnswer, type DialectRequest, extraErrorFields } from './dialect.js';
import {
  createDialectParams,
  type DialectParams,
  ignoredParamsHeader,
  invalidParameterError,
  isRecord,
  messageWithNames,
  missingParameterError,
  normalizeLanguageCode,
  omitUndefined,
} from './params.js';

const kinds = {
  search: 'alpha.search',
  news: 'alpha.news',
  videos: 'alpha.videos',
  autocomplete: 'alpha.autocomplete',
} as const satisfies Record<SerperKind, Operation>;

/** Maximum number of queries in one request. */
const maxQueries = 100;

/** Number of queries of a request that are searched at once. */
const atOnce = 8;

/** The API of Serper (google.serper.dev): `/search`, `/news`, `/videos`, `/autocomplete`, each also with a list of queries. */
export const serper: Dialect = {
  name: 'serper',
  keyParams: ['apiKey', 'api_key'],
  routes: (Object.keys(kinds) as SerperKind[]).map((kind) => ({
    methods: ['GET', 'POST'] as const,
    path: `/${kind}`,
    answer: (request: DialectRequest) => (request.list ? searchAll(request, kind) : searchOne(request, kind)),
  })),
  error,
};

const rules = {
  mapped: ['q', 'gl', 'hl', 'location', 'tbs', 'page', 'num', 'autocorrect', 'safe', 'type', 'engine'],
  refused: {
    ll: 'places on a map are not offered',
    cid: 'places on a map are not offered',
    placeId: 'places on a map are not offered',
  },
};

async function searchOne({ params, api }: DialectRequest, kind: SerperKind): Promise<DialectAnswer> {
  const asked = readSerper(params, kind);
  const answer = await api.search(asked.search);
  return { body: bodyOf(answer, asked, params), headers: { ...answer.headers, ...ignoredParamsHeader(asked.ignored) } };
}

/** Returns an answer or error for each query. The request only fails if all queries fail. */
async function searchAll({ list = [], api }: DialectRequest, kind: SerperKind): Promise<DialectAnswer> {
  if (list.length === 0 || list.length > maxQueries)
    throw invalidParameterError('', `A list must have 1 to ${maxQueries} queries`);
  const failures: ApiError[] = [];
  let headers: NativeAnswer['headers'] = {};
  const results = await inGroups(list, async (item) => {
    const given = isRecord(item) ? item : {};
    try {
      if (!isRecord(item)) throw invalidParameterError('', 'Each query must be an object');
      const params = createDialectParams([item]);
      const asked = readSerper(params, kind);
      const answer = await api.search(asked.search);
      headers = answer.headers;
      return bodyOf(answer, asked, params);
    } catch (reason) {
      const failure = toApiError(reason);
      failures.push(failure);
      const { body } = error(failure);
      const q = typeof given.q === 'string' ? given.q : undefined;
      return { searchParameters: { q, type: kind }, organic: [], ...(body as object) };
    }
  });
  const [first] = failures;
  const status = first !== undefined && failures.length === list.length ? (error(first).status ?? 500) : 200;
  return { status, body: results, headers };
}

async function inGroups<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(run))));
  return results;
}

interface SerperSearch {
  kind: SerperKind;
  search: NativeSearch;
  /** Rows to keep. */
  maxRows: number;
  /** Pages charged. */
  credits: number;
  ignored: string[];
}

function readSerper(params: DialectParams, path: SerperKind): SerperSearch {
  const type = params.text('type')?.toLowerCase() ?? path;
  if (!Object.hasOwn(kinds, type))
    throw invalidParameterError('type', `"type" must be one of ${Object.keys(kinds).join(', ')}`);
  const kind = type as SerperKind;
  if (params.text('q')?.trim() === undefined) throw missingParameterError('q', 'Missing query parameter "q"');
  const maxRows = params.integer('num', 1, 100) ?? 10;
  const operation = kinds[kind];
  const isSuggestion = kind === 'autocomplete';
  const page = params.integer('page', 0, 1000);
  const body = omitUndefined({
    query: params.text('q'),
    gl: params.text('gl'),
    hl: normalizeLanguageCode(params.text('hl')),
    ...(!isSuggestion && {
      location: params.text('location'),
      tbs: params.text('tbs'),
      page,
      num: maxRows === 10 ? undefined : maxRows,
      nfpr: params.choice('autocorrect', { true: undefined, false: true }),
      safe: params.choice('safe', { active: true, moderate: undefined, off: false }),
    }),
  });
  const include = kind === 'search' ? ['blocks', 'dates'] : [];
  const credits = isSuggestion ? 1 : pagesCharged(Math.max(1, page ?? 1), maxRows);
  return {
    kind,
    search: { operation, body: omitUndefined(body), include },
    maxRows,
    credits,
    ignored: params.ignored(rules),
  };
}

/** Number of pages that a window of rows costs: those that have its rows, or as many as it would fill. */
function pagesCharged(page: number, maxRows: number): number {
  const pages = Math.ceil((page * maxRows) / 10) - Math.floor(((page - 1) * maxRows) / 10);
  return Math.max(pages, Math.ceil(maxRows / 10));
}

function bodyOf({ body }: NativeAnswer, { kind, maxRows, credits }: SerperSearch, params: DialectParams): object {
  const shown = ['q', 'gl', 'hl', 'location', 'tbs'].flatMap((name) =>
    params.has(name) ? [[name, params.text(name)]] : [],
  );
  const searchParameters = {
    ...Object.fromEntries(shown),
    type: kind,
    ...(params.has('num') && { num: maxRows }),
    ...(params.has('page') && { page: params.integer('page', 0, 1000) }),
    engine: 'google',
  };
  return { searchParameters, ...serperAnswer(body, kind, maxRows), credits };
}

/** Statuses and messages of Serper that clients compare, by our code. */
const clientErrors: Readonly<Partial<Record<ApiError['code'], [status: number, message: string]>>> = {
  missing_api_key: [403, 'Unauthorized.'],
  invalid_api_key: [403, 'Unauthorized.'],
  quota_exceeded: [400, 'Not enough credits'],
};

function error(failure: ApiError): DialectAnswer {
  const [statusCode, message] = clientErrors[failure.code] ?? [
    errorKinds[failure.code].status,
    messageWithNames(failure, { query: 'q' }),
  ];
  return { status: statusCode, body: { message, statusCode, ...extraErrorFields(failure) } };
}

/** What a path searches for. */
type SerperKind = 'search' | 'news' | 'videos' | 'autocomplete';

/** Formats a native answer as Serper does. @param maxRows maximum number of rows */
function serperAnswer(body: NativeJson, kind: SerperKind, maxRows: number): object {
  const rows: NativeJson[] = (body.organic_results ?? []).slice(0, maxRows);
  if (kind === 'autocomplete') return { suggestions: body.suggestions.map(({ value }: NativeJson) => ({ value })) };
  if (kind === 'news') return { news: rows.map(newsRow) };
  if (kind === 'videos') return { videos: rows.map(videoRow) };
  const { featured_snippet, people_also_ask, top_stories, sitelinks = [] } = body.blocks ?? {};
  const links = new Map<number, NativeJson[]>(sitelinks.map(({ position, links }: NativeJson) => [position, links]));
  return omitUndefined({
    knowledgeGraph: body.knowledge_graph && panelOf(body.knowledge_graph),
    answerBox: featured_snippet && {
      snippet: featured_snippet.text,
      title: featured_snippet.title,
      link: featured_snippet.link,
    },
    organic: rows.map((row) => organicRow(row, links.get(row.position))),
    topStories: top_stories?.length
      ? top_stories.map(({ title, link, source, date }: NativeJson) => omitUndefined({ title, link, source, date }))
      : undefined,
    peopleAlsoAsk: people_also_ask?.length
      ? people_also_ask.map(({ question, answer, source }: NativeJson) =>
          omitUndefined({ question, snippet: answer, title: source?.title, link: source?.link }),
        )
      : undefined,
    relatedSearches: body.related_searches?.map(({ query }: NativeJson) => ({ query })),
  });
}

function organicRow({ title, link, snippet, position, date }: NativeJson, sitelinks: NativeJson[] | undefined): object {
  return omitUndefined({
    title,
    link,
    snippet,
    date,
    sitelinks: sitelinks?.map(({ title, link }) => ({ title, link })),
    position,
  });
}

function newsRow({ title, link, snippet, date, source, position }: NativeJson): object {
  return omitUndefined({ title, link, snippet, date, source, position });
}

function videoRow({ title, link, snippet, duration, source, channel, date, position }: NativeJson): object {
  return omitUndefined({
    title,
    link,
    snippet,
    duration: duration || undefined,
    source,
    channel: channel || undefined,
    date,
    position,
  });
}

/** LangChain for Python expects `attributes` to be an object if it is present. */
function panelOf({
  title,
  type,
  website,
  description,
  description_source,
  description_link,
  attributes,
}: NativeJson): object {
  return omitUndefined({
    title,
    type,
    website,
    description,
    descriptionSource: description_source,
    descriptionLink: description_link,
    attributes: attributes ?? {},
  });
}
