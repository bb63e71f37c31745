import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../config/config.js';
import type { RedisConfig } from '../../config/processes.js';
import { codeOf } from '../../errors/reasons.js';
import {
  createRedisKeyNamer,
  errorReplyCode,
  findRedisSettingToCorrect,
  isErrorReply,
  type LuaScript,
  loadRedisClient,
  type MakeRedisClient,
  type RedisClient,
  type RedisClientOptions,
  type RedisKeyNamer,
  redisSchemaVersion,
  redisTimeLua,
  runScript,
  type ScriptArgument,
} from './client.js';
import { createRedisClock, createReplyTimeouts } from './replies.js';

/** Milliseconds between two heartbeats, and after which a process without one no longer counts. */
const [heartbeat, lifetime] = [2_000, 10_000];

/** Milliseconds between two checks whether Redis is back. */
const probing = 200;

/** Number of keys that are read to find out whether all masters of a Cluster answer: a master of ten is missed once in 800 times. */
const spread = 64;

/** Milliseconds that the service waits for Redis when it starts. */
const startTime = 5_000;

/**
 * Registers a process for some milliseconds. Replies with the schema version in use, the number of processes and the time. It is
 * atomic, so that one of two versions that start at the same time is first.
 *
 * KEYS: schema, processes · ARGV: own version, own id, milliseconds for which both count
 */
const register: LuaScript = {
  lua: `${redisTimeLua}
local schema = redis.call('GET', KEYS[1])
if schema and schema ~= ARGV[1] then return { schema, 0, now } end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return { ARGV[1], redis.call('ZCARD', KEYS[2]), now }`,
};

/** Redis does not answer. */
class RedisAway extends Error {
  override readonly name = 'RedisAway';
  readonly code = 'redis_away';
}

/** A connection to Redis that all parts of the service share. */
export interface RedisConnection {
  /** Makes the name of a key, see `redisKeyKinds`. */
  readonly key: RedisKeyNamer;
  /** Whether Redis answers. */
  isUp(): boolean;
  /** Why Redis is away, as a code; undefined while it answers. */
  awayReason(): string | undefined;
  /**
   * Number of processes that share the state, including this one, by the last heartbeat. While Redis is away, and until all others
   * have had time to register again, the last known number.
   */
  processes(): number;
  /** Seconds that the last heartbeat took to be answered; 0 before the first. */
  latency(): number;
  /** Milliseconds since 1970 by the clock of Redis, estimated from the last heartbeats. */
  now(): number;
  /** Runs a script. Rejects with a `RedisAway` or `RedisTimeout` when there is no reply; Redis is away then. */
  run(script: LuaScript, keys: readonly string[], args?: readonly ScriptArgument[]): Promise<unknown>;
  /**
   * Runs commands, as `run` does.
   *
   * @param onLate receives a result that comes after its `RedisTimeout`: the commands were run
   */
  ask<T>(commands: (redis: RedisClient) => Promise<T>, onLate?: (result: T) => void): Promise<T>;
  /** Calls back whenever Redis goes away and whenever it is back. */
  onChange(listener: (isUp: boolean) => void): void;
  /** Another client of the same Redis, for commands that block. The caller owns it. */
  duplicate(options: RedisClientOptions): RedisClient;
  /** Unregisters this process and disconnects. */
  close(): Promise<void>;
}

/** Receives changes of the connection, without its address. */
export interface ConnectionEvents {
  /** Redis is away. @param reason a code: `ECONNREFUSED`, `timeout` */
  onAway(reason: string): void;
  onBack(): void;
  /** Redis refused a command but still answers. @param reason the first word of its reply: `OOM`, `READONLY` */
  onRefusal(reason: string): void;
}

/** How a connection is opened. */
export interface OpeningOptions {
  /** Whether to start without a Redis that does not answer, and look for it as for one that went away. @default false */
  mayBeAway?: boolean;
}

