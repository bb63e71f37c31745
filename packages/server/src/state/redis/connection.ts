import { randomUUID } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError } from '../../config/config.js';
import type { RedisConfig } from '../../config/redis.js';
import { codeOf } from '../../errors/error-code.js';
import { type Argument, clientOptions, denialIn, runScript } from './client.js';
import { loadClient, type MakeClient } from './load.js';
import { createPatience } from './patience.js';
import { join } from './scripts/join.js';
import type { Script } from './scripts/script.js';

/**
 * Version of what is kept in Redis: raised whenever a service of before would misread it. It is part of the name of every
 * key, and services of different versions refuse to run beside each other, since each would allow the limits anew.
 */
const schema = 1;

/** Milliseconds between two signs of life, and after which a process without one no longer counts. */
const [heartbeat, lifetime] = [2_000, 10_000];

/** Milliseconds between two looks whether Redis is back. */
const probing = 200;

/** Milliseconds that a start waits for Redis. */
const startTime = 5_000;

/** Something in Redis that this version cannot share, or no Redis at all. */
class RedisAway extends Error {
  override readonly name = 'RedisAway';
  readonly code = 'redis_away';
}

/** A connection to Redis that several parts of the service share. */
export interface RedisConnection {
  /** The name of a key: prefix, version of the schema, and what is given. */
  key(name: string): string;
  /** Whether Redis answers. */
  isUp(): boolean;
  /** Why Redis is away, as a code; undefined while it answers. */
  awayFor(): string | undefined;
  /** How many processes share the state, this one included; the last known number while Redis is away. */
  processes(): number;
  /** Runs a script. Rejects with a `RedisAway` or a `RedisTimeout` where there is no answer; it is then away. */
  run(script: Script, keys: readonly string[], args?: readonly Argument[]): Promise<unknown>;
  /** Runs commands, as `run` does. */
  ask<T>(commands: (redis: Redis) => Promise<T>): Promise<T>;
  /** Calls back whenever Redis goes away and whenever it is back. */
  onChange(listener: (isUp: boolean) => void): void;
  /** Another client for the same Redis, for what blocks or subscribes. It belongs to the caller, who connects and ends it. */
  another(options: RedisOptions): Redis;
  /** Leaves: this process no longer counts among those that share. */
  close(): Promise<void>;
}

/** Who is told of what happens to the connection. None of it names the address. */
export interface ConnectionEvents {
  /** Redis is away. @param reason a code: `ECONNREFUSED`, `timeout` */
  onAway(reason: string): void;
  onBack(): void;
  /** Redis refused a command, and goes on to answer. @param reason the first word of what it said: `OOM`, `READONLY` */
  onRefusal(reason: string): void;
}

/** How a connection is opened. */
export interface OpeningOptions {
  /** Whether a Redis that does not answer is waited for in the background, as one that went away. @default false */
  mayBeAway?: boolean;
}

/**
 * Connects to the Redis of a configuration. Rejects with a `ConfigError` where the package for it is not installed, where
 * Redis refuses the password, where services of another schema use it, and, unless it may be away, where nothing answers.
 */
export async function openRedis(
  config: RedisConfig,
  events: ConnectionEvents,
  { mayBeAway = false }: OpeningOptions = {},
): Promise<RedisConnection> {
  const make = await loadClient();
  const connection = connect(make, config, events);
  try {
    await connection.start();
  } catch (cause) {
    const denial = denialIn(cause);
    if (mayBeAway && denial === undefined && !(cause instanceof ConfigError)) {
      connection.startAway(cause);
      return connection;
    }
    await connection.close();
    if (cause instanceof ConfigError) throw cause;
    if (denial !== undefined) throw new ConfigError([`SVC_REDIS_URL must have the password of Redis (${denial})`]);
    throw new ConfigError([`SVC_REDIS_URL must be the address of a Redis that answers (${reasonOf(cause)})`]);
  }
  return connection;
}

interface Starting extends RedisConnection {
  /** Connects. Rejects with why that cannot be. */
  start(): Promise<void>;
  /** Begins without Redis, and looks for it. Nobody is told: those who listen do not yet. */
  startAway(fault: unknown): void;
}

