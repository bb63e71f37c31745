import { createHash } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import type { Script } from './scripts/script.js';

/** What a script is handed beside the names of its keys. */
export type Argument = string | number | Buffer;

/** Milliseconds between two attempts to connect, at most. */
const slowestRetry = 1_000;

/** How every connection is used. */
export const clientOptions: RedisOptions = {
  connectionName: 'svc',
  lazyConnect: true, // whoever opens it waits for the connection, and hears why there is none
  connectTimeout: 2_000,
  // A connection on which nothing comes back is broken, also where nobody says so: a machine that was switched off.
  socketTimeout: 10_000,
  retryStrategy: (times) => Math.min(times * 50, slowestRetry),
  // A replica that was the primary before a failover refuses to write: connect again, to whoever is primary now.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
  enableOfflineQueue: false, // no search waits for a connection: it goes on without
  maxRetriesPerRequest: 0, // for the same reason
  // A command whose answer was lost may have been executed: once more would count twice.
  autoResendUnfulfilledCommands: false,
  enableReadyCheck: true, // a server that still loads its file is not ready
  enableAutoPipelining: true, // commands of one turn of the event loop share one write
};

/** What Redis says to those who may not use it: no time makes that better. */
const denials = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/;

/** What Redis says where it refuses the password or has not been told one; undefined where it does not. */
export function denialIn(error: unknown): string | undefined {
  return error instanceof Error ? denials.exec(error.message)?.[0] : undefined;
}

const digests = new WeakMap<Script, string>();

function digestOf(script: Script): string {
  const digest = digests.get(script) ?? createHash('sha1').update(script.lua).digest('hex');
  digests.set(script, digest);
  return digest;
}

/**
 * Runs a script: by its digest, and in full where Redis does not know it, as after a restart. One that is not known was
 * not executed, so that nothing is counted twice.
 */
export async function runScript(
  redis: Redis,
  script: Script,
  { keys, args }: { keys: readonly string[]; args: readonly Argument[] },
): Promise<unknown> {
  try {
    return await redis.evalsha(digestOf(script), keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(script.lua, keys.length, ...keys, ...args);
  }
}
