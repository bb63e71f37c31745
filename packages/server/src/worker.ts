import { AggregatorRegistry } from 'prom-client';
import { ConfigError, readConfig } from './config/config.js';
import type { Config } from './config/settings.js';
import { unknownVariableWarnings } from './config/settings.js';
import { exitAfter, startService } from './main.js';
import { createMetrics } from './observe/metrics.js';
import { heartbeatInterval, isServiceMessage, type PrimaryMessage, type WorkerMessage } from './workers/messages.js';

/** Settings that hold for the whole machine and are divided among its processes. */
const divided = [
  'maxSearches',
  'queuedSearches',
  'maxConnections',
  'maxUnsentMb',
  'browserPages',
  'cacheMegabytes',
] as const satisfies readonly (keyof Config)[];

// One of several processes of a service, started by `startCluster`. A terminal sends SIGINT to all of them, so it is ignored
// here: the primary decides when to stop. On SIGTERM only this process stops, once its successor listens.

const send = (message: WorkerMessage, sent?: () => void) => void process.send?.(message, sent);
const listeners = new Set<(message: PrimaryMessage) => void>();
process.on('message', (message: unknown) => {
  if (isServiceMessage(message)) for (const listener of listeners) listener(message as PrimaryMessage);
});
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1)); // the primary has died

/** Metrics of this process. `/metrics` shows those of all processes together. */
function sharedMetrics(): ReturnType<typeof createMetrics> {
  const own = createMetrics();
  new AggregatorRegistry(); // answers the primary, which collects the metrics of this process
  AggregatorRegistry.setRegistries(own.registry);
  let last = 0;
  const text = () => {
    last += 1;
    const request = last;
    return new Promise<string>((resolve) => {
      const listener = (message: PrimaryMessage) => {
        if (message.svc !== 'metrics' || message.request !== request) return;
        listeners.delete(listener);
        resolve(message.text);
      };
      listeners.add(listener);
      send({ svc: 'metrics', request });
    });
  };
  return { ...own, text };
}

try {
  const service = await startService(shareOfWorker(readConfig(process.env)), {
    metrics: sharedMetrics(),
    warnings: [...unknownVariableWarnings(process.env).values()],
  });
  process.on('SIGTERM', () => send({ svc: 'leaving' }));
  listeners.add((message) => {
    if (message.svc === 'stop') void exitAfter(service.stop(message));
  });
  setInterval(() => send({ svc: 'alive' }), heartbeatInterval).unref();
  const { address, operatorAddress } = service;
  send({ svc: 'listening', address, operatorAddress });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  send({ svc: 'failed', faults: error.faults }, () => process.exit(1));
}

/**
 * The configuration of one worker. Divided values are at least 1. Each worker has a core, so one thread for large pages is
 * enough by default.
 */
function shareOfWorker(config: Config): Config {
  const shares = divided.map((name) => [name, Math.ceil(config[name] / config.workers)]);
  const readingThreads = Math.ceil((config.readingThreads ?? config.workers) / config.workers);
  return { ...config, readingThreads, ...Object.fromEntries(shares) };
}
