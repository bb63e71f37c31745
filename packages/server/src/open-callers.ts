import { ConfigError } from './config/config.js';
import type { KeysConfig } from './config/keys.js';
import type { LimitsConfig } from './config/limits.js';
import { codeOf } from './errors/error-code.js';
import { fileKeyStore } from './limits/keys/file-key-store.js';
import { createKeyRing, type KeyRing, type KeyRingSources, openKeyRing } from './limits/keys/key-ring.js';
import { type KeyStore, KeyStoreError } from './limits/keys/key-store.js';
import { type KeptUsage, openUsageFile } from './limits/usage-file.js';

/** Where keys come from beside the environment. */
export interface KeySources extends Pick<KeyRingSources, 'onFault' | 'onMended'> {
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
export async function openUsage(
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