function connect(make: MakeClient, config: RedisConfig, { onAway, onBack, onRefusal }: ConnectionEvents): Starting {
  const { redisUrl, redisPrefix, redisTimeoutMs } = config;
  const client = make(redisUrl, clientOptions);
  const patience = createPatience(redisTimeoutMs);
  const me = randomUUID();
  const listeners = new Set<(isUp: boolean) => void>();
  const key = (name: string) => `${redisPrefix}:${schema}:${name}`;
  let state: 'starting' | 'up' | 'away' | 'closed' = 'starting';
  let processes = 1;
  let timer: NodeJS.Timeout | undefined;
  let lastFault: unknown;
  let awayFor: string | undefined;
  let isOtherSchema = false;

  client.on('error', (error) => {
    lastFault = error; // what follows says that it is away
  });
  client.on('close', () => leave(lastFault));

  /** Goes on without Redis, and looks for it. */
  function leave(fault: unknown): void {
    if (state !== 'up') return;
    state = 'away';
    awayFor = reasonOf(fault);
    onAway(awayFor);
    for (const listener of listeners) listener(false);
    beat(probing);
  }

  /** Says that this process shares the state. Throws where another schema is in use. */
  async function joinOthers(): Promise<void> {
    const keys = [`${redisPrefix}:schema`, key('processes')];
    const args = [schema, me, lifetime];
    const [used, count] = (await patience.wait(runScript(client, join, { keys, args }))) as [string, number];
    if (used !== `${schema}`) {
      throw new ConfigError([
        `SVC_REDIS_URL: services of another version (schema ${used}, this is ${schema}) use "${redisPrefix}" there; stop them or set SVC_REDIS_PREFIX`,
      ]);
    }
    processes = count;
  }

  function beat(after: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void lookAgain(), after).unref();
  }

  /** Tells that it is still here, or finds Redis back. */
  async function lookAgain(): Promise<void> {
    try {
      await joinOthers();
      if (state === 'away') comeBack();
      [lastFault, isOtherSchema] = [undefined, false];
    } catch (error) {
      leave(error);
      if (error instanceof ConfigError && !isOtherSchema) onAway('other_schema');
      isOtherSchema = error instanceof ConfigError;
    }
    if (state !== 'closed') beat(state === 'up' ? heartbeat : probing);
  }

  function comeBack(): void {
    state = 'up';
    awayFor = undefined;
    onBack();
    for (const listener of listeners) listener(true);
  }

  async function ask<T>(commands: (redis: Redis) => Promise<T>): Promise<T> {
    if (state !== 'up') throw new RedisAway('Redis is away');
    try {
      return await patience.wait(commands(client));
    } catch (error) {
      if (isRefusal(error)) onRefusal(refusalOf(error));
      else leave(error);
      throw error;
    }
  }

  return {
    key,
    ask,
    isUp: () => state === 'up',
    awayFor: () => awayFor,
    processes: () => processes,
    run: (script, keys, args = []) => ask((redis) => runScript(redis, script, { keys, args })),
    onChange: (listener) => void listeners.add(listener),
    another: (options) => make(redisUrl, { ...clientOptions, ...options }),
    async start() {
      const late = AbortSignal.timeout(startTime);
      while (state === 'starting') {
        try {
          if (client.status === 'wait' || client.status === 'end') await client.connect();
          await joinOthers();
          state = 'up';
        } catch (error) {
          if (error instanceof ConfigError) throw error;
          if (late.aborted || denialIn(lastFault) !== undefined) throw lastFault ?? error;
          await new Promise((resolve) => setTimeout(resolve, probing));
        }
      }
      beat(heartbeat);
    },
    startAway(fault) {
      state = 'away';
      awayFor = reasonOf(fault);
      beat(probing);
    },
    async close() {
      if (state === 'up') await ask((redis) => redis.zrem(key('processes'), me)).catch(() => undefined); // it expires
      state = 'closed';
      clearTimeout(timer);
      client.disconnect();
    },
  };
}

/** A code for logs: messages may name the address. */
function reasonOf(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : 'closed');
}

/** Whether Redis has answered, with an error: it is there then. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

function refusalOf({ message }: Error): string {
  return /^[A-Z]+/.exec(message)?.[0] ?? 'ERR';
}
