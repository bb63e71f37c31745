import type { Adapter, Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { addMonitoringRoutes } from './api/operator-routes.js';
import { type AppParts, createApp } from './app.js';
import { assertWholeConfig, ConfigError, toLoggableConfig } from './config/config.js';
import type { Config } from './config/settings.js';
import { messageWithoutCredentials } from './config/without-credentials.js';
import { addErrorHandlers } from './http/answers.js';
import { createServer, handleExpectAndHost } from './http/server.js';
import { openJobStore } from './jobs/dispatcher.js';
import { createLifecycle, stopService } from './observe/lifecycle/lifecycle.js';
import { type BackgroundErrorHandlers, createBackgroundErrorHandlers } from './observe/log.js';
import { flushLog, type LogStream } from './observe/log-stream.js';
import { createMetrics, type Metrics } from './observe/metrics.js';
import { openTracing, type Tracing } from './observe/tracing.js';
import { openConfiguredKeyRing, openState, type SharedState } from './open-callers.js';
import { loadSimulatorWords } from './pages/fetching/adapters.js';
import { openFetcher, openPlaces } from './pages/fetching/open.js';
import type { ServiceState } from './state/state.js';

/** A listening service. */
export interface Service {
  /** Address on which it listens, `http://host:port`. */
  readonly address: string;
  /** Address of `/metrics`, `/livez` and `/readyz`: the same unless they have a separate port. */
  readonly operatorAddress: string;
  /**
   * Stops the service, see `stopService`. Further calls wait for the same end.
   *
   * @param how whether another process accepts new connections on the same address. @default none does
   */
  stop(how?: { isReplaced: boolean }): Promise<void>;
}

/** A service that does not listen: requests are injected into its app. */
interface OpenService {
  readonly app: FastifyInstance;
  /** Stops the service, see `stopService`. Further calls wait for the same end. */
  stop(): Promise<void>;
}

/** Replacements for the default parts. */
export interface ServiceOptions {
  /** Fetches pages. @default the adapter of the configuration */
  adapter?: Adapter;
  /** State shared with other processes. @default that of the configuration */
  shared?: SharedState;
  /** Messages logged at the start, such as unknown settings. @default none */
  warnings?: readonly string[];
  /** @default metrics of its own */
  metrics?: Metrics;
  /** Destination of the log. @default standard error, in the configured format */
  logTo?: LogStream;
}

/** Starts the service and listens. If that fails, everything is closed again. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  return open(config, options, listenWith);
}

/** Opens the service without listening. If that fails, everything is closed again. */
export async function openService(config: Config, options: ServiceOptions = {}): Promise<OpenService> {
  return open(config, options, async (app, parts) => ({ app, stop: stopperOf(app, parts) }));
}

async function open<Result>(
  config: Config,
  options: ServiceOptions,
  use: (app: FastifyInstance, parts: ServiceParts) => Promise<Result>,
): Promise<Result> {
  assertWholeConfig(config);
  const { adapter, metrics = createMetrics() } = options;
  let app: FastifyInstance | undefined;
  const faults = createBackgroundErrorHandlers(metrics, () => app?.log);
  const tracing = await openTracing(config.tracesEndpoint);
  const shared = options.shared ?? (await openState(config, faults));
  try {
    const parts = await openParts(config, { adapter, metrics, tracing, shared, faults });
    const { logTo } = options;
    app = createApp({ ...parts, simulatorWords: await loadSimulatorWords(config), ...(logTo && { logTo }) });
    for (const warning of options.warnings ?? []) app.log.warn(warning);
    const awayFor = shared.redis?.awayReason();
    if (awayFor !== undefined) faults.onAway(awayFor); // this happened before there was a log
    return await use(app, parts);
  } catch (error) {
    await Promise.all([shared.state.close(), tracing.close()]);
    throw error;
  }
}

/** What is open before the parts of the app. */
interface Opened {
  adapter: Adapter | undefined;
  metrics: Metrics;
  tracing: Tracing;
  shared: SharedState;
  faults: BackgroundErrorHandlers;
}

type ServiceParts = AppParts & Required<Pick<AppParts, 'keys' | 'tracing'>> & { fetcher: Fetcher; state: ServiceState };

async function openParts(config: Config, opened: Opened): Promise<ServiceParts> {
  const { metrics, tracing, faults } = opened;
  const { state, redis, keys: store } = opened.shared;
  if (redis) metrics.redis.watch(redis);
  const keys = await openConfiguredKeyRing(config, {
    store,
    onFault: faults.onKeysFault,
    onMended: faults.onKeysMended,
  });
  metrics.watchKeys(keys);
  const fetcher = await openFetcher(config, {
    ...faults,
    ...{ metrics, tracing, adapter: opened.adapter, health: state.health },
  });
  metrics.watch(() => fetcher.status());
  const places = await openPlaces(config);
  places.find('', 1); // the first look-up loads the included list, so that no request has to wait for it
  const jobs = await openJobStore(config, { ...faults, redis, onDamage: faults.onJobDamage });
  metrics.jobs.watchStore(jobs);
  return { config, fetcher, metrics, tracing, lifecycle: createLifecycle(), places, keys, state, redis, jobs };
}

async function listenWith(app: FastifyInstance, parts: ServiceParts): Promise<Service> {
  const { config } = parts;
  const operators = config.operatorPort === null ? undefined : createOperatorApp(parts);
  const operatorAddress =
    operators && (await listen(operators, config.host, ['SVC_OPERATOR_PORT', config.operatorPort ?? 0]));
  const address = await listen(app, config.host, ['SVC_PORT', config.port]).catch(async (error: unknown) => {
    await Promise.all([operators?.close(), app.close(), parts.fetcher.close()]);
    throw error;
  });
  app.log.info({ address, ...toLoggableConfig(config) }, 'started');
  if (parts.keys.state() === 'none') app.log.warn('there are no keys yet; "svc keys create" creates one');
  return { address, operatorAddress: operatorAddress ?? address, stop: stopperOf(app, parts, operators) };
}

/** Creates the web server of the operator port. It answers probes until everything else has stopped. */
function createOperatorApp(parts: ServiceParts): FastifyInstance {
  const app = createServer(parts.config, parts.logTo);
  addErrorHandlers(app);
  handleExpectAndHost(app);
  addMonitoringRoutes(app, parts);
  return app;
}

/** Returns the function that stops a service, once. */
function stopperOf(app: FastifyInstance, parts: ServiceParts, operators?: FastifyInstance): Service['stop'] {
  const { config, fetcher, lifecycle, keys, state, tracing } = parts;
  let stopped: Promise<void> | undefined;
  return ({ isReplaced } = { isReplaced: false }) => {
    stopped ??= stopService(config, { app, fetcher, lifecycle, isReplaced }).finally(async () => {
      keys.close();
      await Promise.all([state.close(), tracing.close(), operators?.close()]);
    });
    return stopped;
  };
}

/** Stops the service and exits on SIGTERM or SIGINT; a second signal exits at once. */
export function stopOnSignals(service: Service): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void exitAfter(service.stop());
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Ends the process when a service has stopped, whether or not its log is read. */
export async function exitAfter(stopped: Promise<void>): Promise<never> {
  const code = await stopped.then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  );
  await flushLog();
  process.exit(code);
}

/** @param setting the setting that names the port, and the port */
async function listen(app: FastifyInstance, host: string, [setting, port]: [string, number]): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    if ('code' in error && error.code === 'EADDRINUSE') throw new ConfigError([portTaken(host, setting, port)]);
    const why = messageWithoutCredentials(error.message);
    throw new ConfigError([`SVC_HOST and ${setting} must name an address to listen on: ${why}`]);
  }
}

function portTaken(host: string, setting: string, port: number): string {
  const other = port < 65_535 ? port + 1 : port - 1;
  return `port ${port} of ${host} is already in use: set ${setting} to another port, such as ${other}, or to 0 for any free port`;
}
