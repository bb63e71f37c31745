import type { BatchesConfig } from '../config/batches.js';
import { ConfigError } from '../config/config.js';
import type { RedisConfig } from '../config/processes.js';
import { ApiError } from '../errors/api-error.js';
import { type ConnectionEvents, openRedis, type RedisConnection } from '../state/redis/connection.js';
import { FolderJobStore } from './folder-store.js';
import type { JobRef } from './job.js';
import type { StopSignals } from './leases.js';
import type { DamagedJobError } from './records.js';
import { RedisJobStore } from './redis-store.js';
import type { JobStore } from './store.js';

/** What a dispatcher needs. */
interface JobDispatcherParts {
  store: JobStore;
  /** Works on a job until no part of it can be leased. Rejects when it should be tried again later. */
  work(ref: JobRef, stop: StopSignals): Promise<void>;
  /** Receives errors; the job is tried again. */
  onFault(error: unknown): void;
  /** Milliseconds between two looks for open jobs. @default 500 */
  poll?: number;
}

/** Finds open jobs and works on them, as other servers do. */
interface JobDispatcher {
  start(): void;
  /** Looks immediately, because a job was added. */
  wake(): void;
  /** Begins no more work. Resolves when work in progress has ended, or was given up after a minute. */
  close(): Promise<void>;
}

/** Milliseconds before a job is tried again after a fault; doubled with each further fault. */
const [firstPause, maxPause] = [1_000, 60_000];

/** Milliseconds that lines in progress may take when the service stops. They usually end sooner, with its searches. */
const lastTime = 60_000;

/** The backoff of each failing job, by job id. */
function createBackoffs() {
  const backoffs = new Map<string, { until: number; pause: number }>();
  return {
    isBackingOff: (id: string) => (backoffs.get(id)?.until ?? 0) > performance.now(),
    clear: (id: string) => void backoffs.delete(id),
    extend(id: string): void {
      const pause = Math.min(maxPause, 2 * (backoffs.get(id)?.pause ?? firstPause / 2));
      backoffs.set(id, { until: performance.now() + pause, pause });
    },
  };
}

/** Creates a dispatcher. A failing job does not delay others. */
export function createJobDispatcher({ store, work, onFault, poll = 500 }: JobDispatcherParts): JobDispatcher {
  const running = new Map<string, Promise<void>>();
  const backoffs = createBackoffs();
  const [drain, abort] = [new AbortController(), new AbortController()];
  const stop: StopSignals = { drain: drain.signal, abort: abort.signal };
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  /** A store that is away or full is known, and reported as such; it may be back by now. */
  function report(error: unknown): void {
    const isOfStore = error instanceof ApiError && error.code === 'overloaded';
    if (store.fault() === undefined && !isOfStore) onFault(error);
  }

  async function workOn(ref: JobRef): Promise<void> {
    try {
      await work(ref, stop);
      backoffs.clear(ref.id);
    } catch (error) {
      if (stop.drain.aborted) return;
      backoffs.extend(ref.id);
      report(error);
    } finally {
      running.delete(ref.id);
    }
  }

  async function look(): Promise<void> {
    if (stop.drain.aborted || (store.fault() !== undefined && !(await store.probe()))) return;
    for (const ref of await store.listUnfinished()) {
      if (stop.drain.aborted) return;
      if (running.has(ref.id) || backoffs.isBackingOff(ref.id)) continue;
      running.set(ref.id, workOn(ref));
    }
  }

  function pollNext(): void {
    looking = looking.then(look).catch(report);
  }

  return {
    start() {
      timer = setInterval(pollNext, poll);
      pollNext();
    },
    wake() {
      if (timer !== undefined) pollNext();
    },
    async close() {
      const reason = new Error('The service stops');
      drain.abort(reason);
      clearInterval(timer);
      const late = setTimeout(() => abort.abort(reason), lastTime);
      await looking;
      await Promise.all(running.values());
      clearTimeout(late);
      await store.close();
    },
  };
}

/** What a store of jobs needs. */
interface JobStoreParts extends ConnectionEvents {
  /** Undefined when state is not shared through Redis. */
  redis: RedisConnection | undefined;
  /** Receives damage that is found. */
  onDamage(ref: JobRef, error: DamagedJobError): void;
}

/** Opens the configured store of jobs. Rejects with a `ConfigError` when that is not possible. */
export async function openJobStore(config: BatchesConfig & RedisConfig, parts: JobStoreParts): Promise<JobStore> {
  const { batchStore, batchFolder, batchRedisUrl } = config;
  const { redis, onDamage } = parts;
  const options = { retention: jobRetentionMs(config), onDamage };
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
export function jobRetentionMs({ batchKeepHours }: BatchesConfig): number {
  return batchKeepHours * 3_600_000;
}
