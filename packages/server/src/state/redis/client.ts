import { createHash } from 'node:crypto';
// biome-ignore lint/suspicious/noTsIgnore: the error is only there where the package is not installed
/** @ts-ignore optional: without the package, programs that embed the service must compile */
import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError } from '../../config/config.js';
import type { RedisConfig } from '../../config/processes.js';
import { codeOf } from '../../errors/reasons.js';

/** A client of one Redis, of the primary behind Sentinels, or of a Redis Cluster: the commands are the same. */
export type RedisClient = Redis;

/** Options of a connection that differ from the usual ones. */
export type RedisClientOptions = RedisOptions;

/** Creates a client that is not connected yet. */
export type MakeRedisClient = (config: RedisConfig, options?: RedisClientOptions) => RedisClient;

/** A Lua script. Redis runs it atomically. Its keys share one hash slot. */
export interface LuaScript {
  readonly lua: string;
}

/** An argument of a script. */
export type ScriptArgument = string | number | Buffer;

/** Beginning of a script that needs the time: sets `now` to milliseconds since 1970 by the clock of Redis, the same for all machines. */
export const redisTimeLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Most milliseconds between two attempts to connect. */
const maxPause = 1_000;

const pauseBefore = (attempt: number) => Math.min(attempt * 50, maxPause);

/** Options of every connection. */
const usualOptions: RedisOptions = {
  connectionName: 'svc',
  lazyConnect: true, // the opener awaits the connection and learns why there is none
  connectTimeout: 2_000,
  socketTimeout: 10_000, // a peer that was switched off never closes its connections
  retryStrategy: pauseBefore,
  reconnectOnError: (error) => error.message.startsWith('READONLY'), // a failover made the primary a replica
  enableOfflineQueue: false, // searches go on without Redis instead of waiting for it
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false, // a command without a reply may have run, and would count twice
  enableReadyCheck: true, // a server that still loads its file is not ready
  enableAutoPipelining: true, // the commands of one turn of the event loop share one write
};

/** Replies as ioredis 5 had them. */
const replyMapping = 'legacy';

/** Loads ioredis. Rejects with a `ConfigError` that says what to install when it is missing. */
export async function loadRedisClient(): Promise<MakeRedisClient> {
  try {
    const { Cluster, Redis: Single } = await import('ioredis');
    return (config, options) => {
      const all = { ...usualOptions, ...options };
      const { redisMode: mode, redisUrl } = config;
      if (mode === 'single') return new Single(redisUrl, { ...all, replyMapping });
      if (mode === 'sentinel') return new Single({ ...all, ...sentinelOptions(config), replyMapping });
      const { redisOptions, ...others } = clusterOptions(redisUrl, all);
      const cluster = new Cluster(nodesIn(redisUrl), { ...others, redisOptions: { ...redisOptions, replyMapping } });
      return cluster as unknown as RedisClient;
    };
  } catch (cause) {
    throw new ConfigError([
      `SVC_REDIS_URL needs a package that is not installed: npm install ioredis (${codeOf(cause)})`,
    ]);
  }
}

function urlsIn(list: string): URL[] {
  return list.split(',').map((address) => new URL(address.trim()));
}

function nodesIn(list: string): { host: string; port: number }[] {
  return urlsIn(list).map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || 6379,
  }));
}

/** User, password and TLS of the first address in a list. */
function loginIn(list: string): RedisOptions {
  const { username, password, protocol, hostname } = urlsIn(list)[0]!;
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: { servername: hostname } }),
  };
}

