import { randomInt } from 'node:crypto';
import {
  errorReplyCode,
  isErrorReply,
  type LuaScript,
  type RedisClient,
  type ScriptArgument,
  temporaryRedisErrorCodes,
} from '../state/redis/client.js';
import type { RedisConnection } from '../state/redis/connection.js';
import type { FailedNotifications, Job, JobEnd, JobRef, JobSpec } from './job.js';
import { jobLinesInBlock } from './job.js';
import { DamagedJobError, packJobRecord, packJsonJobRecord, unpackJobRecord, unpackJsonJobRecord } from './records.js';
import {
  addJob,
  dropLineCharge,
  endJob,
  leaseBlock,
  markJobDamaged,
  recordAnswer,
  recordFailedNotifications,
  recordLineCharge,
  releaseBlock,
  removeJob,
  renewBlockLeases,
  type ScriptReply,
  takeUnansweredCharges,
} from './redis-scripts.js';
import {
  type JobLease,
  type JobStore,
  type JobStoreFault,
  jobLeaseTime,
  jobStoreFaultError,
  type LineAnswer,
  type RecordAnswerOutcome,
  settlementBlock,
} from './store.js';

/** Options of `RedisJobStore`. */
export interface RedisStoreOptions {
  /** Milliseconds that a job is kept after it has ended. */
  retention: number;
  /** Milliseconds that a lease lasts. @default 15000 */
  lease?: number;
  /** Receives damage that is found. */
  onDamage(ref: JobRef, error: DamagedJobError): void;
  /** Called when the store is closed. @default nothing, since others use the connection */
  onClose?: () => Promise<void>;
}

/** Milliseconds until a body must have become a job, and that a job outlives its time if nobody records its end. */
const [receiving, slack] = [3_600_000, 3_600_000];

/** Answers per read. */
const atOnce = 50;

/** Milliseconds without new leases once Redis is back or has evicted all leases, so that holders can renew theirs first. */
const reconnectGrace = 3_000;

/** Milliseconds between two attempts to write to a Redis that refuses writes. */
const trial = 1_000;

/** Most that an epoch rises by. It rises at random, so that a lease that a failover has lost and a later one differ in their epochs. */
const maxEpochStep = 65_536;

const fields = ['order', 'state', 'endedAt', 'answered', 'found', 'bytes', 'damaged', 'attempts', 'nextAt'] as const;

/** Stores jobs in Redis. Each change is a script on the keys of one job, which share a hash slot. */
export class RedisJobStore implements JobStore {
  readonly #connection: RedisConnection;
  readonly #options: Required<RedisStoreOptions>;
  #backAt = Number.NEGATIVE_INFINITY;
  /** Why Redis, which answers, refuses to write. */
  #refusal: { readonly fault: JobStoreFault; triedAt: number } | undefined;

  constructor(connection: RedisConnection, options: RedisStoreOptions) {
    this.#connection = connection;
    this.#options = { lease: jobLeaseTime, onClose: async () => undefined, ...options };
    connection.onChange((isUp) => {
      if (isUp) this.#backAt = performance.now();
    });
  }

  now(): number {
    return this.#connection.now();
  }

  async receive(ref: JobRef, blocks: AsyncIterable<Buffer>): Promise<void> {
    const { body } = this.#keysOf(ref);
    for await (const block of blocks) {
      const packed = await packJobRecord({ index: 0, isSuccess: false, bytes: block });
      await this.#ask((redis) => redis.rpush(body, packed));
      await this.#ask((redis) => redis.pexpire(body, receiving));
    }
  }

