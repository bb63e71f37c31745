import { fileURLToPath } from 'node:url';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Config } from './config/settings.js';
import { createServer } from './http/server.js';
import type { Service } from './main.js';
import { createWorkerMetrics } from './observe/service-metrics.js';
import { WorkerPool } from './workers/pool.js';

/** Options of `startCluster`. */
interface ClusterOptions {
  /** Environment of the workers, from which they read the same configuration. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A service of several processes. */
interface ClusterService extends Service {
  /** Replaces all processes one by one, without losing a request. */
  restart(): Promise<void>;
}

/** Milliseconds that a worker may take to stop in addition to the time for its searches and open connections. */
const slack = 10_000;

/**
 * Starts the service in several processes on this machine, which share their state through Redis, and resolves when all of
 * them listen. This process answers no requests: it replaces workers that exit or freeze.
 */
export async function startCluster(config: Config, { env }: ClusterOptions): Promise<ClusterService> {
  const registry = new AggregatorRegistry();
  const own = new Registry();
  const { replaced } = createWorkerMetrics(own);
  const pool = new WorkerPool({
    count: config.workers,
    file: fileURLToPath(new URL('./worker.js', import.meta.url)),
    env: definedOf(env),
    log: createServer(config, undefined).log,
    // A frozen worker sends nothing; the metrics of this process are shown nevertheless.
    metrics: async () => {
      const shared = await registry.clusterMetrics().catch((error: unknown) => `# ${error}\n`);
      return `${shared}${await own.metrics()}`;
    },
    onReplacement: replaced,
    stopTime: config.drainDelayMs + config.shutdownTimeoutMs + slack,
  });
  const addresses = await pool.start();
  let stopped: Promise<void> | undefined;
  return {
    ...addresses,
    restart: () => pool.restart(),
    stop() {
      stopped ??= pool.stop();
      return stopped;
    },
  };
}

function definedOf(env: ClusterOptions['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
