import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.js';
import { ConfigError, describeConfig } from './config/config.js';
import type { Config } from './config/settings.js';
import { codeOf } from './errors/failures.js';
import { keepUnreadable } from './fetching/keep.js';
import { createLifecycle, type Lifecycle } from './lifecycle/lifecycle.js';
import { createMetrics, type Metrics } from './observe/metrics.js';

/** A service that listens. */
export interface Service {
  /** Address it listens on, `http://host:port`. */
  readonly address: string;
  /**
   * Ends it: not ready, then closed to new searches, then waits for those under way, breaks off what is left when time is up, and
   * frees everything. Calls after the first wait for the same end.
   */
  stop(): Promise<void>;
}

/** What can be put in the place of the usual parts. */
export interface ServiceOptions {
  /** The way to get a page. @default the one that the configuration names */
  adapter?: Adapter;
}

/** Starts the service and listens. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const metrics = createMetrics();
  const lifecycle = createLifecycle();
  const plain = openFetcher(config, metrics, options.adapter ?? adapterOf(config));
  const fetcher = keeping(plain, config, (code) => app.log.warn({ code }, 'a page could not be kept'));
  const app = createApp({ config, fetcher, metrics, lifecycle, places: await openPlaces(config) });
  const address = await listen(app, config);
  app.log.info({ address, ...describeConfig(config) }, 'started');
  let stopped: Promise<void> | undefined;
  return {
    address,
    stop() {
      stopped ??= stopService(config, { app, fetcher, lifecycle });
      return stopped;
    },
  };
}

/** Stops the service on SIGTERM or SIGINT and ends the process; a second signal ends it at once. */
export function stopOnSignals(service: Service): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError([`SVC_HOST and SVC_PORT must name an address to listen on: ${error.message}`]);
  }
}

/** Milliseconds for the last errors to be sent. */
const lastWords = 1_000;

interface Running {
  app: FastifyInstance;
  fetcher: Fetcher;
  lifecycle: Lifecycle;
}

async function stopService(config: Config, { app, fetcher, lifecycle }: Running): Promise<void> {
  app.log.info('stopping');
  lifecycle.stop();
  await sleep(config.drainDelayMs);
  lifecycle.close();
  const closed = app.close(); // stops listening
  const inTime = await lifecycle.drained(config.shutdownTimeoutMs);
  if (!inTime) app.log.warn('searches under way are broken off');
  await fetcher.close(); // whoever still waits is then answered with an error
  await lifecycle.drained(lastWords);
  app.server.closeAllConnections(); // also those that were opened and never used
  await closed;
  app.log.info('stopped');
}

async function openPlaces({ placesFile }: Config): Promise<Places> {
  if (placesFile === '') return includedPlaces();
  const csv = await readFile(placesFile, 'utf8');
  try {
    return importPlaces(csv);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError([`SVC_PLACES_FILE must be the list of places that alpha publishes: ${error.message}`]);
  }
}

function openFetcher(config: Config, metrics: Metrics, adapter: Adapter): Fetcher {
  return createFetcher({
    adapter,
    proxies: config.proxies,
    attempts: config.attempts,
    onAttempt: metrics.attempted,
  });
}

/** @param onFault told the code of the fault alone: its message names the folder, which says the query */
function keeping(fetcher: Fetcher, { keepFolder, keepLimit }: Config, onFault: (code: string) => void): Fetcher {
  if (keepFolder === '') return fetcher;
  return keepUnreadable(fetcher, {
    folder: keepFolder,
    limit: keepLimit,
    onFault: (error) => onFault(codeOf(error)),
  });
}

function adapterOf({ adapter, replayFolder, gateway }: Config): Adapter {
  const makers: Record<Config['adapter'], () => Adapter> = {
    replay: () => replayAdapter({ folder: replayFolder }),
    http: () => (gateway === '' ? httpAdapter() : gatewayAdapter({ address: gateway, adapter: httpAdapter() })),
  };
  return makers[adapter]();
}