function sentinelOptions({ redisUrl, redisSentinel }: RedisConfig): RedisOptions {
  const sentinels = nodesIn(redisUrl).map((node) => ({ ...node, port: node.port }));
  const { tls, password, username } = loginIn(redisUrl);
  return {
    ...{ sentinels, name: redisSentinel, sentinelRetryStrategy: pauseBefore },
    ...(password && { password, sentinelPassword: password }),
    ...(username && { username, sentinelUsername: username }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

function clusterOptions(redisUrl: string, options: RedisOptions) {
  // Without automatic pipelines: one whose master goes down may never settle, and all later commands to it would wait for it.
  const { retryStrategy: _, enableAutoPipelining: __, enableOfflineQueue: ___, lazyConnect, ...redisOptions } = options;
  return {
    redisOptions: { ...redisOptions, ...loginIn(redisUrl) },
    clusterRetryStrategy: pauseBefore,
    retryDelayOnFailover: 0, // not sent again: a command without a reply may have run, and would count twice
    slotsRefreshInterval: 5_000, // a master that was replaced is found without such a command
    slotsRefreshTimeout: 2_000,
    ...(lazyConnect !== undefined && { lazyConnect }),
    enableOfflineQueue: true, // the connection to a master is only made with the first command for it
  };
}

/** Replies and codes that a retry does not mend (login, certificate, kind of server), with the setting to correct. */
const permanentFaults: readonly (readonly [RegExp, string])[] = [
  [/\b(?:WRONGPASS|NOAUTH|NOPERM)\b/, 'SVC_REDIS_URL must have the password of Redis'],
  [
    /\b(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)\b/,
    'SVC_REDIS_URL must name a Redis whose certificate Node trusts: give its authority in NODE_EXTRA_CA_CERTS',
  ],
  [/\b(?:MOVED|CROSSSLOT)\b/, 'SVC_REDIS_URL names a Redis Cluster: set SVC_REDIS_MODE=cluster'],
  [/cluster support disabled/i, 'SVC_REDIS_URL names no Redis Cluster: set SVC_REDIS_MODE=single'],
];

/** The setting to correct before Redis can be used, with the code in brackets; undefined for errors that may pass. */
export function findRedisSettingToCorrect(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    const text = `${codeOf(cause)} ${cause.message}`;
    for (const [pattern, advice] of permanentFaults) {
      const [code] = pattern.exec(text) ?? [];
      if (code !== undefined) return `${advice} (${code})`;
    }
  }
  return undefined;
}

function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const { cause, lastNodeError } = error as Error & { lastNodeError?: unknown };
  return [error, ...causesOf(cause), ...causesOf(lastNodeError)];
}

/** Whether Redis has answered, with an error: it is not away then. */
export function isErrorReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Why Redis refused a command, as its reply names it: `OOM`, `READONLY`. Before Redis 7 that of a script stands inside the reply. */
export function errorReplyCode({ message }: Error): string {
  return /^ERR .*: -([A-Z]+) /.exec(message)?.[1] ?? /^[A-Z]+/.exec(message)?.[0] ?? 'ERR';
}

/** Refusals due to the state of Redis, which passes: a failover, a start, a disk that is full. */
export const temporaryRedisErrorCodes: ReadonlySet<string> = new Set([
  ...['BUSY', 'CLUSTERDOWN', 'LOADING', 'MASTERDOWN', 'MISCONF', 'NOREPLICAS', 'READONLY', 'TRYAGAIN', 'OOM'],
]);

const digests = new WeakMap<LuaScript, string>();

function digestOf(script: LuaScript): string {
  const digest = digests.get(script) ?? createHash('sha1').update(script.lua).digest('hex');
  digests.set(script, digest);
  return digest;
}

/**
 * Runs a script by its digest, or in full when Redis does not know it, as after a restart. An unknown script has not run, so nothing
 * counts twice.
 *
 * @param read is given the reply before any reply that comes after it is read, so that it can compare one with the other
 */
export async function runScript<T>(
  redis: RedisClient,
  script: LuaScript,
  { keys, args }: { keys: readonly string[]; args: readonly ScriptArgument[] },
  read: (reply: unknown) => T,
): Promise<T> {
  try {
    return read(await redis.evalsha(digestOf(script), keys.length, ...keys, ...args));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return read(await redis.eval(script.lua, keys.length, ...keys, ...args));
  }
}

/**
 * Version of the data in Redis, part of the name of every key. It is raised whenever an older service would misread a value. Services
 * of two versions refuse to run side by side, because each would grant all limits anew.
 */
export const redisSchemaVersion = 2;

/** One kind of key in Redis. */
interface KeyKind {
  /** Redis type of its value. */
  readonly type: 'string' | 'hash' | 'list' | 'set' | 'sorted set' | 'stream';
  /** The hash tag, in `{}`: all keys with the same tag are in one hash slot of a Cluster. */
  readonly tag: string;
  readonly holds: string;
  /** When it expires. */
  readonly expires: string;
}

type KeyKindName =
  | ('processes' | 'keys' | 'rate' | 'usage' | 'slots' | 'answer' | 'search' | 'outcome' | 'health' | 'counters')
  | ('job' | 'body' | 'answered' | 'blocks' | 'paid' | 'results' | 'issued' | 'owned' | 'owners' | 'open')
  | 'probe';

/**
 * Every kind of key in Redis except `<prefix>:schema`, which holds the version in use and expires with the processes. A name is
 * `<prefix>:<version>:<kind>:{<tag>}`, followed by `:<rest>` when one tag has several keys. The guide to several machines shows this
 * table.
 */
export const redisKeyKinds: Readonly<Record<KeyKindName, KeyKind>> = {
  processes: {
    type: 'sorted set',
    tag: '{prefix}:schema',
    holds: 'ids of the processes that share the state, by their time of expiry',
    expires: '10 s after the last heartbeat',
  },
  probe: { type: 'string', tag: 'random', holds: 'nothing: `svc doctor` tries to write', expires: 'removed at once' },
  keys: { type: 'hash', tag: 'svc', holds: 'API keys (digests) and their revision', expires: '400 days unread' },
  rate: { type: 'string', tag: 'API key', holds: 'when the bucket is full again', expires: '1 s after that' },
  usage: { type: 'string', tag: 'API key', holds: 'pages of one day or month', expires: '1 day after its end' },
  slots: { type: 'sorted set', tag: 'API key', holds: 'leases of searches in progress', expires: '12 s unrenewed' },
  answer: { type: 'string', tag: 'digest of the search', holds: 'cached answer', expires: 'SVC_CACHE_SECONDS' },
  search: { type: 'string', tag: 'digest of the search', holds: 'search in progress', expires: '6 s unrenewed' },
  outcome: { type: 'string', tag: 'digest of the search', holds: 'outcome for waiting processes', expires: '5 s' },
  health: { type: 'hash', tag: 'subject', holds: 'cool-down and strikes', expires: '1 hour after the cool-down' },
  counters: {
    type: 'hash',
    tag: 'subject',
    holds: 'counts of a sliding window',
    expires: 'one window and one slice after the last count',
  },
  job: {
    type: 'hash',
    tag: 'job',
    holds: 'order, progress and end of a job',
    expires: 'SVC_BATCH_KEEP_HOURS after its end',
  },
  body: { type: 'list', tag: 'job', holds: 'its lines, ten in each element', expires: 'with the job' },
  answered: { type: 'string', tag: 'job', holds: 'one bit for each line that has a result', expires: 'with the job' },
  blocks: { type: 'sorted set', tag: 'job', holds: 'leases of blocks of lines', expires: 'with the job' },
  paid: { type: 'hash', tag: 'job', holds: 'pages charged for each of its lines', expires: 'with the job' },
  results: { type: 'list', tag: 'job', holds: 'its results, compressed', expires: 'with the job' },
  issued: { type: 'string', tag: 'job', holds: 'id of the API key that the job belongs to', expires: 'with the job' },
  owned: { type: 'sorted set', tag: 'API key', holds: 'ids of its jobs', expires: 'with the last job' },
  owners: { type: 'sorted set', tag: 'jobs', holds: 'ids of API keys that have jobs', expires: 'with the last job' },
  open: { type: 'set', tag: 'jobs', holds: 'jobs that have not ended', expires: 'with the last job' },
};

/** Makes the name of a key. */
export type RedisKeyNamer = (kind: KeyKindName, tag: string, rest?: string) => string;

/** Names keys below a prefix. */
export function createRedisKeyNamer(prefix: string): RedisKeyNamer {
  return (kind, tag, rest) => `${prefix}:${redisSchemaVersion}:${kind}:{${tag}}${rest === undefined ? '' : `:${rest}`}`;
}