/**
 * Connects to the configured Redis. Rejects with a `ConfigError` when the package for it is not installed, its password, certificate or
 * mode is wrong, services of another schema version use it, or, unless it may be away, nothing answers.
 */
export async function openRedis(
  config: RedisConfig,
  events: ConnectionEvents,
  { mayBeAway = false }: OpeningOptions = {},
): Promise<RedisConnection> {
  const connection = new SharedConnection(await loadRedisClient(), config, events);
  try {
    await connection.start();
  } catch (cause) {
    const fault = findRedisSettingToCorrect(cause);
    if (mayBeAway && fault === undefined && !(cause instanceof ConfigError)) {
      connection.startAway(cause);
      return connection;
    }
    await connection.close();
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError([fault ?? `SVC_REDIS_URL must be the address of a Redis that answers (${reasonOf(cause)})`]);
  }
  return connection;
}

class SharedConnection implements RedisConnection {
  readonly key: RedisKeyNamer;
  readonly #make: MakeRedisClient;
  readonly #config: RedisConfig;
  readonly #events: ConnectionEvents;
  readonly #client: RedisClient;
  readonly #inTime: ReturnType<typeof createReplyTimeouts>;
  readonly #id = randomUUID();
  readonly #listeners = new Set<(isUp: boolean) => void>();
  #state: 'starting' | 'up' | 'away' | 'closed' = 'starting';
  /** Number of processes. After an outage the greatest of the last `lifetime` counts, because they register one after another. */
  #processes = { count: 1, until: 0 };
  #latency = 0;
  readonly #clock = createRedisClock();
  #timer: NodeJS.Timeout | undefined;
  #lastFault: unknown;
  #awayReason: string | undefined;
  #isOtherSchema = false;

