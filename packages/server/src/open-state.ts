import type { Config } from './config/settings.js';
import type { KeyStore } from './limits/keys/key-store.js';
import { openUsage } from './open-callers.js';
import { memoryState } from './state/memory.js';
import { type ConnectionEvents, openRedis, type RedisConnection } from './state/redis/connection.js';
import { redisKeyStore } from './state/redis/key-store.js';
import { redisState } from './state/redis/state.js';
import type { State } from './state/state.js';

/** What a process shares with others. */
export interface Shared {
  readonly state: State;
  /** Where keys are kept that no file has; undefined for nowhere. */
  readonly keys?: KeyStore | undefined;
  /** Undefined where state is not shared through Redis. */
  readonly redis?: RedisConnection | undefined;
}

/** Who is told of what goes wrong while the service runs. */
export interface SharedFaults extends ConnectionEvents {
  /** What keys have used could not be written, or another process writes the same file. */
  onUsageFault(error: unknown): void;
}

/**
 * Opens the state that a configuration names: in Redis, or else in memory. Throws a `ConfigError` where it cannot be had. A Redis
 * that does not answer yet is as one that went away: machines that start together need not do so in an order.
 */
export async function openState(config: Config, faults: SharedFaults): Promise<Shared> {
  if (config.redisUrl === '') return { state: memoryState(config, await openUsage(config, faults.onUsageFault)) };
  const redis = await openRedis(config, faults, { mayBeAway: true });
  return { state: redisState(redis, config), keys: redisKeyStore(redis), redis };
}
