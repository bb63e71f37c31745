import { choiceSetting, type Settings, textSetting, wholeSetting } from './kinds.js';
import { type ListedHost, readHosts } from './listed-hosts.js';
import { redisAddresses } from './redis.js';

/** How batches are run. */
export interface BatchesConfig {
  batchSearches: number;
  batchWaitSeconds: number;
  keyBatches: number;
  batchStore: 'auto' | 'folder' | 'redis';
  batchFolder: string;
  batchRedisUrl: string;
  batchHours: number;
  batchKeepHours: number;
  keptBatches: number;
  batchMegabytes: number;
}

export const batches: Settings<BatchesConfig> = {
  batchSearches: wholeSetting(
    {
      name: 'SVC_BATCH_SEARCHES',
      fallback: '20',
      description:
        'Greatest number of searches of one key in progress for its batches, at most half of `SVC_KEY_SEARCHES`.',
    },
    1,
    10_000,
  ),
  batchWaitSeconds: wholeSetting(
    {
      name: 'SVC_BATCH_PATIENCE_SECONDS',
      fallback: '600',
      description: 'Time that a line of a batch waits where a search of its own would be refused for a moment.',
    },
    1,
    86_400,
  ),
  keyBatches: wholeSetting(
    {
      name: 'SVC_KEY_BATCHES',
      fallback: '10',
      description: 'Greatest number of batches of one key in progress; more are answered with 429.',
    },
    1,
    10_000,
  ),
  batchStore: choiceSetting(
    {
      name: 'SVC_BATCH_STORE',
      fallback: 'auto',
      description:
        'Where the jobs of `/api/v1/batches` are kept; `auto` is `redis` with `SVC_REDIS_URL` or `SVC_BATCH_REDIS_URL`, and `folder` without.',
    },
    ['auto', 'folder', 'redis'],
  ),
  batchFolder: textSetting({
    name: 'SVC_BATCH_FOLDER',
    fallback: 'svc-batches',
    description: 'Folder for these jobs, made when the first one comes; several processes of a machine may share it.',
  }),
  batchRedisUrl: redisAddresses({
    name: 'SVC_BATCH_REDIS_URL',
    fallback: '',
    description:
      'Address of another Redis for these jobs, so that their answers take no memory from the limits; that of `SVC_REDIS_URL` when not set.',
  }),
  batchHours: wholeSetting(
    {
      name: 'SVC_BATCH_HOURS',
      fallback: '24',
      description: 'Time that a job may take; then it ends with what is answered.',
    },
    1,
    500,
  ),
  batchKeepHours: wholeSetting(
    {
      name: 'SVC_BATCH_KEEP_HOURS',
      fallback: '48',
      description: 'Time that a job and its answers are kept after its end.',
    },
    1,
    8_760,
  ),
  keptBatches: wholeSetting(
    {
      name: 'SVC_KEPT_BATCHES',
      fallback: '100',
      description:
        'Greatest number of jobs of one key that are kept, those that run included; more are answered with 429.',
    },
    1,
    100_000,
  ),
  batchMegabytes: wholeSetting(
    {
      name: 'SVC_BATCH_MEGABYTES',
      fallback: '1000',
      description:
        'Megabytes of answers that are kept of the jobs of one key; lines beyond are answered with 413, further jobs with 429.',
    },
    1,
    1_000_000,
  ),
};

/** Where callers may have the end of their jobs told. */
export interface WebhooksConfig {
  webhookHosts: readonly ListedHost[];
  webhookSecret: string;
}

export const webhooks: Settings<WebhooksConfig> = {
  webhookHosts: {
    name: 'SVC_WEBHOOK_HOSTS',
    fallback: '',
    description:
      'Comma-separated hosts that webhooks may go to, `host` or `host:port`; one in a private network by its IP address. There are no webhooks when not set.',
    must: 'a comma-separated list of hosts such as hooks.example.com or 10.0.0.5:8443',
    read: readHosts,
  },
  webhookSecret: {
    name: 'SVC_WEBHOOK_SECRET',
    fallback: '',
    description:
      'What the secrets that webhooks are signed with are made of: `whsec_` and base64 of 24 to 64 random bytes, kept for good.',
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
