import { ConfigError } from '../config/config.js';
import type { KeysConfig } from '../config/keys.js';
import type { LimitsConfig } from '../config/limits.js';
import { codeOf } from '../errors/failures.js';
import { fileKeyStore } from '../keys/file-key-store.js';
import { createKeyRing, type KeyRing, openKeyRing } from '../keys/key-ring.js';
import { KeyStoreError } from '../keys/key-store.js';
import { type KeptUsage, openUsageFile } from '../limits/usage-file.js';

/** Who may call, and what they have used. */
export interface Callers {
  keys: KeyRing;
  /** Undefined where no file keeps it. */
  usage: KeptUsage | undefined;
  /** Writes what is used, and lets go of the files. */
  close(): Promise<void>;
}

/** What goes wrong while the service runs. Neither error holds a secret. */
export interface CallerFaults {
  /** Changed keys cannot be used; those from before stay in force. */
  onKeysFault(error: unknown): void;
  /** What is used could not be written. */
  onUsageFault(error: unknown): void;
}

/** Opens the files of keys and of usage that a configuration names. Throws a `ConfigError` for one that cannot be used. */
export async function openCallers(config: KeysConfig & LimitsConfig, faults: CallerFaults): Promise<Callers> {
  const keys = await openKeys(config, faults);
  const usage = await openUsage(config, faults);
  return {
    keys,
    usage,
    async close() {
      keys.close();
      await usage?.close();
    },
  };
}

async function openKeys(
  { keysFile, apiKeys, disabledApiKeys }: KeysConfig,
  { onKeysFault: onFault }: CallerFaults,
): Promise<KeyRing> {
  const fixed = [...apiKeys, ...disabledApiKeys];
  if (keysFile === '') return createKeyRing(fixed);
  try {
    return await openKeyRing({ fixed, store: fileKeyStore(keysFile), onFault });
  } catch (error) {
    if (!(error instanceof KeyStoreError)) throw error;
    throw new ConfigError([`SVC_KEYS_FILE must be a file of keys: ${error.message}`]);
  }
}

/** Without a file of keys there is usually nobody whose quota would outlive the process. */
async function openUsage(
  { keysFile, usageFile }: KeysConfig & LimitsConfig,
  { onUsageFault: onFault }: CallerFaults,
): Promise<KeptUsage | undefined> {
  const path = usageFile || (keysFile && `${keysFile}.usage`);
  if (path === '') return undefined;
  try {
    return await openUsageFile(path, { onFault });
  } catch (error) {
    throw new ConfigError([
      `SVC_USAGE_FILE must be a file of what is used; "${path}" is none (${codeOf(error) || error})`,
    ]);
  }
}
