import type { Fetcher, Places } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { createCache } from './cache/cache.js';
import type { Config } from './config/settings.js';
import { describeApi } from './docs/openapi.js';
import { playgroundPage } from './docs/playground.js';
import { referencePage } from './docs/reference.js';
import type { Endpoint, Found } from './endpoints/endpoint.js';
import { endpoints as allEndpoints } from './endpoints/index.js';
import { lookups } from './endpoints/lookups.js';
import { answerFailures } from './http/answers.js';
import { readJsonBodies } from './http/body.js';
import { createServer, type LogStream } from './http/server.js';
import { answerSpecialRequests } from './http/unparsed.js';
import { admitCounted, admitFree } from './keys/admit.js';
import type { Lifecycle } from './lifecycle/lifecycle.js';
import { refuseWhenClosed } from './lifecycle/refuse.js';
import { createLimiter } from './limits/limiter.js';
import { logRequests } from './observe/log.js';
import type { Metrics } from './observe/metrics.js';
import { createPageReading, type PageReading } from './reading/reading.js';
import { addLookupRoutes } from './routes/lookup-routes.js';
import { addParseRoutes } from './routes/parse-routes.js';
import { addSearchRoutes } from './routes/search-routes.js';
import { addServiceRoutes } from './routes/service-routes.js';
import { createSearch } from './search/search.js';

/** What the service is made of. */
export interface AppParts {
  config: Config;
  fetcher: Fetcher;
  places: Places;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** The search endpoints. @default all of them */
  endpoints?: readonly Endpoint[];
  /** @default standard output */
  logTo?: LogStream;
}

/** Makes the web server with all routes, not yet listening. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, lifecycle, metrics, endpoints = allEndpoints, logTo } = parts;
  const app = createServer(config, logTo);
  logRequests(app, metrics, { queries: config.logQueries });
  readJsonBodies(app);
  refuseWhenClosed(app, lifecycle);
  answerFailures(app);
  answerSpecialRequests(app);
  addServiceRoutes(app, {
    lifecycle,
    metrics,
    description: describeApi(endpoints, lookups),
    pages: { '/': playgroundPage(endpoints), '/docs': referencePage(endpoints, lookups) },
  });
  const reading = createPageReading(config);
  app.addHook('onClose', () => reading.close());
  addApi(app, { ...parts, endpoints, reading });
  return app;
}

type ApiParts = AppParts & Required<Pick<AppParts, 'endpoints'>> & { reading: PageReading };

/** Adds what needs a key. */
function addApi(app: FastifyInstance, { config, fetcher, places, metrics, endpoints, reading }: ApiParts): void {
  const keys = [...config.apiKeys, ...config.disabledApiKeys];
  const limiter = createLimiter({ limit: config.rateLimit, window: config.rateWindowSeconds });
  const search = createSearch({
    fetcher,
    metrics,
    places,
    readPage: reading.read,
    timeout: config.searchTimeoutMs,
    ...(config.cache === 'memory' && {
      cache: createCache<Found>({ ttl: config.cacheSeconds, entries: config.cacheEntries }),
    }),
  });
  app.register(async (api) => {
    admitCounted(api, { keys, limiter });
    addSearchRoutes(api, endpoints, search);
    addParseRoutes(api, endpoints, { readPage: reading.read, timeout: config.searchTimeoutMs });
  });
  app.register(async (api) => {
    admitFree(api, { keys, limiter });
    addLookupRoutes(api, places);
  });
}
