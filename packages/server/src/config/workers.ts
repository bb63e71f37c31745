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
      description: 'Processes that answer requests on this machine, as many as it has cores; they share all limits.',
    },
    1,
    256,
  ),
};