  constructor(make: MakeRedisClient, config: RedisConfig, events: ConnectionEvents) {
    [this.#make, this.#config, this.#events] = [make, config, events];
    this.key = createRedisKeyNamer(config.redisPrefix);
    this.#inTime = createReplyTimeouts(config.redisTimeoutMs);
    this.#client = make(config);
    this.#client.on('error', (error) => {
      this.#lastFault = error; // 'close' follows
    });
    this.#client.on('close', () => this.#leave(this.#lastFault));
    this.#client.on('end', () => this.#leave(this.#lastFault));
  }

  isUp = (): boolean => this.#state === 'up';
  awayReason = (): string | undefined => this.#awayReason;
  processes = (): number => this.#processes.count;
  latency = (): number => this.#latency;
  now = (): number => this.#clock.now();
  onChange = (listener: (isUp: boolean) => void): void => void this.#listeners.add(listener);
  duplicate = (options: RedisClientOptions): RedisClient => this.#make(this.#config, options);
  run: RedisConnection['run'] = (script, keys, args = []) =>
    this.ask((redis) => runScript(redis, script, { keys, args }, (reply) => reply));

  async ask<T>(commands: (redis: RedisClient) => Promise<T>, onLate?: (result: T) => void): Promise<T> {
    if (this.#state !== 'up') throw new RedisAway('Redis is away');
    try {
      return await this.#inTime(commands(this.#client), onLate);
    } catch (error) {
      if (isErrorReply(error)) this.#events.onRefusal(errorReplyCode(error));
      else this.#leave(error);
      throw error;
    }
  }

  /** Connects. Rejects with the reason when that fails. */
  async start(): Promise<void> {
    const late = AbortSignal.timeout(startTime);
    while (this.#state === 'starting') {
      try {
        if (['wait', 'end'].includes(this.#client.status)) await this.#client.connect();
        await this.#register();
        this.#state = 'up';
      } catch (error) {
        if (error instanceof ConfigError || findRedisSettingToCorrect(error) !== undefined) throw error;
        if (late.aborted || findRedisSettingToCorrect(this.#lastFault) !== undefined) throw this.#lastFault ?? error;
        await new Promise((resolve) => setTimeout(resolve, probing));
      }
    }
    this.#beat(heartbeat);
  }

  /** Starts without Redis, and looks for it. Only `awayReason` says why, because nobody listens to events yet. */
  startAway(fault: unknown): void {
    this.#state = 'away';
    this.#awayReason = reasonOf(fault);
    this.#beat(probing);
  }

  async close(): Promise<void> {
    const processes = this.key('processes', `${this.#config.redisPrefix}:schema`);
    const unregister = (redis: RedisClient) => redis.zrem(processes, this.#id);
    if (this.#state === 'up') await this.ask(unregister).catch(() => undefined); // it expires by itself
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#client.disconnect();
  }

  /** Continues without Redis, and looks for it. */
  #leave(fault: unknown): void {
    if (this.#state !== 'up') return;
    this.#state = 'away';
    this.#awayReason = reasonOf(fault);
    this.#events.onAway(this.#awayReason);
    for (const listener of this.#listeners) listener(false);
    this.#beat(probing);
  }

  #onReconnected(): void {
    this.#state = 'up';
    this.#awayReason = undefined;
    this.#processes.until = performance.now() + lifetime;
    this.#events.onBack();
    for (const listener of this.#listeners) listener(true);
  }

  /** Registers this process. Throws when another schema version is in use. */
  async #register(): Promise<void> {
    const schema = `${this.#config.redisPrefix}:schema`;
    const keys = [schema, this.key('processes', schema)];
    const args = [redisSchemaVersion, this.#id, lifetime];
    const asked = performance.now();
    const read = (reply: unknown) => reply as [string, number, number];
    const [used, count, time] = await this.#inTime(runScript(this.#client, register, { keys, args }, read));
    this.#latency = (performance.now() - asked) / 1000;
    this.#clock.read(time, asked);
    if (used !== `${redisSchemaVersion}`) {
      throw new ConfigError([
        `SVC_REDIS_URL: services of another version (schema ${used}, this is ${redisSchemaVersion}) use "${this.#config.redisPrefix}" there; stop them or set SVC_REDIS_PREFIX`,
      ]);
    }
    const isKnownForSure = performance.now() > this.#processes.until && this.#state !== 'away';
    this.#processes.count = isKnownForSure ? count : Math.max(count, this.#processes.count);
  }

  #beat(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), after).unref();
  }

  /** Rejects unless all masters of a Cluster answer: with one of them away, the connection would be lost again with the next command. */
  async #reachAll(): Promise<void> {
    if (this.#config.redisMode !== 'cluster') return;
    const keys = Array.from({ length: spread }, (_, index) => this.key('rate', `${index}`));
    await this.#inTime(Promise.all(keys.map((key) => this.#client.exists(key))));
  }

  /** Sends a heartbeat, or checks whether Redis is back. */
  async #probe(): Promise<void> {
    try {
      if (this.#state === 'away') await this.#reachAll();
      await this.#register();
      if (this.#state === 'away') this.#onReconnected();
      [this.#lastFault, this.#isOtherSchema] = [undefined, false];
    } catch (error) {
      this.#leave(error);
      if (error instanceof ConfigError && !this.#isOtherSchema) this.#events.onAway('other_schema');
      this.#isOtherSchema = error instanceof ConfigError;
      if (this.#client.status === 'end') void this.#client.connect().catch(() => undefined); // 'close' keeps why
    }
    if (this.#state !== 'closed') this.#beat(this.#state === 'up' ? heartbeat : probing);
  }
}

/** A code for logs, because messages may contain the address. */
function reasonOf(error: unknown): string {
  if (isErrorReply(error)) return errorReplyCode(error);
  const name = error instanceof Error ? error.name : '';
  return codeOf(error) || (['', 'Error'].includes(name) ? 'closed' : name); // ioredis rejects with an `Error` what it had not sent
}
