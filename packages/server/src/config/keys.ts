import type { ApiKey } from '../keys/api-key.js';
import { keysSetting, type Settings } from './kinds.js';

/** Who may call. */
export interface KeysConfig {
  apiKeys: ApiKey[];
  disabledApiKeys: ApiKey[];
}

export const keys: Settings<KeysConfig> = {
  apiKeys: keysSetting(
    {
      name: 'SVC_API_KEYS',
      fallback: '',
      description: 'Comma-separated keys that may be used, plain or as `id:sha256`. Needed, but `svc start` makes one.',
    },
    { disabled: false },
  ),
  disabledApiKeys: keysSetting(
    {
      name: 'SVC_DISABLED_API_KEYS',
      fallback: '',
      description: 'Keys that are known but disabled, in the same form; they are answered with 403.',
    },
    { disabled: true },
  ),
};
