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
    description: 'File of the keys that `svc keys` creates, reloaded when it changes.',
  }),
  apiKeys: keysSetting(
    {
      name: 'SVC_API_KEYS',
      fallback: '',
      description:
        'Comma-separated valid keys, in plain text or as `id:sha256`, in addition to those of `SVC_KEYS_FILE` or, without it, `SVC_REDIS_URL`. If none of these is set, `svc start` creates a key.',
    },
    { disabled: false },
  ),
  disabledApiKeys: keysSetting(
    {
      name: 'SVC_DISABLED_API_KEYS',
      fallback: '',
      description: 'Disabled keys, in the same form; they are answered with 403.',
    },
    { disabled: true },
  ),
};
