import type { ApiKey } from '../limits/keys/api-key.js';
import { keysSetting, type Settings, textSetting } from './kinds.js';

/** Who may call. */
export interface KeysConfig {
  keysFile: string;
  apiKeys: ApiKey[];
  disabledApiKeys: ApiKey[];
}

export const keys: Settings<KeysConfig> = {
  keysFile: textSetting({
    name: 'SVC_KEYS_FILE',
    fallback: '',
    description: 'File of the keys that `svc keys` makes, read again whenever it changes.',
  }),
  apiKeys: keysSetting(
    {
      name: 'SVC_API_KEYS',
      fallback: '',
      description:
        'Comma-separated keys that may be used, plain or as `id:sha256`; beside those of `SVC_KEYS_FILE` or, without it, `SVC_REDIS_URL`. With none of these, `svc start` makes one.',
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
