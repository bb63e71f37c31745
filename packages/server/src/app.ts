import { randomUUID } from 'node:crypto';
import type { Fetcher, Places } from '@svc/fetchers';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { createCache } from './cache/cache.js';
import type { Config } from './config/settings.js';
import { describeApi } from './docs/openapi.js';
import { playgroundPage } from './docs/playground.js';
import { referencePage } from './docs/reference.js';
import type { Endpoint, Found } from './endpoints/endpoint.js';
import { endpoints as allEndpoints } from './endpoints/index.js';
import { ApiError } from './errors/api-error.js';
import { toApiError } from './errors/failures.js';
import { errorKinds } from './errors/kinds.js';
import { pathOf, problemOf, problemType } from './errors/problem.js';
import { bodyLimit, readJsonBodies } from './http/body.js';
import { answerSpecialRequests, answerUnparsed } from './http/unparsed.js';
import { admitCounted, admitFree } from './keys/admit.js';
import type { Lifecycle } from './lifecycle/lifecycle.js';
import { createLimiter } from './limits/limiter.js';
import { logRequests, noteFailure } from './observe/log.js';
import type { Metrics } from './observe/metrics.js';
import { addLookupRoutes, lookups } from './routes/lookup-routes.js';
import { addSearchRoutes } from './routes/search-routes.js';
import { addServiceRoutes } from './routes/service-routes.js';
import { createBreaker } from './search/breaker.js';
import { createSearch } from './search/search.js';

/** What the service is put together from. */
export interface AppParts {
  config: Config;
  fetcher: Fetcher;
  places: Places;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** The search endpoints. @default all of them */
  endpoints?: readonly Endpoint[];
  /** Where log lines go. @default standard output */
  logTo?: { write(line: string): void };
}

/** Time for a whole request to arrive, so that slow senders hold no connection. */
const requestTimeout = 15_000;
/** Longer than load balancers keep idle connections, so that they are the ones to close them. */
const keepAliveTimeout = 75_000;

/** Makes the web server with all routes, not yet listening. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, lifecycle, metrics, endpoints = allEndpoints, logTo } = parts;
  const app = Fastify({
    bodyLimit,
    requestTimeout,
    keepAliveTimeout,
    logger: config.logLevel !== 'silent' && { level: config.logLevel, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsed,
    http: { requireHostHeader: false }, // what lacks it is refused by a hook, in our own form
    return503OnClosing: false, // turned away by a hook, in our own form
  });
  logRequests(app, metrics, { queries: config.logQueries });
  readJsonBodies(app);
  turnAway(app, lifecycle);
  answerFailures(app);
  answerSpecialRequests(app);
  addServiceRoutes(app, {
    lifecycle,
    metrics,
    description: describeApi(endpoints, lookups),
    pages: { '/': playgroundPage(endpoints), '/docs': referencePage(endpoints, lookups) },
  });
  addApi(app, { ...parts, endpoints });
  return app;
}

type ApiParts = AppParts & Required<Pick<AppParts, 'endpoints'>>;

/** Adds what needs a key. */
function addApi(app: FastifyInstance, { config, fetcher, places, metrics, endpoints }: ApiParts): void {
  const keys = [...config.apiKeys, ...config.disabledApiKeys];
  const limiter = createLimiter({ limit: config.rateLimit, window: config.rateWindowSeconds });
  const search = createSearch({
    fetcher,
    metrics,
    places,
    breaker: createBreaker({ failures: config.circuitFailures, rest: config.circuitSeconds }),
    maxSearches: config.maxSearches,
    timeout: config.searchTimeoutMs,
    ...(config.cache === 'memory' && {
      cache: createCache<Found>({ ttl: config.cacheSeconds, entries: config.cacheEntries }),
    }),
  });
  app.register(async (api) => {
    admitCounted(api, { keys, limiter });
    addSearchRoutes(api, endpoints, search);
  });
  app.register(async (api) => {
    admitFree(api, { keys, limiter });
    addLookupRoutes(api, places);
  });
}

/** Every error, and every request that no route takes, is answered in one form. */
function answerFailures(app: FastifyInstance): void {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  app.setErrorHandler<Error>(answerError);
  app.setNotFoundHandler(async (request) => {
    throw notFound(request, methods);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.is404) throw notFound(request, methods); // before a body of any kind is read
  });
}

/** Counts the requests in hand. Once the service is closed to new ones, only the paths for operators still answer. */
function turnAway(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.raw.once('close', lifecycle.enter());
    if (lifecycle.isClosed() && url.startsWith('/api/')) {
      throw new ApiError('shutting_down', 'The service is shutting down.');
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping()) reply.header('connection', 'close'); // the end need not wait for it to be idle
  });
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toApiError(error);
  noteFailure(request, failure);
  reply
    .code(errorKinds[failure.code].status)
    .headers({ 'x-request-id': request.id, ...failure.headers })
    .type(problemType)
    .send(problemOf(failure, request));
}

function notFound(request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): ApiError {
  const allowed = methods.get(pathOf(request.url));
  if (allowed === undefined) return new ApiError('not_found', 'Nothing is served at this path.');
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This path serves only ${allow}.`, { headers: { allow } });
}

/** The id that a caller gave its request, if it is one. */
function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,128}$/.test(header) ? header : undefined;
}
