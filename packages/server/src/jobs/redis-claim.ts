import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnection } from '../state/redis/connection.js';
import type { Job, JobRef } from './job.js';
import { jobKeys, nameOf } from './redis-keys.js';
import { itemsIn, type RedisRecords } from './redis-records.js';
import { endJob, recordAnswer } from './redis-scripts.js';
import type { Claim } from './store.js';

/** A claim on a job in Redis. */
export interface RedisClaim extends Claim {
  /** Takes the job back from whoever runs it. */
  takeBack(): void;
  /** Looks no longer whether it was cancelled. */
  release(): void;
}

/** What a claim is made with. */
export interface RedisClaimParts {
  connection: RedisConnection;
  records: RedisRecords;
  /** Milliseconds that a job is kept after its end. */
  keep: number;
}

/** Milliseconds from one look whether a job was cancelled to the next, and to the next attempt while Redis is away. */
const [looking, away] = [300, 200];

/** The greatest index of a list. */
const all = 2 ** 31 - 1;

/** Claims a job that the queue has handed out; undefined where it is gone. */
export async function claimInRedis(
  ref: JobRef,
  { connection, records, keep }: RedisClaimParts,
): Promise<RedisClaim | undefined> {
  const names = jobKeys(connection);
  const keys = names.of(ref);
  const found = await records.get(ref);
  if (found === undefined) return undefined;
  const answered = new Set((await connection.ask((redis) => redis.smembers(keys.lines))).map(Number));
  const [back, cancel] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([back.signal, cancel.signal]);
  let job: Job = found;
  let hasEnded = (await connection.ask((redis) => redis.hexists(keys.job, 'state'))) === 1;

  async function look(): Promise<void> {
    if (!connection.isUp()) return;
    const cancelled = await connection.ask((redis) => redis.hexists(keys.job, 'cancelledAt'));
    if (cancelled === 1) cancel.abort(new Error('The job was cancelled'));
  }

  /** Tries until Redis answers: what was done is not to be lost because it is away for a moment. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      back.signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (connection.isUp()) throw error;
        await sleep(away);
      }
    }
  }

  if (found.state === 'cancelled') cancel.abort(new Error('The job was cancelled'));
  const timer = setInterval(() => void look().catch(() => undefined), looking); // the connection tells that it is away

  return {
    get job() {
      return job;
    },
    signal,
    takenBack: back.signal,
    isCancelled: () => cancel.signal.aborted,
    hasEnded: () => hasEnded,
    body: () => itemsIn(connection, keys.body, { from: 0, to: all }),
    isAnswered: (line) => answered.has(line),
    async record({ number, status, bytes }) {
      signal.throwIfAborted();
      if (answered.has(number)) return;
      answered.add(number);
      const args = [number, bytes, status === 200 ? 1 : 0];
      await insist(() => connection.run(recordAnswer, [keys.job, keys.lines, keys.results], args));
    },
    async end(state) {
      await insist(() => connection.run(endJob, [keys.job, keys.lines, keys.results], [state, Date.now(), keep]));
      hasEnded = true;
      job = (await insist(() => records.get(ref))) ?? job;
    },
    async settle() {
      await insist(() => connection.ask((redis) => redis.del(keys.body, keys.lines)));
      await insist(() => connection.ask((redis) => redis.srem(names.open, nameOf(ref))));
    },
    takeBack: () => back.abort(new Error('The job is taken back')),
    release: () => clearInterval(timer),
  };
}
