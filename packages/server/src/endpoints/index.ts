import { alphaAutocomplete } from './alpha-autocomplete.js';
import { alphaNews } from './alpha-news.js';
import { alphaSearch } from './alpha-search.js';
import { alphaVideos } from './alpha-videos.js';
import { betaSearch } from './beta-search.js';
import type { Operation } from './endpoint.js';
import { gammaSearch } from './gamma-search.js';

/** Every endpoint of the service; a line here is a route, a metric and an entry in the description of the API. */
export const operations: readonly Operation[] = [
  alphaSearch,
  alphaNews,
  alphaVideos,
  alphaAutocomplete,
  betaSearch,
  gammaSearch,
];
