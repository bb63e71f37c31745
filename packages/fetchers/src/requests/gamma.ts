import type { PageRequest } from '../types.js';
import { acceptLanguage } from './locale.js';
import { buildUrl } from './url.js';

/** Parameters of a search on gamma. */
export interface GammaSearchParams {
  /** Sent as given; the engine's operators work. */
  query: string;
  /** Number of the page, from 1 to `gammaLastPage`. @default 1 */
  page?: number;
}

/** The last page that gamma serves. */
export const gammaLastPage = 10;

/** Settings of the engine's own page: world-wide, English words, no place, no summary that the rows would wait for. */
const settingCookies = { country: 'all', ui_lang: 'en-us', useLocation: '0', summarizer: '0' } as const;

/** Asks gamma for a page of web results, without correction of the query. */
export function gammaSearchRequest({ query, page = 1 }: GammaSearchParams): PageRequest {
  const url = buildUrl('https://search.brave.com/search', {
    q: query,
    source: 'web',
    offset: page > 1 ? page - 1 : undefined,
    spellcheck: 0,
  });
  const headers = {
    'accept-language': acceptLanguage(),
    // Its brotli stream has been seen broken.
    'accept-encoding': 'gzip, deflate',
  };
  return { engine: 'gamma', operation: 'gamma.search', query, page, url, headers, cookies: { ...settingCookies } };
}
