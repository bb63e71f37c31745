import type { Adapter, AttemptEvent } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.js';
import { openCallers } from './callers/open.js';
import { ConfigError, describeConfig } from './config/config.js';
import type { Config } from './config/settings.js';
import { codeOf } from './errors/failures.js';
import { openFetcher, openPlaces } from './fetching/open.js';
import { createLifecycle } from './lifecycle/lifecycle.js';
import { stopService } from './lifecycle/stop.js';
import { createMetrics } from './observe/metrics.js';
import { openTracing } from './observe/tracing.js';
import { createOperatorApp } from './operator-app.js';

/** A service that listens. */
export interface Service {
  /** Address it listens on, `http://host:port`. */
  readonly address: string;
  /** Address of `/metrics`, `/livez` and `/readyz`: the same, unless they have a port of their own. */
  readonly operatorAddress: string;
  /** Stops it, see `stopService`. Calls after the first wait for the same end. */
  stop(): Promise<void>;
}

/** What can replace the usual parts. */
export interface ServiceOptions {
  /** The way to get a page. @default the one that the configuration names */
  adapter?: Adapter;
}

/** Starts the service and listens. */
export async function startService(config: Config, { adapter }: ServiceOptions = {}): Promise<Service> {
  const metrics = createMetrics();
  const lifecycle = createLifecycle();
  const onFault = (error: unknown) => app.log.warn({ code: codeOf(error) }, 'a page could not be kept');
  const onProxyFault = (error: unknown) => {
    app.log.warn({ code: codeOf(error) }, 'the file of proxies could not be read again');
  };
  // Ids, codes and times only: an event of the fetchers names no address and no query.
  const onFailedAttempt = (event: AttemptEvent) => app.log.info(event, 'an attempt failed');
  const tracing = await openTracing(config.tracesEndpoint);
  const fetcher = await openFetcher(config, { metrics, tracing, adapter, onFault, onFailedAttempt, onProxyFault });
  metrics.watch(() => fetcher.status());
  const callers = await openCallers(config, {
    onKeysFault: (error) => app.log.error({ err: error }, 'the keys could not be read again'),
    onUsageFault: (error) => app.log.warn({ code: codeOf(error) }, 'what keys have used could not be written'),
  });
  const places = await openPlaces(config);
  const app = createApp({
    config,
    fetcher,
    metrics,
    tracing,
    lifecycle,
    places,
    keys: callers.keys,
    usage: callers.usage,
  });
  const operators = config.operatorPort === null ? undefined : createOperatorApp({ config, lifecycle, metrics });
  const operatorAddress = operators && (await listen(operators, { ...config, port: config.operatorPort ?? 0 }));
  const address = await listen(app, config).catch(async (error: unknown) => {
    await operators?.close();
    throw error;
  });
  app.log.info({ address, ...describeConfig(config) }, 'started');
  let stopped: Promise<void> | undefined;
  return {
    address,
    operatorAddress: operatorAddress ?? address,
    stop() {
      stopped ??= stopService(config, { app, fetcher, lifecycle }).finally(async () => {
        await Promise.all([callers.close(), tracing.close(), operators?.close()]);
      });
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

async function listen(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError([`SVC_HOST and SVC_PORT must name an address to listen on: ${error.message}`]);
  }
}
