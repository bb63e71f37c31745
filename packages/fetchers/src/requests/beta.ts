import type { PageRequest } from '../types.js';
import { acceptLanguage, buildUrl, countryOf, type Freshness } from './locale.js';

/** Parameters of a search on beta. `mkt` and `cc` exclude each other. */
export interface BetaSearchParams {
  /** Sent as given; the engine's operators work. */
  query: string;
  /** Number of the page, from 1. @default 1 */
  page?: number;
  /** Rows on a page, 10 to 50: a hint that the engine may not follow. It also sets how many rows a page skips. @default 10 */
  num?: number;
  /** Market, `<language>-<country>`. */
  mkt?: string;
  /** Country, ISO 3166-1 alpha-2 in any case, also `uk`. The page is asked for in the language spoken there. */
  cc?: string;
  /** Country of the place that the search comes from; sent where neither `mkt` nor `cc` is, and sets no language. */
  placeCountry?: string;
  /**
   * Where the search comes from. Best effort: it is sent as the engine's own location cookie, which the engine may
   * overrule by the address that the request comes from.
   */
  coordinates?: Coordinates;
  /** Name of the place at `coordinates`, such as `Austin, Texas`. */
  placeName?: string;
  /** Whether explicit results are left out. @default as the engine has it */
  safe?: boolean;
  /** How old results may be. @default any age */
  freshness?: Freshness;
  /** The day that `freshness` counts from, in milliseconds since 1970. @default now */
  now?: number;
  /** Place of the first row, from 1, where a pager leads to it. @default `num` rows for each page before */
  first?: number;
}

/** A point, in degrees. */
export interface Coordinates {
  /** −90 to 90. */
  lat: number;
  /** −180 to 180. */
  lon: number;
}

const betaPageSize = 10;

/** Asks beta for a page of web results. */
export function betaSearchRequest(params: BetaSearchParams): PageRequest {
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
    cc: countryOf(cc ?? (mkt === undefined ? placeCountry : undefined)).country,
    adlt: safeWords.get(safe),
    filters: freshness && ageFilter(freshness, now),
  });
  const headers = { 'accept-language': acceptLanguage(market?.toString(), cc) };
  const cookies = {
    ...(coordinates && { USRLOC: locationCookie(coordinates, placeName) }),
    ...(safe !== undefined && { SRCHHPGUSR: `ADLT=${safe ? 'STRICT' : 'OFF'}` }),
  };
  const country = countryOf(cc ?? market?.region ?? placeCountry);
  return { engine: 'beta', operation: 'beta.search', query, page, url, headers, cookies, ...country };
}

const safeWords: ReadonlyMap<boolean | undefined, string> = new Map([
  [false, 'off'],
  [true, 'strict'],
]);

const ages: Readonly<Record<Exclude<Freshness, 'year'>, string>> = { day: 'ez1', week: 'ez2', month: 'ez3' };
const dayLength = 86_400_000;

/** The engine has no year of its own, but a span from day to day, counted since 1970. */
function ageFilter(freshness: Freshness, now: number): string {
  const today = Math.floor(now / dayLength);
  return `ex1:"${freshness === 'year' ? `ez5_${today - 365}_${today}` : ages[freshness]}"`;
}

/** What the engine's own pager says of the page it leads to: none, `PERE`, `PERE1`, `PERE2` … */
function pageForm(page: number): string | undefined {
  if (page < 2) return undefined;
  return page === 2 ? 'PERE' : `PERE${page - 2}`;
}

/** The engine's effective location; degrees are single-precision floats there. */
function locationCookie({ lat, lon }: Coordinates, name = ''): string {
  const fields = [`LAT=${Math.fround(lat)}`, `LON=${Math.fround(lon)}`, `N=${encodeURIComponent(name)}`, 'ELT=4'];
  return `HS=1&ELOC=${fields.join('|')}|`;
}
