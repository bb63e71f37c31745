import type { PageRequest } from '../types.js';
import { acceptLanguage, buildUrl, type Freshness } from './locale.js';

/** Parameters of a search on gamma. */
export interface GammaSearchParams {
  /** Sent as given; the engine's operators work. */
  query: string;
  /** Number of the page, from 1 to `gammaLastPage`. @default 1 */
  page?: number;
  /** Whether explicit results are left out. @default as the engine has it */
  safe?: boolean;
  /** How old results may be. @default any age */
  freshness?: Freshness;
}

/** The last page that gamma serves. */
export const gammaLastPage = 10;

/** Settings of the engine's own page: world-wide, English words, no place, no summary that the rows would wait for. */
const settingCookies = { country: 'all', ui_lang: 'en-us', useLocation: '0', summarizer: '0' } as const;

const freshnessCodes: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

/** Asks gamma for a page of web results, without correction of the query. */
export function gammaSearchRequest({ query, page = 1, safe, freshness }: GammaSearchParams): PageRequest {
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
