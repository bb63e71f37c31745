import type { PageRequest } from '../types.js';
import { acceptLanguage, assertQueryAndPage, buildUrl, type Freshness } from './locale.js';

/** Parameters of a search on gamma. */
export interface GammaSearchParams {
  /** The query, sent as given, including the engine's operators. */
  query: string;
  /** Page number, from 1 to `gammaLastPage`. @default 1 */
  page?: number | undefined;
  /** Whether to filter explicit results. @default the engine's default */
  safe?: boolean | undefined;
  /** Maximum age of results. @default any age */
  freshness?: Freshness | undefined;
}

/** The last page that gamma serves. */
export const gammaLastPage = 10;

/** Cookies for the engine's settings: world-wide results, English interface, no location, no summary, which delays the page. */
const settingCookies = { country: 'all', ui_lang: 'en-us', useLocation: '0', summarizer: '0' } as const;

const freshnessCodes: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

/** Builds the request for a page of web results on gamma, without spelling correction. */
export function gammaSearchRequest({ query, page = 1, safe, freshness }: GammaSearchParams): PageRequest {
  assertQueryAndPage({ query, page });
  const url = buildUrl('https://search.brave.com/search', {
    q: query,
    source: 'web',
    offset: page > 1 ? page - 1 : undefined,
    spellcheck: 0,
    tf: freshness && freshnessCodes[freshness],
  });
  const headers = { 'accept-language': acceptLanguage() };
  const cookies = { ...settingCookies, ...(safe !== undefined && { safesearch: safe ? 'strict' : 'off' }) };
  return { engine: 'gamma', operation: 'gamma.search', query, page, url, headers, cookies };
}
