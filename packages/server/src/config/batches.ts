import { choiceSetting, integerSetting, type Settings, textSetting } from './kinds.js';
import { type AllowedHost, parseAllowedHosts } from './listed-hosts.js';
import { redisAddressesSetting } from './processes.js';

/** How batches are run. */
export interface BatchesConfig {
  batchSearches: number;
  batchWaitSeconds: number;
  keyBatches: number;
  keyFollows: number;
  batchStore: 'auto' | 'folder' | 'redis';
  batchFolder: string;
  batchRedisUrl: string;
  batchHours: number;
  batchKeepHours: number;
  keptBatches: number;
  batchMegabytes: number;
}

export const batchSettings: Settings<BatchesConfig> = {
  batchSearches: integerSetting(
    {
      name: 'SVC_BATCH_SEARCHES',
      fallback: '20',
      description:
        'Maximum number of searches in progress for the batches of one key, at most half of `SVC_KEY_SEARCHES`.',
    },
    1,
    10_000,
  ),
  batchWaitSeconds: integerSetting(
    {
      name: 'SVC_BATCH_PATIENCE_SECONDS',
      fallback: '600',
      description: 'Maximum time that a line of a batch waits when a single search would be refused temporarily.',
    },
    1,
    86_400,
  ),
  keyBatches: integerSetting(
    {
      name: 'SVC_KEY_BATCHES',
      fallback: '10',
      description: 'Maximum number of batches of one key in progress; more are answered with 429.',
    },
    1,
    10_000,
  ),
  keyFollows: integerSetting(
    {
      name: 'SVC_KEY_FOLLOWS',
      fallback: '20',
      description:
        'Maximum number of connections of one key that follow the results of its jobs; more are answered with 429.',
    },
    1,
    10_000,
  ),
  batchStore: choiceSetting(
    {
      name: 'SVC_BATCH_STORE',
      fallback: 'auto',
      description:
        'Where the jobs of `/api/v1/batches` are stored; `auto` means `redis` if `SVC_REDIS_URL` or `SVC_BATCH_REDIS_URL` is set, otherwise `folder`.',
    },
    ['auto', 'folder', 'redis'],
  ),
  batchFolder: textSetting({
    name: 'SVC_BATCH_FOLDER',
    fallback: 'svc-batches',
    description: 'Folder for these jobs, created with the first one; several processes on one machine may share it.',
  }),
  batchRedisUrl: redisAddressesSetting({
    name: 'SVC_BATCH_REDIS_URL',
    fallback: '',
    description:
      'Address of a separate Redis for these jobs, so that their answers take no memory from the limits. Default: `SVC_REDIS_URL`.',
  }),
  batchHours: integerSetting(
    {
      name: 'SVC_BATCH_HOURS',
      fallback: '24',
      description: 'Maximum time that a job may take; after it, the job ends with the lines answered so far.',
    },
    1,
    500,
  ),
  batchKeepHours: integerSetting(
    {
      name: 'SVC_BATCH_KEEP_HOURS',
      fallback: '48',
      description: 'Time for which a job and its answers are kept after it has ended.',
    },
    1,
    8_760,
  ),
  keptBatches: integerSetting(
    {
      name: 'SVC_KEPT_BATCHES',
      fallback: '100',
      description: 'Maximum number of jobs kept for one key, including running ones; more are answered with 429.',
    },
    1,
    100_000,
  ),
  batchMegabytes: integerSetting(
    {
      name: 'SVC_BATCH_MEGABYTES',
      fallback: '1000',
      description:
        'Maximum size of the answers kept for the jobs of one key, in megabytes; lines beyond it are answered with 413, new jobs with 429.',
    },
    1,
    1_000_000,
  ),
};

/** Where callers may have the service report that a job has ended. */
export interface WebhooksConfig {
  webhookHosts: readonly AllowedHost[];
  webhookSecret: string;
}

export const webhookSettings: Settings<WebhooksConfig> = {
  webhookHosts: {
    name: 'SVC_WEBHOOK_HOSTS',
    fallback: '',
    description:
      'Comma-separated hosts that webhooks may be sent to, `host` or `host:port`; a host in a private network by its IP address. If not set, there are no webhooks.',
    must: 'a comma-separated list of hosts such as hooks.example.com or 10.0.0.5:8443',
    read: parseAllowedHosts,
  },
  webhookSecret: {
    name: 'SVC_WEBHOOK_SECRET',
    fallback: '',
    description:
      'Secret from which the signing secrets of webhooks are derived: `whsec_` and base64 of 24 to 64 random bytes. Do not change it.',
    must: 'whsec_ and base64 of 24 to 64 bytes',
    secret: true,
    read: (text) => (text === '' || isSecret(text) ? text : undefined),
  },
};

function isSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}
