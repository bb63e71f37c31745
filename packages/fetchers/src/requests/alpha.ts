import { isoCountry } from '../places/countries.js';
import type { Operation, PageRequest } from '../types.js';
import { acceptLanguage, buildUrl, countryOf } from './locale.js';

/** Parameters of every search on alpha. */
export interface AlphaSearchParams {
  /** Sent as given; the engine's operators work. */
  query: string;
  /** Number of the page of ten, from 1. @default 1 */
  page?: number;
  /** Country to search from, ISO 3166-1 alpha-2 in any case, also `uk`. */
  gl?: string;
  /** Language of the engine's own words, such as `de` or `pt-BR`. */
  hl?: string;
  /** Country of the place that the search comes from; sent where `gl` is not given, and sets no language. */
  placeCountry?: string;
  /** Encoded place, see `encodeNameUule` and `encodeCoordinatesUule`. Sent as given. */
  uule?: string;
  /** Filters that the query cannot express, such as `qdr:w`. Sent as given. */
  tbs?: string;
  /** Whether explicit results are left out. @default as the engine has it */
  safe?: boolean;
  /** Languages that results are in: `lang_de`, several joined by `|`. @default any */
  lr?: string;
  /** Countries that results are from: `countryAT`, several joined by `|`, all but one by `-`. @default any */
  cr?: string;
  /** Whether the query is taken as it is spelt. @default the engine may correct it */
  nfpr?: Switch;
  /** Whether results that are much like others are left out. @default they are */
  filter?: Switch;
}

/** On or off, as the engine has it or as a program does. */
export type Switch = boolean | 0 | 1;

/** Parameters of suggestions on alpha. */
export interface AlphaAutocompleteParams {
  query: string;
  /** Place of the caret in the query, from 0; sent only when above 0, and at most the query's length. @default the end */
  cp?: number;
  gl?: string;
  hl?: string;
}

/** The last page that alpha serves. */
export const alphaLastPage = 40;

/** Rows on a page of alpha. */
export const alphaPageSize = 10;

const origin = 'https://www.google.com';

/** Says that consent was given, so that no page asks for it. `CONSENT` is the older form. */
const consentCookies = { CONSENT: 'YES+', SOCS: 'CAI' } as const;

/** Languages that alpha knows by another code than the canonical one. */
const engineLanguages: Readonly<Record<string, string>> = {
  he: 'iw',
  jv: 'jw',
  nb: 'no',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
};

/** Asks alpha for a page of web results. */
export function alphaSearchRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.search', params);
}

/** Asks alpha for a page of news. */
export function alphaNewsRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.news', params, 'nws');
}

/** Asks alpha for a page of videos. */
export function alphaVideosRequest(params: AlphaSearchParams): PageRequest {
  return searchRequest('alpha.videos', params, 'vid');
}

/** Asks alpha for suggestions, as plain text in UTF-8. */
export function alphaAutocompleteRequest({ query, cp = 0, gl, hl }: AlphaAutocompleteParams): PageRequest {
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
    ...(gl !== undefined && { gl: isoCountry(gl).toLowerCase() }),
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
  return { engine: 'alpha', operation, query, page, url, headers, cookies, ...countryOf(gl ?? placeCountry) };
}
