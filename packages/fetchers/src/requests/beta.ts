import type { PageRequest } from '../types.js';
import { acceptLanguage, assertQueryAndPage, buildUrl, countryField, type Freshness } from './locale.js';

/** Parameters of a search on beta. `mkt` and `cc` exclude each other. */
export interface BetaSearchParams {
  /** The query, sent as given, including the engine's operators. */
  query: string;
  /** Page number, from 1. @default 1 */
  page?: number | undefined;
  /** Results per page, 10 to 50; the engine may return fewer. Also determines the offset of a page. @default 10 */
  num?: number | undefined;
  /** Market, `<language>-<country>`. */
  mkt?: string | undefined;
  /** Country, ISO 3166-1 alpha-2 in any case, also `uk`. The page is requested in a language of the country. */
  cc?: string | undefined;
  /** Country of the searcher's location. Sent if neither `mkt` nor `cc` is given; does not affect the language. */
  placeCountry?: string | undefined;
  /**
   * Location of the searcher. Sent as the engine's location cookie, which the engine may ignore in favour of the IP address.
   */
  coordinates?: Coordinates | undefined;
  /** Name of the place at `coordinates`, such as `Austin, Texas`. */
  placeName?: string | undefined;
  /** Whether to filter explicit results. @default the engine's default */
  safe?: boolean | undefined;
  /** Maximum age of results. @default any age */
  freshness?: Freshness | undefined;
  /** The time from which `freshness` counts, in milliseconds since 1970. @default now */
  now?: number | undefined;
  /** Position of the first result, from 1, as given by a pager link. @default `num` results per previous page */
  first?: number | undefined;
}

/** A point, in degrees. */
export interface Coordinates {
  /** −90 to 90. */
  lat: number;
  /** −180 to 180. */
  lon: number;
}

const betaPageSize = 10;

/** Builds the request for a page of web results on beta. */
export function betaSearchRequest(params: BetaSearchParams): PageRequest {
  assertQueryAndPage(params);
  const { query, page = 1, num, mkt, cc, placeCountry, coordinates, placeName, safe, freshness } = params;
  const { now = Date.now(), first = (num ?? betaPageSize) * (page - 1) + 1 } = params;
  const market = mkt === undefined ? undefined : new Intl.Locale(mkt);
  const url = buildUrl('https://www.bing.com/search', {
    q: query,
    first: page > 1 ? first : undefined,
    FORM: pageForm(page),
    count: num,
    mkt: market?.toString(),
    setlang: market?.toString().toLowerCase(),
    cc: countryField(cc ?? (mkt === undefined ? placeCountry : undefined)).country,
    adlt: safeWords.get(safe),
    filters: freshness && ageFilter(freshness, now),
  });
  const headers = { 'accept-language': acceptLanguage(market?.toString(), cc) };
  const cookies = {
    ...(coordinates && { USRLOC: locationCookie(coordinates, placeName) }),
    ...(safe !== undefined && { SRCHHPGUSR: `ADLT=${safe ? 'STRICT' : 'OFF'}` }),
  };
  const country = countryField(cc ?? market?.region ?? placeCountry);
  return { engine: 'beta', operation: 'beta.search', query, page, url, headers, cookies, ...country };
}

const safeWords: ReadonlyMap<boolean | undefined, string> = new Map([
  [false, 'off'],
  [true, 'strict'],
]);

const ages: Readonly<Record<Exclude<Freshness, 'year'>, string>> = { day: 'ez1', week: 'ez2', month: 'ez3' };
const dayLength = 86_400_000;

/** The engine has no filter for a year, only for a range of days since 1970. */
function ageFilter(freshness: Freshness, now: number): string {
  const today = Math.floor(now / dayLength);
  return `ex1:"${freshness === 'year' ? `ez5_${today - 365}_${today}` : ages[freshness]}"`;
}

/** `FORM` as in the engine's pager links: none, `PERE`, `PERE1`, `PERE2` … */
function pageForm(page: number): string | undefined {
  if (page < 2) return undefined;
  return page === 2 ? 'PERE' : `PERE${page - 2}`;
}

/** The engine's location cookie. It stores degrees as single-precision floats. */
function locationCookie({ lat, lon }: Coordinates, name = ''): string {
  const fields = [`LAT=${Math.fround(lat)}`, `LON=${Math.fround(lon)}`, `N=${encodeURIComponent(name)}`, 'ELT=4'];
  return `HS=1&ELOC=${fields.join('|')}|`;
}
