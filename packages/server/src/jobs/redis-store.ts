import type { Queue, Job as QueuedJob, Worker } from 'bullmq';
import { ConfigError } from '../config/config.js';
import { codeOf } from '../errors/error-code.js';
import type { RedisConnection } from '../state/redis/connection.js';
import type { JobRef } from './job.js';
import { claimInRedis, type RedisClaim } from './redis-claim.js';
import { jobKeys, nameOf, refIn } from './redis-keys.js';
import { redisRecords } from './redis-records.js';
import type { JobStore } from './store.js';

/** How jobs are kept in Redis. */
export interface RedisStoreOptions {
  /** Milliseconds that a job is kept after its end. */
  keep: number;
  /** Milliseconds that a job is its process's without a sign of life. @default 15000 */
  lock?: number;
  /** Told of what goes wrong; the job is handed out again. */
  onFault(error: unknown): void;
}

type Bull = typeof import('bullmq');

/** How many jobs a process runs at once: they wait most of their time, and each key has few. */
const concurrency = 1_000;

/** Milliseconds before a job that failed is handed out again. */
const delay = 1_000;

/** Milliseconds from one look for jobs that the queue has lost to the next. */
const looking = 10_000;

/** Milliseconds without a word after which a connection is broken: the queue waits for jobs for up to 10 s. */
const silence = 30_000;

/** Milliseconds to wait at the end until what was taken back is in the queue again. */
const closing = 3_000;

/**
 * Keeps jobs in Redis; BullMQ hands them out, and again where the process that had one has died. It hands out at least once,
 * so that what each line is answered with is settled in Redis and not in the queue. Rejects with a `ConfigError` where the
 * package is not installed.
 */
export async function openRedisStore(connection: RedisConnection, options: RedisStoreOptions): Promise<JobStore> {
  const bull = await loadBull();
  return redisStore(bull, connection, options);
}

async function loadBull(): Promise<Bull> {
  try {
    return await import('bullmq');
  } catch (cause) {
    throw new ConfigError([
      `SVC_REDIS_URL needs a package for batches that is not installed: npm install bullmq (${codeOf(cause)}); or set SVC_BATCH_STORE=folder`,
    ]);
  }
}

function redisStore(
  bull: Bull,
  connection: RedisConnection,
  { keep, lock = 15_000, onFault }: RedisStoreOptions,
): JobStore {
  const records = redisRecords(connection, keep);
  const { open, queue: prefix } = jobKeys(connection);
  const claims = new Set<RedisClaim>();
  const makeClient = () => {
    const client = connection.another({
      lazyConnect: false, // the queue gives up for good where the first of its own attempts to connect fails
      maxRetriesPerRequest: null, // the queue waits for Redis as long as it takes
      enableOfflineQueue: true,
      autoResendUnfulfilledCommands: true,
      enableAutoPipelining: false,
      socketTimeout: silence,
    });
    client.on('error', () => undefined); // the shared connection tells that Redis is away
    return client;
  };
  const clients = [makeClient(), makeClient()] as const;
  const queue: Queue<JobRef> = new bull.Queue('batches', { connection: clients[0], prefix });
  queue.on('error', () => undefined);
  let worker: Worker<JobRef> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Queues a job; one that is queued or run already is left alone. */
  async function enqueue({ owner, id }: JobRef): Promise<void> {
    const again = { attempts: Number.MAX_SAFE_INTEGER, backoff: { type: 'fixed', delay } } as const;
    await queue.add('batch', { owner, id }, { ...again, jobId: id, removeOnComplete: true, removeOnFail: true });
  }

  /** Queues what is open and not queued: a process may have died in between. */
  async function look(): Promise<void> {
    if (!connection.isUp()) return;
    for (const name of await connection.ask((redis) => redis.smembers(open))) await enqueue(refIn(name));
  }

  async function handle(
    run: Parameters<JobStore['work']>[0],
    { job, token }: { job: QueuedJob<JobRef>; token: string | undefined },
  ): Promise<void> {
    const claim = await claimInRedis(job.data, { connection, records, keep });
    if (claim === undefined) {
      await connection.ask((redis) => redis.srem(open, nameOf(job.data))); // it was removed, or has expired
      return;
    }
    claims.add(claim);
    try {
      await run(claim);
    } catch (error) {
      if (!claim.takenBack.aborted) throw error;
    } finally {
      claims.delete(claim);
      claim.release();
    }
    if (!claim.takenBack.aborted) return;
    await job.moveToDelayed(Date.now() + 1, token);
    throw new bull.DelayedError();
  }

  return {
    ...records,
    async add(order) {
      await records.add(order);
      await enqueue(order).catch(onFault); // it is open, and found
    },
    work(run) {
      worker = new bull.Worker<JobRef>('batches', (job, token) => handle(run, { job, token }), {
        ...{ connection: clients[1], prefix, concurrency },
        lockDuration: lock,
        stalledInterval: Math.ceil(lock / 3),
        maxStalledCount: Number.MAX_SAFE_INTEGER, // it is no fault of a job that processes die
      });
      worker.on('failed', (_, error) => onFault(error));
      worker.on('error', () => undefined);
      timer = setInterval(() => void look().catch(onFault), looking);
      void look().catch(onFault);
    },
    async close() {
      clearInterval(timer);
      for (const claim of claims) claim.takeBack();
      const ended = Promise.all([worker?.close(), queue.close()]).catch(onFault);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, closing))]);
      for (const client of clients) client.disconnect();
    },
  };
}
