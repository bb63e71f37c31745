import { availableParallelism } from 'node:os';
import type { Adapter, Fetcher, Places } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { addAccountRoute, addLookupRoutes, addUsageRoute } from './api/account-routes.js';
import { addBatchRoute } from './api/batch-route.js';
import { createUrlRewriter } from './api/compat/dialect.js';
import { addCompatRoutes } from './api/compat/routes.js';
import { allLookups, createOpenApiDocument } from './api/docs/openapi.js';
import { addJobRoutes } from './api/job-routes.js';
import { addMcpRoute } from './api/mcp-route.js';
import { addMonitoringRoutes } from './api/operator-routes.js';
import { addOpenApiRoute, addPlaygroundDataRoute, addWebsiteRoutes } from './api/page-routes.js';
import { addSearchAllRoute } from './api/search-all-route.js';
import { addParseRoutes, addSearchRoutes, createCostFunction } from './api/search-routes.js';
import { defaultLimits } from './config/limits.js';
import { isLoopback } from './config/listening.js';
import type { Config } from './config/settings.js';
import { createPageExtractor } from './extract/extractor.js';
import { createExtractPages, type PageExtraction } from './extract/found-pages.js';
import { addErrorHandlers, compressTexts, simulatedHeader } from './http/answers.js';
import { addJsonBodyParser } from './http/body.js';
import { limitBodyMemory } from './http/read-bytes.js';
import { allowOrigins, createServer, handleExpectAndHost } from './http/server.js';
import { createLineRunner, type LineRunner } from './jobs/batch/run-line.js';
import { createJobDispatcher, jobRetentionMs } from './jobs/dispatcher.js';
import { createJobWorker } from './jobs/run-job.js';
import type { JobStore } from './jobs/store.js';
import { createWebhooks } from './jobs/webhooks/webhooks.js';
import { type AdmissionParts, addAdmissionHook } from './limits/keys/admit.js';
import { createKeyRing, type KeyRing } from './limits/keys/key-ring.js';
import { createLimiter, type Limiter } from './limits/limiter.js';
import { createEventLoopMonitor } from './limits/overload/event-loop-monitor.js';
import { createLoadShedder, type LoadShedder } from './limits/overload/load-shedder.js';
import { createOverloadCheck, delayRefusals } from './limits/overload/pacing.js';
import { createConcurrencySlots } from './limits/slots.js';
import { addLifecycleHooks, type Lifecycle } from './observe/lifecycle/lifecycle.js';
import { logRequests } from './observe/log.js';
import type { LogStream } from './observe/log-stream.js';
import type { Metrics } from './observe/metrics.js';
import { noTracing, type Tracing, traceParsing, traceRequests } from './observe/tracing.js';
import { measureParsing } from './observe/upstream.js';
import { createParameterChecks, type SimulatorWord } from './operations/checks.js';
import type { Endpoint } from './operations/endpoint.js';
import { endpoints as allEndpoints } from './operations/index.js';
import { toFetcher } from './pages/fetching/open.js';
import { createPageParser, type ParsePage } from './pages/reading/page-reader.js';
import { createAnswerSerializer } from './search/answer.js';
import { createSearch } from './search/search.js';
import type { ServiceState } from './state/state.js';
import { memoryState } from './state/state.js';
import { readPackageVersion } from './version.js';

/** The parts of the service. */
export interface AppParts {
  config: Config;
  /** Fetches pages. For an adapter, attempts, limits, circuits and proxies are those of the configuration. */
  fetcher: Fetcher | Adapter;
  places: Places;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** The valid keys. @default those of the configuration */
  keys?: KeyRing;
  /** State shared by requests. @default in the memory of this process */
  state?: Partial<ServiceState> | undefined;
  /** Whether Redis answers. @default Redis is not used */
  redis?: { isUp(): boolean } | undefined;
  /** The store of jobs. @default there are no jobs */
  jobs?: JobStore | undefined;
  /** @default no traces */
  tracing?: Tracing;
  /** The search endpoints. @default all of them */
  endpoints?: readonly Endpoint[];
  /** Words in a query that simulated engines react to. @default none: the engines are not simulated */
  simulatorWords?: readonly SimulatorWord[];
  /** Decides whether the processor has time for a request. @default by the load of the event loop */
  loadShedder?: LoadShedder;
  /** @default standard error, in the configured format */
  logTo?: LogStream;
}

