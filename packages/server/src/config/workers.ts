import { type Settings, wholeSetting } from './kinds.js';

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
