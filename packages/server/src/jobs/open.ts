import type { BatchesConfig } from '../config/batches.js';
import { ConfigError } from '../config/config.js';
import type { RedisConfig } from '../config/redis.js';
import { type ConnectionEvents, openRedis, type RedisConnection } from '../state/redis/connection.js';
import { FolderJobStore } from './folder-store.js';
import type { JobRef } from './job.js';
import type { DamagedError } from './records.js';
import { RedisJobStore } from './redis-store.js';
import type { JobStore } from './store.js';

/** What a store of jobs needs. */
export interface JobStoreParts extends ConnectionEvents {
  /** Undefined when state is not shared through Redis. */
  redis: RedisConnection | undefined;
  /** Receives damage that is found. */
  onDamage(ref: JobRef, error: DamagedError): void;
}

/** Opens the configured store of jobs. Rejects with a `ConfigError` when that is not possible. */
export async function openJobStore(config: BatchesConfig & RedisConfig, parts: JobStoreParts): Promise<JobStore> {
  const { batchStore, batchFolder, batchRedisUrl } = config;
  const { redis, onDamage } = parts;
  const options = { keep: keepOf(config), onDamage };
  if (batchStore === 'folder' || (batchStore === 'auto' && redis === undefined && batchRedisUrl === '')) {
    return new FolderJobStore(batchFolder, options);
  }
  if (batchRedisUrl !== '') {
    const own = await openRedis({ ...config, redisUrl: batchRedisUrl }, parts, { mayBeAway: true });
    return new RedisJobStore(own, { ...options, onClose: () => own.close() });
  }
  if (redis === undefined) throw new ConfigError(['SVC_BATCH_STORE=redis needs SVC_REDIS_URL or SVC_BATCH_REDIS_URL']);
  return new RedisJobStore(redis, options);
}

/** Milliseconds that a job is kept after it has ended. */
export function keepOf({ batchKeepHours }: BatchesConfig): number {
  return batchKeepHours * 3_600_000;
}