/** Creates the web server with all routes. It does not listen yet. */
export function createApp(given: AppParts): FastifyInstance {
  const parts = { ...given, fetcher: toFetcher(given.config, given.fetcher) };
  const {
    config,
    lifecycle,
    metrics,
    endpoints = allEndpoints,
    tracing = noTracing,
    logTo,
    simulatorWords: words = [],
  } = parts;
  const app = createServer(config, logTo, {
    rewriteUrl: createUrlRewriter(config),
    headers: words.length > 0 ? simulatedHeader : {},
  });
  logRequests(app, metrics, { queries: config.logQueries });
  traceRequests(app, tracing);
  const bodies = limitBodyMemory(app, {
    total: config.maxBodiesMb * 1_000_000,
    perCaller: config.maxKeyBodiesMb * 1_000_000,
  });
  metrics.service.watchBodies(bodies.held);
  addJsonBodyParser(app);
  allowOrigins(app, config.corsOrigins);
  addLifecycleHooks(app, lifecycle);
  addErrorHandlers(app);
  handleExpectAndHost(app);
  delayRefusals(app);
  if (config.operatorPort === null) addMonitoringRoutes(app, parts);
  addOpenApiRoute(app, () => createOpenApiDocument(endpoints, allLookups));
  addWebsiteRoutes(app);
  addPlaygroundDataRoute(app, words);
  const reading = createPageParser({ threads: config.readingThreads ?? Math.max(1, availableParallelism() - 1) });
  app.addHook('onClose', () => reading.close());
  if (parts.fetcher !== given.fetcher) app.addHook('onClose', () => parts.fetcher.close());
  const readPage = traceParsing(measureParsing(reading.parse, metrics), tracing);
  addApi(app, { ...parts, endpoints, readPage });
  addCompatRoutes(app, { config, places: parts.places });
  return app;
}

type ApiParts = AppParts & Required<Pick<AppParts, 'endpoints'>> & { fetcher: Fetcher; readPage: ParsePage };

/** Opens what the paths with a key share: keys, limits, the search, and the lines of batches. */
function openSharedParts(app: FastifyInstance, parts: ApiParts) {
  const { config, fetcher, places, metrics, readPage } = parts;
  const { rates, usage, now, slots, cache, compressedCache, leases } = { ...memoryState(config), ...parts.state };
  const limiter = createLimiter({ defaults: defaultLimits(config), rates, usage, quotaClock: now });
  const rules = { keys: parts.keys ?? createKeyRing([...config.apiKeys, ...config.disabledApiKeys]), limiter };
  const { searchTimeoutMs: timeout, queueTimeoutMs: queueTimeout, keySearches: concurrency } = config;
  const monitor = createEventLoopMonitor();
  app.server.on('connection', () => monitor.busyFor()); // measured now, before the first request of a burst is read
  const gate = parts.loadShedder ?? createLoadShedder({ backlog: config.cpuBacklog, timeout, monitor });
  const checks = createParameterChecks(places, parts.simulatorWords);
  const search = createSearch({
    ...{ fetcher, metrics, places, checks, readPage, slots, cache, leases, timeout, queueTimeout },
    maxEventLoopDelay: () => monitor.busyFor(),
  });
  const serialize = createAnswerSerializer(compressedCache);
  const extraction = openExtraction(app, { config, fetcher, limiter });
  const lines = createLineRunner({
    ...{ search, serialize, limiter, lifecycle: parts.lifecycle, gate, concurrency, extraction },
    slots: createConcurrencySlots(Number.POSITIVE_INFINITY),
    shared: slots,
    searches: config.batchSearches,
    timeout: config.batchWaitSeconds * 1000,
    onFault: (error) => app.log.error({ err: error }, 'internal error'),
    onAnswer: (status) => metrics.service.lineAnswered(status),
  });
  return {
    rules,
    limiter,
    slots,
    checks,
    search,
    serialize,
    lines,
    extraction,
    concurrency,
    refuse: createOverloadCheck(gate),
  };
}

