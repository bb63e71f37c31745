import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from './config/settings.js';
import { createServer } from './http/server.js';
import type { Service } from './main.js';
import { noteFaults } from './observe/faults.js';
import { createMetrics } from './observe/metrics.js';
import { openState } from './open-state.js';
import { memorySearchLeases } from './search/search-leases.js';
import type { State } from './state/state.js';
import { answerCalls } from './workers/answer-calls.js';
import { createCrew } from './workers/crew.js';
import { startKeyName } from './workers/messages.js';

/** What the workers are started with. */
interface ClusterOptions {
  /** Their environment, from which they read the same configuration. */
  env: Readonly<Record<string, string | undefined>>;
  /** See `ServiceOptions`. */
  startKey: string | undefined;
}

/** Milliseconds that a worker may take to stop beyond what its searches may. */
const slack = 5_000;

/**
 * Starts the service in several processes of this machine and resolves when all of them listen. This process answers no
 * request: it holds the state that they share, unless Redis does, and replaces those that end.
 */
export async function startCluster(config: Config, { env, startKey }: ClusterOptions): Promise<Service> {
  const log: FastifyBaseLogger = createServer(config, undefined).log;
  const state = config.redisUrl === '' ? await openHere(config, log) : undefined;
  const registry = new AggregatorRegistry();
  const crew = createCrew({
    count: config.workers,
    file: fileURLToPath(new URL('./worker.js', import.meta.url)),
    env: definedOf({ ...env, [startKeyName]: startKey }),
    log,
    serve: (channel) => answerCalls(channel, state, { metrics: () => registry.clusterMetrics() }),
    stopTime: config.drainDelayMs + config.shutdownTimeoutMs + slack,
  });
  let stopped: Promise<void> | undefined;
  try {
    const addresses = await crew.start();
    return {
      ...addresses,
      stop() {
        stopped ??= crew.stop().finally(() => state?.close());
        return stopped;
      },
    };
  } catch (error) {
    await state?.close();
    throw error;
  }
}

/** The state in the memory of this process, for all workers. */
async function openHere(config: Config, log: FastifyBaseLogger): Promise<State> {
  const { state } = await openState(
    config,
    noteFaults(createMetrics(), () => log),
  );
  return { ...state, leases: memorySearchLeases() };
}

function definedOf(env: ClusterOptions['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
