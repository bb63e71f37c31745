import { fileURLToPath } from 'node:url';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Config } from './config/settings.js';
import { createServer } from './http/server.js';
import type { Service } from './main.js';
import { createWorkerMetrics } from './observe/service-metrics.js';
import { WorkerPool } from './workers/pool.js';

/** What the workers are started with. */
interface ClusterOptions {
  /** Their environment, from which they read the same configuration. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A service of several processes. */
interface ClusterService extends Service {
  /** Replaces all processes, one after the other, without losing a request. */
  restart(): Promise<void>;
}

/** Milliseconds that a worker may take to stop beyond what its searches and open connections may. */
const slack = 10_000;

/**
 * Starts the service in several processes of this machine, which share their state through Redis, and resolves when all of
 * them listen. This process answers no request: it replaces those that end or freeze.
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
    // A frozen worker sends nothing: what this process counts is shown all the same.
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
