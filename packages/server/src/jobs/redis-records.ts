import type { Redis } from 'ioredis';
import { ApiError } from '../errors/api-error.js';
import type { RedisConnection } from '../state/redis/connection.js';
import type { Job, JobOrder, JobRef } from './job.js';
import { jobKeys, nameOf } from './redis-keys.js';
import { addJob } from './redis-scripts.js';
import type { JobStore } from './store.js';

/** What can be done with jobs in Redis, beside running them. */
export type RedisRecords = Omit<JobStore, 'work' | 'close'>;

/** Milliseconds for a body to become a job. */
const receiving = 3_600_000;

/** Milliseconds that a job is there beyond its time, should nobody note its end. */
const slack = 3_600_000;

/** Answers that are read at once, and parts of a body. */
const atOnce = 50;

/** Keeps jobs in Redis. @param keep milliseconds that a job is kept after its end */
export function redisRecords(connection: RedisConnection, keep: number): RedisRecords {
  const keys = jobKeys(connection);

  async function get(ref: JobRef): Promise<Job | undefined> {
    const { order, ...facts } = await ask(connection, (redis) => redis.hgetall(keys.of(ref).job));
    return order === undefined ? undefined : jobOf(JSON.parse(order), facts);
  }

  return {
    async receive(ref, body) {
      const { body: key } = keys.of(ref);
      for await (const part of body) {
        await ask(connection, (redis) => redis.rpush(key, Buffer.from(part)));
        await ask(connection, (redis) => redis.pexpire(key, receiving));
      }
    },
    async add(order) {
      const { job, body } = keys.of(order);
      const lasts = Math.max(0, order.deadline - Date.now()) + keep + slack;
      const args = [JSON.stringify(order), order.id, order.createdAt, nameOf(order), lasts];
      await ask(connection, (redis) => redis.set(keys.issued(order.id), '', 'PX', Math.ceil(lasts)));
      await asked(connection, () => connection.run(addJob, [job, keys.owned(order.owner), keys.open, body], args));
    },
    get,
    isThere: async (id) => (await ask(connection, (redis) => redis.exists(keys.issued(id)))) === 1,
    async list(owner) {
      const ids = await ask(connection, (redis) => redis.zrevrange(keys.owned(owner), 0, -1));
      const jobs = await Promise.all(ids.map((id) => get({ owner, id })));
      const gone = ids.filter((_, index) => jobs[index] === undefined);
      if (gone.length > 0) await ask(connection, (redis) => redis.zrem(keys.owned(owner), ...gone));
      return jobs.filter((job) => job !== undefined);
    },
    results: (ref, from, to) => itemsIn(connection, keys.of(ref).results, { from, to }),
    async cancel(ref) {
      await ask(connection, (redis) => redis.hsetnx(keys.of(ref).job, 'cancelledAt', Date.now()));
    },
    async remove(ref) {
      await ask(connection, (redis) => redis.del(keys.issued(ref.id), ...Object.values(keys.of(ref))));
      await ask(connection, (redis) => redis.zrem(keys.owned(ref.owner), ref.id));
      await ask(connection, (redis) => redis.srem(keys.open, nameOf(ref)));
    },
  };
}

/** The items of a list, from one to before another, a few at once. */
export async function* itemsIn(
  connection: RedisConnection,
  key: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  for (let next = from; next < to; next += atOnce) {
    const last = Math.min(to, next + atOnce) - 1;
    const items = await ask(connection, (redis) => redis.lrangeBuffer(key, next, last));
    yield* items;
    if (items.length <= last - next) return;
  }
}

/** Asks Redis. Throws an `ApiError` of code `overloaded` where it does not answer. */
function ask<T>(connection: RedisConnection, commands: (redis: Redis) => Promise<T>): Promise<T> {
  return asked(connection, () => connection.ask(commands));
}

async function asked<T>(connection: RedisConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (connection.isUp()) throw cause;
    throw new ApiError('overloaded', 'Batches cannot be reached at the moment.', { cause, reason: 'redis_away' });
  }
}

function jobOf(order: JobOrder, facts: Readonly<Record<string, string>>): Job {
  const { state, cancelledAt, endedAt = cancelledAt, answered = 0, found = 0, bytes = 0 } = facts;
  const ended = (state ?? (cancelledAt === undefined ? 'running' : 'cancelled')) as Job['state'];
  const counts = { answered: Number(answered), found: Number(found), bytes: Number(bytes) };
  return { ...order, ...counts, state: ended, endedAt: endedAt === undefined ? null : Number(endedAt) };
}
