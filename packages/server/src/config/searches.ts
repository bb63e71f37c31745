import { type Settings, wholeSetting } from './kinds.js';

/** How searches are run. */
export interface SearchesConfig {
  searchTimeoutMs: number;
  attempts: number;
  maxSearches: number;
  circuitFailures: number;
  circuitSeconds: number;
}

export const searches: Settings<SearchesConfig> = {
  searchTimeoutMs: wholeSetting(
    {
      name: 'SVC_SEARCH_TIMEOUT_MS',
      fallback: '30000',
      description: 'Time that a search may take, all pages together.',
    },
    100,
    600_000,
  ),
  attempts: wholeSetting(
    { name: 'SVC_ATTEMPTS', fallback: '3', description: 'Greatest number of attempts for a page.' },
    1,
    10,
  ),
  maxSearches: wholeSetting(
    {
      name: 'SVC_MAX_SEARCHES',
      fallback: '50',
      description: 'Greatest number of different searches in progress; more are answered with 503.',
    },
    1,
    10_000,
  ),
  circuitFailures: wholeSetting(
    {
      name: 'SVC_CIRCUIT_FAILURES',
      fallback: '20',
      description: 'Consecutive failed pages of an operation that open the circuit of its engine; 0 never opens it.',
    },
    0,
    10_000,
  ),
  circuitSeconds: wholeSetting(
    {
      name: 'SVC_CIRCUIT_SECONDS',
      fallback: '30',
      description: 'How long an open circuit stays open; searches are answered with 503 meanwhile.',
    },
    1,
    3_600,
  ),
};
