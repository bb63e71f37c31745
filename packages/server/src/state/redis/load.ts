import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError } from '../../config/config.js';
import { codeOf } from '../../errors/error-code.js';

/** Makes a client of Redis, not yet connected. */
export type MakeClient = (url: string, options: RedisOptions) => Redis;

/** Loads the package that talks to Redis. Rejects with a `ConfigError` that says what to install. */
export async function loadClient(): Promise<MakeClient> {
  try {
    const { Redis } = await import('ioredis');
    return (url, options) => new Redis(url, { ...options, replyMapping: 'legacy' });
  } catch (cause) {
    throw new ConfigError([
      `SVC_REDIS_URL needs a package that is not installed: npm install ioredis (${codeOf(cause)})`,
    ]);
  }
}
