import { readConfig } from '../../config/config.js';
import type { Config } from '../../config/settings.js';

/** The configuration of a command, which needs no keys. Throws a `ConfigError`. */
export function commandConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const hasKeys = env.SVC_API_KEYS || env.SVC_KEYS_FILE || env.SVC_REDIS_URL;
  return readConfig(hasKeys ? env : { ...env, SVC_API_KEYS: 'not-used-by-commands' });
}
