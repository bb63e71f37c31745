import { readFile } from 'node:fs/promises';
import {
  type Adapter,
  createFetcher,
  type Fetcher,
  gatewayAdapter,
  httpAdapter,
  importPlaces,
  includedPlaces,
  type Places,
  replayAdapter,
} from '@svc/fetchers';
import { ConfigError } from '../config/config.js';
import type { FetchingConfig } from '../config/fetching.js';
import type { SearchesConfig } from '../config/searches.js';
import type { Metrics } from '../observe/metrics.js';
import { keepUnreadable } from './keep.js';

/** What pages are fetched with. */
export interface FetchingParts {
  metrics: Metrics;
  /** The way to get a page. @default the one that the configuration names */
  adapter?: Adapter | undefined;
  /** Receives every page that could not be kept. Its message names the folder, which says the query. */
  onFault(error: unknown): void;
}

/** Opens the fetcher that a configuration names. */
export function openFetcher(
  config: FetchingConfig & Pick<SearchesConfig, 'attempts'>,
  { metrics, adapter = adapterOf(config), onFault }: FetchingParts,
): Fetcher {
  const { proxies, attempts, keepFolder, keepLimit } = config;
  const fetcher = createFetcher({ adapter, proxies, attempts, onAttempt: metrics.attempted });
  return keepFolder === '' ? fetcher : keepUnreadable(fetcher, { folder: keepFolder, limit: keepLimit, onFault });
}

/** Opens the list of places that a configuration names. Throws a `ConfigError` for a file that is no such list. */
export async function openPlaces({ placesFile }: FetchingConfig): Promise<Places> {
  if (placesFile === '') return includedPlaces();
  const csv = await readFile(placesFile, 'utf8');
  try {
    return importPlaces(csv);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError([`SVC_PLACES_FILE must be the list of places that alpha publishes: ${error.message}`]);
  }
}

function adapterOf({ adapter, replayFolder, gateway }: FetchingConfig): Adapter {
  const makers: Record<FetchingConfig['adapter'], () => Adapter> = {
    replay: () => replayAdapter({ folder: replayFolder }),
    http: () => (gateway === '' ? httpAdapter() : gatewayAdapter({ address: gateway, adapter: httpAdapter() })),
  };
  return makers[adapter]();
}
