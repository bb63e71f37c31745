import { ConfigError } from './config/config.js';
import type { KeysConfig } from './config/keys.js';
import type { LimitsConfig } from './config/limits.js';
import type { Config } from './config/settings.js';
import { codeOf } from './errors/reasons.js';
import { fileKeyStore } from './limits/keys/file-key-store.js';
import { createKeyRing, type KeyRing, type KeyRingSources, openKeyRing } from './limits/keys/key-ring.js';
import { type KeyStore, KeyStoreError } from './limits/keys/key-store.js';
import { type KeptUsage, openUsageFile } from './limits/usage-file.js';
import { memoryState } from './state/memory.js';
import { type ConnectionEvents, openRedis, type RedisConnection } from './state/redis/connection.js';
import { redisKeyStore } from './state/redis/key-store.js';
import { redisState } from './state/redis/state.js';
import type { State } from './state/state.js';

/** Where keys come from beside the environment. */
interface KeySources extends Pick<KeyRingSources, 'onFault' | 'onMended'> {
  /** Where they are kept where no file is named. @default nowhere */
  store?: KeyStore | undefined;
}

/** Opens the keys that a configuration names. Throws a `ConfigError` for those that cannot be used. */
export async function openKeys(
  { keysFile, apiKeys, disabledApiKeys }: KeysConfig,
  { store: shared, ...listeners }: KeySources,
): Promise<KeyRing> {
  const fixed = [...apiKeys, ...disabledApiKeys];
  const store = keysFile === '' ? shared : fileKeyStore(keysFile);
  if (store === undefined) return createKeyRing(fixed);
  try {
    return await openKeyRing({ fixed, store, ...listeners });
  } catch (error) {
    if (!(error instanceof KeyStoreError)) throw error;
    const must = keysFile === '' ? 'SVC_REDIS_URL must hold keys' : 'SVC_KEYS_FILE must be a file of keys';
    throw new ConfigError([`${must}: ${error.message}`]);
  }
}

/**
 * Opens the file of what is used that a configuration names; undefined where it names none. Throws a `ConfigError` for one
 * that cannot be used. Without a file of keys there is usually nobody whose quota would outlive the process.
 *
 * @param onFault see `UsageFileOptions`
 */
async function openUsage(
  config: KeysConfig & LimitsConfig,
  onFault: (error: unknown) => void,
): Promise<KeptUsage | undefined> {
  const path = usagePathOf(config);
  if (path === '') return undefined;
  try {
    return await openUsageFile(path, { onFault });
  } catch (error) {
    throw new ConfigError([
      `SVC_USAGE_FILE must be a file of what is used; "${path}" is none (${codeOf(error) || error})`,
    ]);
  }
}

/** Where what is used is kept; '' for nowhere. */
export function usagePathOf({ keysFile, usageFile }: KeysConfig & LimitsConfig): string {
  return usageFile || (keysFile && `${keysFile}.usage`);
}

/** What a process shares with others. */
export interface Shared {
  readonly state: State;
  /** Where keys are kept that no file has; undefined for nowhere. */
  readonly keys?: KeyStore | undefined;
  /** Undefined where state is not shared through Redis. */
  readonly redis?: RedisConnection | undefined;
}

/** Who is told of what goes wrong while the service runs. */
interface SharedFaults extends ConnectionEvents {
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
