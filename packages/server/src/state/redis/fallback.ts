import type { RedisConnection } from './connection.js';

/**
 * Does something through Redis, or here where Redis is away or refuses it. The error is dropped: the connection has told
 * the log and the metrics of it, and no search is to be lost by it.
 */
export async function throughRedis<T>(
  connection: Pick<RedisConnection, 'isUp'>,
  shared: () => Promise<T>,
  here: () => T | Promise<T>,
): Promise<T> {
  if (!connection.isUp()) return here();
  try {
    return await shared();
  } catch {
    return here();
  }
}

/** This process's share of a limit, while it cannot know what the others use of it: at least 1. */
export function shareOf(limit: number, { processes }: Pick<RedisConnection, 'processes'>): number {
  return Math.max(1, Math.floor(limit / processes()));
}

/** Calls back when Redis is back, to tell it what happened without it. What it cannot be told then is told next time. */
export function onBack(connection: Pick<RedisConnection, 'onChange'>, reconcile: () => Promise<void>): void {
  connection.onChange((isUp) => {
    if (isUp) reconcile().catch(() => undefined); // it is away again, and has said so
  });
}
