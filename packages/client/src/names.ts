// Written by `pnpm --filter @svc/client types`.

/** The path of each search. */
export const pathsByOperation = {
  'alpha.search': '/api/v1/alpha/search',
  'alpha.news': '/api/v1/alpha/news',
  'alpha.videos': '/api/v1/alpha/videos',
  'alpha.autocomplete': '/api/v1/alpha/search/autocomplete',
  'beta.search': '/api/v1/beta/search',
  'gamma.search': '/api/v1/gamma/search',
} as const;

/** The common name of each engine. */
export const namesByEngine = {
  alpha: 'Google',
  beta: 'Bing',
  gamma: 'Brave',
} as const;

/** The parameters of each engine's web search that tools have under one name for all engines. */
export const toolParametersByEngine = {
  alpha: ['location', 'tbs'],
  beta: ['location', 'freshness'],
  gamma: ['freshness'],
} as const;