  async add(spec: JobSpec): Promise<void> {
    const { job, body } = this.#keysOf(spec);
    const lasts = Math.ceil(Math.max(0, spec.deadline - this.now()) + this.#options.retention + slack);
    const owned = this.#owned(spec.owner);
    await this.#run(addJob, [job, body], [await packJsonJobRecord(spec), spec.lines, spec.deadline, lasts]);
    await this.#ask((redis) => redis.set(this.#issued(spec.id), spec.owner, 'PX', lasts));
    await this.#ask((redis) => redis.zadd(owned, spec.createdAt, spec.id));
    await this.#ask((redis) => redis.pexpire(owned, lasts));
    await this.#ask((redis) => redis.zadd(this.#owners(), 'GT', this.now() + lasts, spec.owner));
    await this.#ask((redis) => redis.pexpire(this.#owners(), lasts));
    await this.#ask((redis) => redis.sadd(this.#open(), nameOf(spec))); // last: other processes find the job by this
    await this.#ask((redis) => redis.pexpire(this.#open(), lasts));
  }

  async get(ref: JobRef): Promise<Job | undefined> {
    const { job, results } = this.#keysOf(ref);
    const [values, stored] = await this.#ask((redis) =>
      Promise.all([redis.hmgetBuffer(job, ...fields), redis.llen(results)]),
    );
    const kept = Object.fromEntries(fields.map((name, index) => [name, values[index] ?? undefined]));
    if (kept.order === undefined) return undefined;
    const number = (name: (typeof fields)[number]) => Number(kept[name]?.toString() ?? 0);
    const counts = { answered: number('answered'), found: number('found'), bytes: number('bytes') };
    const endedAt = kept.endedAt === undefined ? null : number('endedAt');
    const state = (kept.damaged ? 'damaged' : (kept.state?.toString() ?? 'running')) as Job['state'];
    try {
      const spec = await unpackJsonJobRecord<JobSpec>(kept.order, `order of ${ref.id}`);
      const isWhole = stored >= counts.answered; // more may have been recorded since
      const failed = kept.attempts && {
        failedNotifications: { attempts: number('attempts'), nextAt: number('nextAt') },
      };
      if (isWhole) return { ...spec, state, endedAt, ...counts, ...failed };
      const exists = kept.damaged !== undefined || (await this.#setAside(ref, answersMissing(ref)));
      const times = { state: 'damaged', endedAt: endedAt ?? this.now() } as const;
      return exists ? { ...spec, ...times, ...counts, answered: stored } : undefined;
    } catch (error) {
      if (kept.damaged === undefined && !(await this.#setAside(ref, error))) return undefined;
      return { ...placeholderJobSpec(ref), state: 'damaged', endedAt: endedAt ?? this.now(), ...counts };
    }
  }

  async find(id: string): Promise<JobRef | undefined> {
    const owner = await this.#ask((redis) => redis.get(this.#issued(id)));
    return owner === null ? undefined : { owner, id };
  }

  owners(): Promise<string[]> {
    return this.#ask((redis) => redis.zrangebyscore(this.#owners(), this.now(), '+inf'));
  }

  async list(owner: string): Promise<Job[]> {
    const owned = this.#owned(owner);
    const ids = await this.#ask((redis) => redis.zrevrange(owned, 0, -1));
    const jobs = await Promise.all(ids.map((id) => this.get({ owner, id })));
    const gone = ids.filter((_, index) => jobs[index] === undefined);
    if (gone.length > 0) await this.#ask((redis) => redis.zrem(owned, ...gone));
    return jobs.filter((job) => job !== undefined);
  }

  async *results(ref: JobRef, from: number, to: number): AsyncGenerator<Uint8Array> {
    const { results } = this.#keysOf(ref);
    for (let next = from; next < to; next += atOnce) {
      const last = Math.min(to, next + atOnce) - 1;
      const items = await this.#ask((redis) => redis.lrangeBuffer(results, next, last));
      for (const [index, item] of items.entries()) {
        try {
          yield (await unpackJobRecord(item, `answer ${next + index} of ${ref.id}`)).bytes;
        } catch (error) {
          await this.#setAside(ref, error);
          return;
        }
      }
      if (items.length <= last - next) return;
    }
  }

  async end(ref: JobRef, end: JobEnd): Promise<void> {
    await this.#run(endJob, this.#allKeysOf(ref), [end, this.#options.retention]);
  }

  async remove(ref: JobRef): Promise<number> {
    const left = Number(await this.#run(removeJob, this.#allKeysOf(ref), []));
    await this.#ask((redis) => redis.del(this.#issued(ref.id)));
    await this.#ask((redis) => redis.zrem(this.#owned(ref.owner), ref.id));
    await this.#close(ref);
    return left;
  }

  async listUnfinished(): Promise<readonly JobRef[]> {
    if (!this.#connection.isUp() || performance.now() < this.#backAt + reconnectGrace) return [];
    return (await this.#ask((redis) => redis.smembers(this.#open()))).map(refIn);
  }

  async lease(ref: JobRef): Promise<JobLease | undefined> {
    const { lease, retention } = this.#options;
    const args = [lease, retention, randomInt(1, maxEpochStep), reconnectGrace];
    const leased = (await this.#run(leaseBlock, this.#allKeysOf(ref), args)) as number[] | ScriptReply;
    if (leased === 'none') return undefined;
    if (leased === 'damaged') await this.#setAside(ref, answersMissing(ref));
    const job = typeof leased === 'string' ? undefined : await this.get(ref);
    if (job === undefined || typeof leased === 'string') {
      await this.#close(ref); // settled, removed or expired
      return undefined;
    }
    const [block = settlementBlock, epoch = 0, ...left] = leased;
    if (job.state === 'damaged' && block !== settlementBlock) return undefined;
    if (block === settlementBlock || left.length === 0) return { job, block, epoch, lines: [] };
    const lines = await this.#linesOf(ref, block);
    const paidFor = (index: number) => left.find((_, place) => place % 2 === 1 && left[place - 1] === index);
    return (
      lines && {
        ...{ job, block, epoch },
        lines: lines.flatMap((line) => {
          const paid = paidFor(line.index);
          return paid === undefined ? [] : [{ ...line, paid }];
        }),
      }
    );
  }

  renew(leases: readonly JobLease[]): Promise<'held' | 'lost' | 'closed'> {
    const { job, blocks } = this.#keysOf(leases[0]!.job);
    const pairs = leases.flatMap(({ block, epoch }) => [block, epoch]);
    return this.#run(renewBlockLeases, [job, blocks], [this.#options.lease, ...pairs]) as Promise<
      'held' | 'lost' | 'closed'
    >;
  }

  async record({ job, block, epoch }: JobLease, { index, isSuccess, bytes }: LineAnswer): Promise<RecordAnswerOutcome> {
    const packed = await packJobRecord({ index, isSuccess, bytes });
    const args = [block, epoch, index, isSuccess ? 1 : 0, bytes.length, packed, this.#options.retention];
    const outcome = (await this.#run(recordAnswer, this.#allKeysOf(job), args)) as RecordAnswerOutcome | 'damaged';
    this.#refusal = undefined;
    if (outcome !== 'damaged') return outcome;
    await this.#setAside(job, answersMissing(job));
    return 'closed';
  }

  recordCharge(
    { job: ref, block, epoch }: JobLease,
    index: number,
    pages: number,
  ): Promise<'held' | 'lost' | 'closed'> {
    const { job, paid } = this.#keysOf(ref);
    return this.#run(recordLineCharge, [job, paid], [block, epoch, index, pages]) as Promise<
      'held' | 'lost' | 'closed'
    >;
  }

  async dropCharge({ job: ref, block, epoch }: JobLease, index: number): Promise<boolean> {
    const { job, paid } = this.#keysOf(ref);
    return (await this.#run(dropLineCharge, [job, paid], [block, epoch, index])) === 1;
  }

  async takeUnansweredCharges({ job, block, epoch }: JobLease): Promise<number> {
    return Number(await this.#run(takeUnansweredCharges, this.#allKeysOf(job), [block, epoch]));
  }

  async recordFailedNotifications({ job: ref, block, epoch }: JobLease, failed: FailedNotifications): Promise<void> {
    const args = [block, epoch, failed.attempts, Math.round(failed.nextAt)];
    await this.#run(recordFailedNotifications, [this.#keysOf(ref).job], args);
  }

  async release({ job, block, epoch }: JobLease, { isDone }: { isDone: boolean }): Promise<void> {
    await this.#run(releaseBlock, this.#allKeysOf(job), [block, epoch, isDone ? 1 : 0]);
    if (isDone && block === settlementBlock) await this.#close(job);
  }

  fault(): JobStoreFault | undefined {
    return this.#refusal?.fault ?? (this.#connection.isUp() ? undefined : 'away');
  }

  async probe(): Promise<boolean> {
    if (!this.#connection.isUp()) return false;
    if (this.#refusal === undefined) return true;
    if (performance.now() < this.#refusal.triedAt + trial) return false;
    this.#refusal.triedAt = performance.now();
    const key = this.#issued('probe');
    const isKept = await this.#ask((redis) => redis.set(key, Buffer.alloc(1_000), 'PX', 1_000)).then(
      () => true,
      () => false,
    );
    if (isKept) this.#refusal = undefined;
    return isKept;
  }

  async close(): Promise<void> {
    await this.#options.onClose();
  }

  async #linesOf(ref: JobRef, block: number) {
    const { body } = this.#keysOf(ref);
    const packed = await this.#ask((redis) => redis.lindexBuffer(body, block));
    try {
      if (packed === null) throw new DamagedJobError(`body of ${ref.id}`, `block ${block} is missing`);
      return jobLinesInBlock((await unpackJobRecord(packed, `body of ${ref.id}`)).bytes, block);
    } catch (error) {
      await this.#setAside(ref, error);
      return undefined;
    }
  }

  /** Ends a job that is damaged, unless it was removed meanwhile: whether it exists. Throws any other error. */
  async #setAside(ref: JobRef, error: unknown): Promise<boolean> {
    if (!(error instanceof DamagedJobError)) throw error;
    const exists = (await this.#run(markJobDamaged, this.#allKeysOf(ref), [this.#options.retention])) === 1;
    if (exists) this.#options.onDamage(ref, error);
    return exists;
  }

  async #close(ref: JobRef): Promise<void> {
    await this.#ask((redis) => redis.srem(this.#open(), nameOf(ref)));
  }

  #run(script: LuaScript, keys: readonly string[], args: readonly ScriptArgument[]): Promise<unknown> {
    return this.#tried(() => this.#connection.run(script, keys, args));
  }

  #ask<T>(commands: (redis: RedisClient) => Promise<T>): Promise<T> {
    return this.#tried(() => this.#connection.ask(commands));
  }

  /** Throws an `ApiError` of code `overloaded` where Redis is away or refuses to write. */
  async #tried<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const fault = faultIn(cause);
      if (fault !== undefined) this.#refusal = { fault, triedAt: performance.now() };
      if (fault === undefined && this.#connection.isUp()) throw cause;
      throw jobStoreFaultError(fault ?? 'away', cause);
    }
  }

  #keysOf({ owner, id }: JobRef) {
    const { key } = this.#connection;
    const tag = `${owner}:${id}`;
    const [job, body, answered] = [key('job', tag), key('body', tag), key('answered', tag)];
    return { job, body, answered, results: key('results', tag), blocks: key('blocks', tag), paid: key('paid', tag) };
  }

  #allKeysOf(ref: JobRef): string[] {
    return Object.values(this.#keysOf(ref));
  }

  #issued = (id: string) => this.#connection.key('issued', id);
  #owned = (owner: string) => this.#connection.key('owned', owner);
  #owners = () => this.#connection.key('owners', 'jobs');
  #open = () => this.#connection.key('open', 'jobs');
}

/** The fault behind an error reply; undefined for one that a retry does not mend. */
function faultIn(error: unknown): JobStoreFault | undefined {
  if (!isErrorReply(error)) return undefined;
  const reason = errorReplyCode(error);
  if (reason === 'OOM') return 'out_of_memory';
  return temporaryRedisErrorCodes.has(reason) ? 'away' : undefined;
}

/** Redis has fewer answers than were recorded, because it has evicted them. */
function answersMissing({ id }: JobRef): DamagedJobError {
  return new DamagedJobError(`results of ${id}`, 'answers are missing');
}

/** What can be said about a job whose order cannot be read. */
export function placeholderJobSpec(ref: JobRef): JobSpec {
  const times = { createdAt: 0, deadline: 0 };
  const rest = { include: [], fresh: false, webhook: null, repeated: [], credential: '' };
  return { ...ref, ...times, ...rest, lines: 0 };
}

/** A job as one string. Ids have no spaces. */
function nameOf({ owner, id }: JobRef): string {
  return `${owner} ${id}`;
}

function refIn(name: string): JobRef {
  const [owner = '', id = ''] = name.split(' ');
  return { owner, id };
}
