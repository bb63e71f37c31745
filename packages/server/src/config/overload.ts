import { type Settings, wholeSetting } from './kinds.js';

/** What is done when the processor cannot keep up. */
export interface OverloadConfig {
  cpuBacklog: number;
}

export const overload: Settings<OverloadConfig> = {
  cpuBacklog: wholeSetting(
    {
      name: 'SVC_CPU_BACKLOG',
      fallback: '16',
      description:
        'Requests that may wait for the processor in each process; more are answered with 503. 0 lets all of them in.',
    },
    0,
    100_000,
  ),
};
