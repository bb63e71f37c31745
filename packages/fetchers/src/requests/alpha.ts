import type { Operation } from '../engines.js';
import { toIsoCountryCode } from '../places/countries.js';
import type { PageRequest } from '../types.js';
import { acceptLanguage, assertQueryAndPage, buildUrl, countryField } from './locale.js';

/** Parameters of searches on alpha. */
export interface AlphaSearchParams {
  /** The query, sent as given, including the engine's operators. */
  query: string;
  /** Page number, from 1; ten results each. @default 1 */
  page?: number | undefined;
  /** Country to search from, ISO 3166-1 alpha-2 in any case, also `uk`. */
  gl?: string | undefined;
  /** Language of the user interface, such as `de` or `pt-BR`. */
  hl?: string | undefined;
  /** Country of the searcher's location. Sent if `gl` is not given; does not affect the language. */
  placeCountry?: string | undefined;
  /** Encoded location, see `encodeNameUule` and `encodeCoordinatesUule`. Sent as given. */
  uule?: string | undefined;
  /** Further filters, such as `qdr:w`. Sent as given. */
  tbs?: string | undefined;
  /** Whether to filter explicit results. @default the engine's default */
  safe?: boolean | undefined;
  /** Languages of the results: `lang_de`, several joined by `|`. @default any */
  lr?: string | undefined;
  /** Countries of the results: `countryAT`, several joined by `|`, excluded with `-`. @default any */
  cr?: string | undefined;
  /** Whether to disable spelling correction. @default the engine may correct the query */
  nfpr?: BooleanFlag | undefined;
  /** Whether to omit similar results. @default they are omitted */
  filter?: BooleanFlag | undefined;
}

/** On or off, as the engine's strings or as a boolean. */
export type BooleanFlag = boolean | 0 | 1;

/** Parameters of autocomplete on alpha. */
export interface AlphaAutocompleteParams {
  query: string;
  /** Cursor position in the query, from 0 to its length; sent only if above 0. @default the end */
  cp?: number | undefined;
  gl?: string | undefined;
  hl?: string | undefined;
}

/** The last page that alpha serves. */
export const alphaLastPage = 40;

/** Rows on a page of alpha. */
export const alphaPageSize = 10;

const origin = 'https://www.google.com';

/** Cookies of a visitor who has answered the consent page. `CONSENT` is the older form. */
const consentCookies = { CONSENT: 'YES+', SOCS: 'CAI' } as const;

/** Languages for which alpha does not use the canonical code. */
const engineLanguages: Readonly<Record<string, string>> = {
  he: 'iw',
  jv: 'jw',
  nb: 'no',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
};

/** Builds the request for a page of web results on alpha. */
export function alphaSearchRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.search', params);
}

/** Builds the request for a page of news on alpha. */
export function alphaNewsRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.news', params, 'nws');
}

/** Builds the request for a page of videos on alpha. */
export function alphaVideosRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.videos', params, 'vid');
}

/** Builds the request for autocomplete suggestions on alpha, as plain text in UTF-8. */
export function alphaAutocompleteRequest({ query, cp = 0, gl, hl }: AlphaAutocompleteParams): PageRequest {
  assertQueryAndPage({ query });
  const url = buildUrl(`${origin}/complete/search`, {
    q: query,
    client: 'chrome',
    cp: cp > 0 ? Math.min(cp, query.length) : undefined,
    ...localeParams(gl, hl),
    ie: 'UTF-8',
    oe: 'UTF-8',
  });
  return toRequest('alpha.autocomplete', { query, page: 1, url, gl, hl });
}

function searchRequest(operation: Operation, params: AlphaSearchParams, tab?: string): PageRequest {
  assertQueryAndPage(params);
  const { query, page = 1, gl, hl, placeCountry, uule, tbs, safe, lr, cr, nfpr, filter } = params;
  const url = buildUrl(`${origin}/search`, {
    q: query,
    tbm: tab,
    tbs,
    start: page > 1 ? alphaPageSize * (page - 1) : undefined,
    ...localeParams(gl ?? placeCountry, hl),
    uule,
    lr,
    cr,
    safe: safeWords.get(safe),
    nfpr: nfpr === undefined ? undefined : Number(nfpr),
    filter: filter === undefined ? undefined : Number(filter),
    ie: 'utf8',
    oe: 'utf8',
  });
  return toRequest(operation, { query, page, url, gl, hl, placeCountry });
}

const safeWords: ReadonlyMap<boolean | undefined, string> = new Map([
  [false, 'off'],
  [true, 'active'],
]);

function localeParams(gl: string | undefined, hl: string | undefined): { gl?: string; hl?: string } {
  return {
    ...(gl !== undefined && { gl: toIsoCountryCode(gl).toLowerCase() }),
    ...(hl !== undefined && { hl: engineLanguage(hl) }),
  };
}

function engineLanguage(hl: string): string {
  const canonical = new Intl.Locale(hl).toString();
  return engineLanguages[canonical] ?? canonical;
}

interface Address {
  query: string;
  page: number;
  url: string;
  gl: string | undefined;
  hl: string | undefined;
  placeCountry?: string | undefined;
}

function toRequest(operation: Operation, { query, page, url, gl, hl, placeCountry }: Address): PageRequest {
  const headers = { 'accept-language': acceptLanguage(hl, gl) };
  const cookies = { ...consentCookies };
  return { engine: 'alpha', operation, query, page, url, headers, cookies, ...countryField(gl ?? placeCountry) };
}
