import type { DefaultLimits } from '../limits/policy.js';
import { type Settings, textSetting, wholeSetting } from './kinds.js';

/** How much a key may ask for. */
export interface LimitsConfig {
  rateLimit: number;
  rateWindowSeconds: number;
  lookupRateLimit: number;
  dayQuota: number;
  monthQuota: number;
  usageFile: string;
  keySearches: number;
  keyQueuedSearches: number;
}

export const limits: Settings<LimitsConfig> = {
  rateLimit: wholeSetting(
    {
      name: 'SVC_RATE_LIMIT',
      fallback: '100',
      description: 'Pages that a key may ask for in a window; they come back evenly, not all at its end.',
    },
    1,
    1_000_000,
  ),
  rateWindowSeconds: wholeSetting(
    { name: 'SVC_RATE_WINDOW_SECONDS', fallback: '60', description: 'Length of that window.' },
    1,
    86_400,
  ),
  lookupRateLimit: wholeSetting(
    {
      name: 'SVC_LOOKUP_RATE_LIMIT',
      fallback: '600',
      description: 'Look-ups that a key may make in such a window; they count against nothing else.',
    },
    1,
    1_000_000,
  ),
  dayQuota: quotaSetting('SVC_DAY_QUOTA', 'day'),
  monthQuota: quotaSetting('SVC_MONTH_QUOTA', 'month'),
  usageFile: textSetting({
    name: 'SVC_USAGE_FILE',
    fallback: '',
    description:
      'File that keeps over a restart what keys have used of their quotas; when not set, `SVC_KEYS_FILE` with `.usage` at its end.',
  }),
  keySearches: wholeSetting(
    {
      name: 'SVC_KEY_SEARCHES',
      fallback: '100',
      description: 'Greatest number of searches of one key in progress, on all engines; more of them wait.',
    },
    1,
    10_000,
  ),
  keyQueuedSearches: wholeSetting(
    {
      name: 'SVC_KEY_QUEUED_SEARCHES',
      fallback: '200',
      description: 'Greatest number of searches of one key that wait so; more are answered with 429.',
    },
    0,
    100_000,
  ),
};

/** The limits of every key that has no others. */
export function defaultLimits(config: LimitsConfig): DefaultLimits {
  const { rateLimit, rateWindowSeconds: seconds, lookupRateLimit, dayQuota: perDay, monthQuota: perMonth } = config;
  return {
    rate: { requests: rateLimit, seconds },
    lookupRate: { requests: lookupRateLimit, seconds },
    perDay,
    perMonth,
  };
}

function quotaSetting(name: string, period: string): Settings<LimitsConfig>['dayQuota'] {
  const description = `Pages that a key may ask for in a ${period} of UTC; 0 means as many as it likes.`;
  return wholeSetting({ name, fallback: '0', description }, 0, 1_000_000_000);
}

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
