import { type Settings, wholeSetting } from './kinds.js';

/** How the service stops. */
export interface StoppingConfig {
  drainDelayMs: number;
  shutdownTimeoutMs: number;
}

export const stopping: Settings<StoppingConfig> = {
  drainDelayMs: wholeSetting(
    {
      name: 'SVC_DRAIN_DELAY_MS',
      fallback: '0',
      description:
        'Time for which requests are still accepted after `/readyz` has turned 503, so that a load balancer notices.',
    },
    0,
    120_000,
  ),
  shutdownTimeoutMs: wholeSetting(
    {
      name: 'SVC_SHUTDOWN_TIMEOUT_MS',
      fallback: '10000',
      description: 'Maximum time for searches in progress to end; after it, they are aborted.',
    },
    0,
    600_000,
  ),
};

/** How many processes answer requests on this machine. */
export interface WorkerProcessesConfig {
  workers: number;
}

export const workerProcesses: Settings<WorkerProcessesConfig> = {
  workers: wholeSetting(
    {
      name: 'SVC_WORKERS',
      fallback: '1',
      description:
        'Number of processes on this machine that answer requests; more than one needs `SVC_REDIS_URL`, where they share all limits. A single process uses other cores through `SVC_READING_THREADS`.',
    },
    1,
    256,
  ),
};
