import type { Engine } from '@svc/fetchers';
import { type Operation, operationExtras } from '@svc/parsers';
import type { Endpoint } from '../../operations/endpoint.js';
import { endpointOf, engineDisplayNames } from '../../operations/index.js';
import type { NativeSearch } from '../native-api.js';
import {
  type DialectParamRules,
  type DialectParams,
  invalidParameterError,
  missingParameterError,
  normalizeLanguageCode,
  omitUndefined,
} from './params.js';

/** The native search of a SerpApi request, and how its answer is formatted and paged. */
export interface SerpapiSearch {
  engine: string;
  operation: Operation;
  search: NativeSearch;
  paging: SerpapiPaging | undefined;
  /** Which rows of the native page are returned. @default all */
  cut?: RowCut | undefined;
  ignored: string[];
}

/** Rows of a native page: how many precede them, and how many there are at most. */
interface RowCut {
  skip: number;
  count: number;
}

/** The paging parameter: its name, the requested page, its increment per page, and its value for page 1. */
export interface SerpapiPaging {
  name: 'start' | 'first' | 'page';
  page: number;
  size: number;
  origin: number;
}

const google = {
  mapped: [
    ...['engine', 'q', 'location', 'uule', 'gl', 'hl', 'lr', 'cr', 'device', 'nfpr', 'filter', 'tbs', 'tbm', 'safe'],
    ...['start', 'num', 'no_cache', 'google_domain', 'output', 'json_restrictor'],
  ],
  refused: {
    ...refuse('it would search by other means than the query', [
      ...['kgmid', 'si', 'ludocid', 'lsig', 'ibp', 'uds', 'lat', 'lon', 'radius', 'next_page_token', 'page_token'],
      ...['as_dt', 'as_epq', 'as_eq', 'as_lq', 'as_nlo', 'as_nhi', 'as_oq', 'as_q', 'as_qdr', 'as_rq', 'as_sitesearch'],
    ]),
  },
} satisfies DialectParamRules;

const bing = {
  mapped: [
    ...['engine', 'q', 'location', 'lat', 'lon', 'mkt', 'cc', 'device', 'safesearch', 'safeSearch', 'count', 'first'],
    ...['no_cache', 'output', 'json_restrictor'],
  ],
  refused: refuse('no native parameter says the same', ['filters']),
} satisfies DialectParamRules;

/** Of engines that SerpApi does not have. */
const other = {
  mapped: ['engine', 'q', 'page', 'offset', 'device', 'no_cache', 'output', 'json_restrictor'],
} satisfies DialectParamRules;

const autocomplete = { mapped: ['engine', 'q', 'gl', 'hl', 'cp', 'no_cache', 'output', 'json_restrictor'] };

