import type { BatchesConfig } from '../config/batches.js';
import { ConfigError } from '../config/config.js';
import type { RedisConnection } from '../state/redis/connection.js';
import { folderStore } from './folder-store.js';
import { openRedisStore } from './redis-store.js';
import type { JobStore } from './store.js';

/** What jobs are kept with. */
export interface JobStoreParts {
  /** Undefined where state is not shared through Redis. */
  redis: RedisConnection | undefined;
  /** Told of what goes wrong with a job. */
  onFault(error: unknown): void;
}

/** Opens the store of jobs that a configuration names. Rejects with a `ConfigError` where it cannot be had. */
export async function openJobStore(config: BatchesConfig, { redis, onFault }: JobStoreParts): Promise<JobStore> {
  const { batchStore, batchFolder } = config;
  const options = { keep: keepOf(config), onFault };
  if (batchStore === 'folder' || (batchStore === 'auto' && redis === undefined))
    return folderStore(batchFolder, options);
  if (redis === undefined) throw new ConfigError(['SVC_BATCH_STORE=redis needs SVC_REDIS_URL']);
  return openRedisStore(redis, options);
}

/** Milliseconds that a job is kept after its end. */
export function keepOf({ batchKeepHours }: BatchesConfig): number {
  return batchKeepHours * 3_600_000;
}
