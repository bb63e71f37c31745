import type { ApiKey } from '../limits/keys/api-key.js';
import type { DefaultLimits } from '../limits/policy.js';
import { integerSetting, keysSetting, type Settings, textSetting } from './kinds.js';

/** How much a key may request. */
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

export const limitSettings: Settings<LimitsConfig> = {
  rateLimit: integerSetting(
    {
      name: 'SVC_RATE_LIMIT',
      fallback: '100',
      description: 'Pages that a key may request per window; they are refilled evenly, not all at its end.',
    },
    1,
    1_000_000,
  ),
  rateWindowSeconds: integerSetting(
    { name: 'SVC_RATE_WINDOW_SECONDS', fallback: '60', description: 'Length of that window, in seconds.' },
    1,
    86_400,
  ),
  lookupRateLimit: integerSetting(
    {
      name: 'SVC_LOOKUP_RATE_LIMIT',
      fallback: '600',
      description: 'Look-ups that a key may make per window; they do not count as pages.',
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
      'File that keeps what keys have used of their quotas across restarts. Default: `SVC_KEYS_FILE` with `.usage` appended.',
  }),
  keySearches: integerSetting(
    {
      name: 'SVC_KEY_SEARCHES',
      fallback: '100',
      description: 'Maximum number of searches of one key in progress on all engines together; more wait.',
    },
    1,
    10_000,
  ),
  keyQueuedSearches: integerSetting(
    {
      name: 'SVC_KEY_QUEUED_SEARCHES',
      fallback: '200',
      description: 'Maximum number of such waiting searches of one key; more are answered with 429.',
    },
    0,
    100_000,
  ),
};

/** The limits of every key that has none of its own. */
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
  const description = `Pages that a key may request per ${period} (UTC); 0 means no limit.`;
  return integerSetting({ name, fallback: '0', description }, 0, 1_000_000_000);
}

/** When requests are refused because the processor cannot keep up. */
export interface OverloadConfig {
  cpuBacklog: number;
}

export const overloadSettings: Settings<OverloadConfig> = {
  cpuBacklog: integerSetting(
    {
      name: 'SVC_CPU_BACKLOG',
      fallback: '16',
      description:
        'Maximum number of requests that wait for the processor in each process; more are answered with 503. 0 means no limit.',
    },
    0,
    100_000,
  ),
};

/** Who may call. */
export interface KeysConfig {
  keysFile: string;
  apiKeys: ApiKey[];
  disabledApiKeys: ApiKey[];
}

export const keySettings: Settings<KeysConfig> = {
  keysFile: textSetting({
    name: 'SVC_KEYS_FILE',
    fallback: '',
    description: 'File of the keys that `svc keys` creates, reloaded when it changes.',
  }),
  apiKeys: keysSetting(
    {
      name: 'SVC_API_KEYS',
      fallback: '',
      description:
        'Comma-separated valid keys, in plain text or as `id:sha256`, in addition to those of `SVC_KEYS_FILE` or, without it, `SVC_REDIS_URL`. If none of these is set, `svc start` creates a key.',
    },
    { disabled: false },
  ),
  disabledApiKeys: keysSetting(
    {
      name: 'SVC_DISABLED_API_KEYS',
      fallback: '',
      description: 'Disabled keys, in the same form; they are answered with 403.',
    },
    { disabled: true },
  ),
};