/** Adds the paths that need a key. */
function addApi(app: FastifyInstance, parts: ApiParts): void {
  const { config, places, endpoints, readPage } = parts;
  const shared = openSharedParts(app, parts);
  const { rules, limiter, checks, lines, extraction, concurrency, refuse } = shared;
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'search', rate: 'default', refuse, costOf: createCostFunction(endpoints) });
    compressTexts(api);
    addSearchRoutes(api, endpoints, shared);
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'search', rate: 'lookups' });
    compressTexts(api);
    addSearchAllRoute(api, { app, checks, extraction });
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'search', rate: 'lookups' });
    const { keyBatches, requestTimeoutMs: timeout, extractPages: maxPages } = config;
    addBatchRoute(api, { ...{ endpoints, lines, keyBatches, timeout, maxPages }, keys: rules.keys });
    if (parts.jobs !== undefined) addJobs(api, parts.jobs, { ...parts, ...rules, lines });
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'parse', rate: 'default', refuse });
    compressTexts(api);
    addParseRoutes(api, endpoints, { readPage, timeout: config.searchTimeoutMs });
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'lookup', rate: 'lookups' });
    compressTexts(api);
    addLookupRoutes(api, places);
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { rate: 'lookups' });
    const origins = config.mcpOrigins.split(',').map((origin) => origin.trim());
    addMcpRoute(api, {
      endpoints,
      origins,
      publicUrl: config.publicUrl,
      isLocal: isLoopback(config.host),
      version: readPackageVersion(),
      tools: { toolSet: config.mcpTools, maxPagesReadPerSearch: config.extractPages },
    });
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { rate: 'lookups' });
    addAccountRoute(api, { limiter, slots: shared.slots, concurrency });
  });
  app.register(async (api) => {
    addAdmissionHook(api, rules, { scope: 'admin', rate: 'lookups' });
    addUsageRoute(api, rules);
  });
}

/** Opens the extraction of found pages if it is enabled. */
function openExtraction(
  app: FastifyInstance,
  { config, fetcher, limiter }: { config: Config; fetcher: Fetcher; limiter: Limiter },
): PageExtraction | undefined {
  if (config.extractPages === 0) return undefined;
  const extractor = createPageExtractor({ fetcher, hosts: config.extractHosts });
  app.addHook('onClose', () => extractor.close());
  const timeout = config.extractSeconds * 1000;
  const slots = createConcurrencySlots(Number.POSITIVE_INFINITY);
  return { extractPages: createExtractPages({ extractor, limiter, slots, timeout }), maxPages: config.extractPages };
}

/** Adds the paths of jobs, and runs jobs while the service is up. */
function addJobs(
  api: FastifyInstance,
  store: JobStore,
  parts: ApiParts & AdmissionParts & { lines: LineRunner },
): void {
  const { config, lifecycle } = parts;
  const maxBytes = config.batchMegabytes * 1_000_000;
  const retention = jobRetentionMs(config);
  const webhooks = createWebhooks({
    ...{ config, retention, now: () => store.now() },
    onDelivery: () => parts.metrics.service.webhookDelivered(),
    onFailure({ id }, reason) {
      parts.metrics.service.webhookFailed(reason);
      api.log.warn({ batch: id, reason }, 'a webhook could not be delivered');
    },
  });
  const { refundPages } = parts.limiter;
  const work = createJobWorker({
    ...parts,
    store,
    maxBytes,
    maxPages: config.extractPages,
    refundPages,
    notify: webhooks.notify,
  });
  const onFault = (error: unknown) => api.log.error({ err: error }, 'a batch could not be run and will be retried');
  const dispatcher = createJobDispatcher({ store, work, onFault });
  addJobRoutes(api, {
    ...{ store, refundPages, maxBytes, webhooks, lifecycle, retention, onAdded: () => dispatcher.wake() },
    maxRunningJobs: config.keyBatches,
    maxKeptJobs: config.keptBatches,
    maxFollows: config.keyFollows,
    lifetime: config.batchHours * 3_600_000,
    timeout: config.requestTimeoutMs,
    maxPages: config.extractPages,
  });
  api.addHook('onReady', async () => dispatcher.start());
  api.addHook('preClose', () => dispatcher.close());
}
