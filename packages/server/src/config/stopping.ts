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
      description: 'Time between `/readyz` turning 503 and the last request taken, for a load balancer to notice.',
    },
    0,
    120_000,
  ),
  shutdownTimeoutMs: wholeSetting(
    {
      name: 'SVC_SHUTDOWN_TIMEOUT_MS',
      fallback: '10000',
      description: 'Time that searches in progress may still take.',
    },
    0,
    600_000,
  ),
};

/** How many processes the service has on this machine. */
export interface WorkersConfig {
  workers: number;
}

export const workers: Settings<WorkersConfig> = {
  workers: wholeSetting(
    {
      name: 'SVC_WORKERS',
      fallback: '1',
      description:
        'Processes that answer requests on this machine; more than one need `SVC_REDIS_URL`, through which they share all limits. One uses its other cores by `SVC_READING_THREADS`.',
    },
    1,
    256,
  ),
};
