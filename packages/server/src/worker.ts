import { AggregatorRegistry } from 'prom-client';
import { ConfigError, readConfig } from './config/config.js';
import type { Config } from './config/settings.js';
import { unknownSettings } from './config/unknown-names.js';
import { startService } from './main.js';
import { createMetrics } from './observe/metrics.js';
import { type FromPrimary, type FromWorker, heartbeat, isOurs } from './workers/messages.js';

/** What one process may have is what all of them may have, divided: settings name what the machine has. */
const divided = [
  'maxSearches',
  'queuedSearches',
  'maxConnections',
  'maxUnsentMb',
  'browserPages',
  'cacheMegabytes',
] as const satisfies readonly (keyof Config)[];

// One of the processes of a service that has several, started by `startCluster`. A terminal sends its SIGINT to all of them:
// the primary says when to stop. On SIGTERM this one alone stops, once its successor listens.

const send = (message: FromWorker, sent?: () => void) => void process.send?.(message, sent);
const listeners = new Set<(message: FromPrimary) => void>();
process.on('message', (message: unknown) => {
  if (isOurs(message)) for (const listener of listeners) listener(message as FromPrimary);
});
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1)); // the primary has died

/** Metrics of this process, of which `/metrics` shows those of all processes together. */
function sharedMetrics(): ReturnType<typeof createMetrics> {
  const own = createMetrics();
  new AggregatorRegistry(); // listens for the primary, which asks for what this process has counted
  AggregatorRegistry.setRegistries(own.registry);
  let last = 0;
  const text = () => {
    last += 1;
    const request = last;
    return new Promise<string>((resolve) => {
      const listener = (message: FromPrimary) => {
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
    warnings: [...unknownSettings(process.env).values()],
  });
  process.on('SIGTERM', () => send({ svc: 'leaving' }));
  listeners.add((message) => {
    if (message.svc === 'stop') void service.stop(message).finally(() => process.exit(0));
  });
  setInterval(() => send({ svc: 'alive' }), heartbeat).unref();
  const { address, operatorAddress } = service;
  send({ svc: 'listening', address, operatorAddress });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  send({ svc: 'failed', faults: error.faults }, () => process.exit(1));
}

/**
 * The configuration of one worker. Nothing becomes 0 by being divided. Each worker has a core, so one thread
 * for large pages is enough unless the setting says otherwise.
 */
function shareOfWorker(config: Config): Config {
  const shares = divided.map((name) => [name, Math.ceil(config[name] / config.workers)]);
  const readingThreads = Math.ceil((config.readingThreads ?? config.workers) / config.workers);
  return { ...config, readingThreads, ...Object.fromEntries(shares) };
}