function refuse(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

/** Values of `tbm` of the engine `google`, and the operation for that tab. */
const tabs: ReadonlyMap<string, Operation> = new Map([
  ['nws', 'alpha.news'],
  ['vid', 'alpha.videos'],
]);

type ReadSearch = (params: DialectParams) => Omit<SerpapiSearch, 'engine'>;

const engines: ReadonlyMap<string, ReadSearch> = new Map(
  Object.entries({
    google: (params) => googleSearch(params, tabOf(params)),
    google_light: (params) => googleSearch(params, 'alpha.search', ['dates', 'metadata']),
    google_news_light: (params) => googleSearch(params, 'alpha.news'),
    google_videos: (params) => googleSearch(params, 'alpha.videos'),
    google_videos_light: (params) => googleSearch(params, 'alpha.videos'),
    google_autocomplete: autocompleteSearch,
    bing: bingSearch,
    ...otherEngines(),
  }),
);

/** The engines that SerpApi does not have, by their common names. */
function otherEngines(): Record<string, ReadSearch> {
  const { alpha: _, beta: __, ...names } = engineDisplayNames;
  return Object.fromEntries(
    Object.entries(names).map(([engine, name]) => {
      const endpoint = endpointOf(`${engine as Engine}.search`);
      return [name.toLowerCase(), (params: DialectParams) => otherSearch(params, endpoint)];
    }),
  );
}

/** Reads a request. @throws {ApiError} for what the native API cannot express */
export function parseSerpapiRequest(params: DialectParams): SerpapiSearch {
  const engine = params.text('engine')?.toLowerCase() ?? 'google';
  if (engine === 'google_news')
    throw invalidParameterError(
      'engine',
      'The engine "google_news" is a different site; use "google" with "tbm=nws" to search news',
    );
  const read = engines.get(engine);
  if (read === undefined) throw invalidParameterError('engine', `Unsupported \`${engine.slice(0, 64)}\` search engine`);
  if (/^true$/i.test(params.text('async') ?? ''))
    throw invalidParameterError('async', '"async" is not supported: answers are not stored for later');
  if (!['json', 'html'].includes(params.text('output')?.toLowerCase() ?? 'json'))
    throw invalidParameterError('output', '"output" must be json or html');
  if (params.text('q')?.trim() === undefined) throw missingParameterError('q', 'Missing query `q` parameter.');
  const search = read(params);
  const fresh = /^true$/i.test(params.text('no_cache') ?? '');
  const include = requestsHtml(params) ? ['html'] : (search.search.include ?? []);
  return { ...search, engine, search: { ...search.search, fresh, include } };
}

/** Whether the page of the engine itself is requested. */
export function requestsHtml(params: DialectParams): boolean {
  return params.text('output')?.toLowerCase() === 'html';
}

function tabOf(params: DialectParams): Operation {
  const tab = params.text('tbm');
  if (tab === undefined) return 'alpha.search';
  const operation = tabs.get(tab);
  if (operation === undefined)
    throw invalidParameterError('tbm', `"tbm" must be nws or vid; "${tab.slice(0, 64)}" is not available`);
  return operation;
}

const switches = { '0': 0, '1': 1, true: 1, false: 0 } as const;

function googleSearch(
  params: DialectParams,
  operation: Operation,
  include?: readonly string[],
): Omit<SerpapiSearch, 'engine'> {
  const size = params.integer('num', 1, 100) ?? 10;
  const start = params.integer('start', 0, 1_000_000) ?? 0;
  if (start % size !== 0) throw invalidParameterError('start', `"start" must be a multiple of "num" (${size})`);
  const page = start / size + 1;
  const body = omitUndefined({
    query: params.text('q'),
    location: params.text('location'),
    uule: params.text('uule'),
    gl: params.text('gl') ?? countryOfDomain(params.text('google_domain')),
    hl: normalizeLanguageCode(params.text('hl')),
    lr: params.text('lr'),
    cr: params.text('cr'),
    tbs: params.text('tbs'),
    device: params.choice('device', { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet' }),
    nfpr: params.choice('nfpr', switches),
    filter: params.choice('filter', switches),
    safe: params.choice('safe', { active: true, off: false }),
    page,
    num: size === 10 ? undefined : size,
  });
  return {
    operation,
    search: {
      operation,
      body,
      include: include ?? (operation === 'alpha.search' ? ['blocks', 'dates', 'metadata'] : ['metadata']),
    },
    paging: { name: 'start', page, size, origin: 0 },
    ignored: params.ignored(google),
  };
}

/** The country of a domain: `google.co.uk` is `uk`, `google.com.br` is `br`; `google.com` has none. */
function countryOfDomain(domain: string | undefined): string | undefined {
  return /^google\.(?:com\.|co\.)?([a-z]{2})$/i.exec(domain ?? '')?.[1]?.toLowerCase();
}

function autocompleteSearch(params: DialectParams): Omit<SerpapiSearch, 'engine'> {
  const body = omitUndefined({
    query: params.text('q'),
    gl: params.text('gl'),
    hl: normalizeLanguageCode(params.text('hl')),
    cp: params.integer('cp', 0, 4096),
  });
  const operation = 'alpha.autocomplete';
  return {
    operation,
    search: { operation, body, include: ['metadata'] },
    paging: undefined,
    ignored: params.ignored(autocomplete),
  };
}

function bingSearch(params: DialectParams): Omit<SerpapiSearch, 'engine'> {
  const count = params.integer('count', 1, 50);
  const size = count ?? 10;
  const first = params.integer('first', 1, 1_000_000) ?? 1;
  const page = Math.round((first - 1) / size) + 1;
  if (Math.abs((page - 1) * size + 1 - first) > 1)
    throw invalidParameterError('first', `"first" must be 1 more than a multiple of the ${size} rows of a page`);
  const native = nativePageWith((page - 1) * size, size);
  const body = omitUndefined({
    query: params.text('q'),
    location: params.text('location'),
    lat: numberOf(params, 'lat'),
    lon: numberOf(params, 'lon'),
    mkt: params.text('mkt'),
    cc: params.text('cc'),
    device: params.choice('device', { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet' }),
    safe:
      params.choice('safeSearch', { off: false, strict: true, moderate: undefined }) ??
      params.choice('safesearch', { off: false, strict: true, moderate: undefined }),
    page: native.page,
    num: count === undefined ? undefined : native.size,
  });
  return {
    operation: 'beta.search',
    search: { operation: 'beta.search', body, include: ['metadata'] },
    paging: { name: 'first', page, size, origin: 1 },
    cut: size < smallestPage ? native.cut : undefined,
    ignored: params.ignored(bing),
  };
}

/** Minimum number of rows of a native page. */
const smallestPage = 10;

/** The smallest native page with all of some rows, of which there are more than `size` if these are few. */
function nativePageWith(skipped: number, rows: number): { page: number; size: number; cut: RowCut } {
  let size = Math.max(smallestPage, rows);
  while (Math.floor(skipped / size) !== Math.floor((skipped + rows - 1) / size)) size += 1;
  return { page: Math.floor(skipped / size) + 1, size, cut: { skip: skipped % size, count: rows } };
}

function numberOf(params: DialectParams, name: string): number | undefined {
  const text = params.text(name);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  throw invalidParameterError(name, `"${name}" must be a number`);
}

function otherSearch(params: DialectParams, endpoint: Endpoint): Omit<SerpapiSearch, 'engine'> {
  const operation = endpoint.name;
  const page = Math.max(1, params.integer('page', 0, 1000) ?? (params.integer('offset', 0, 1000) ?? 0) + 1);
  const device = params.choice('device', { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet' });
  const body = omitUndefined({ query: params.text('q'), page, device: endpoint.takes('device') ? device : undefined });
  const include = ['metadata', ...operationExtras[operation].filter((extra) => extra === 'dates')];
  return {
    operation,
    search: { operation, body, include },
    paging: { name: 'page', page, size: 1, origin: 1 },
    ignored: params.ignored(other),
  };
}
