import { ConfigError } from './config/config.js';
import type { KeysConfig, LimitsConfig } from './config/limits.js';
import type { Config } from './config/settings.js';
import { codeOf } from './errors/reasons.js';
import { fileKeyStore } from './limits/keys/file-key-store.js';
import { createKeyRing, type KeyRing, type KeyRingSources, openKeyRing } from './limits/keys/key-ring.js';
import { type KeyStore, KeyStoreError } from './limits/keys/key-store.js';
import { type FileUsageStore, openUsageFile } from './limits/usage-file.js';
import { type ConnectionEvents, openRedis, type RedisConnection } from './state/redis/connection.js';
import { redisKeyStore } from './state/redis/key-store.js';
import { redisState } from './state/redis/state.js';
import type { ServiceState } from './state/state.js';
import { memoryState } from './state/state.js';

/** Where keys come from in addition to the environment. */
interface KeySources extends Pick<KeyRingSources, 'onFault' | 'onMended'> {
  /** Store of the keys if there is no file. @default none */
  store?: KeyStore | undefined;
}

/** Opens the keys of a configuration. Throws a `ConfigError` if they cannot be used. */
export async function openConfiguredKeyRing(
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
 * Opens the usage file of a configuration; undefined if there is none. Throws a `ConfigError` if it cannot be used. Without a
 * file of keys there is none by default, because no quota need outlive the process.
 *
 * @param onFault see `UsageFileOptions`
 */
async function openUsage(
  config: KeysConfig & LimitsConfig,
  onFault: (error: unknown) => void,
): Promise<FileUsageStore | undefined> {
  const path = usagePathOf(config);
  if (path === '') return undefined;
  try {
    return await openUsageFile(path, { onFault });
  } catch (error) {
    throw new ConfigError([`SVC_USAGE_FILE must be a usage file; "${path}" is not one (${codeOf(error) || error})`]);
  }
}

/** Path of the usage file; '' for none. */
export function usagePathOf({ keysFile, usageFile }: KeysConfig & LimitsConfig): string {
  return usageFile || (keysFile && `${keysFile}.usage`);
}

/** What a process shares with other processes. */
export interface SharedState {
  readonly state: ServiceState;
  /** Store of the keys if there is no file; undefined for none. */
  readonly keys?: KeyStore | undefined;
  /** Undefined if state is not shared through Redis. */
  readonly redis?: RedisConnection | undefined;
}

/** Called with errors while the service runs. */
interface SharedFaults extends ConnectionEvents {
  /** The usage file could not be written, or another process writes it too. */
  onUsageFault(error: unknown): void;
}

/**
 * Opens the state of a configuration, in Redis or in memory. Throws a `ConfigError` if that fails. A Redis that does not answer
 * yet is treated like one that went away, so that machines can start in any order.
 */
export async function openState(config: Config, faults: SharedFaults): Promise<SharedState> {
  if (config.redisUrl === '') return { state: memoryState(config, await openUsage(config, faults.onUsageFault)) };
  const redis = await openRedis(config, faults, { mayBeAway: true });
  return { state: redisState(redis, config), keys: redisKeyStore(redis), redis };
}
