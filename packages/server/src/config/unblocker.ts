import { type Settings, secretSetting, textSetting } from './kinds.js';

/** The service that `SVC_ADAPTER=unblocker` fetches from. */
export interface UnblockerConfig {
  unblockerFile: string;
  unblockerKey: string;
}

export const unblocker: Settings<UnblockerConfig> = {
  unblockerFile: textSetting({
    name: 'SVC_UNBLOCKER_FILE',
    fallback: '',
    description: 'JSON file that describes the unblocking service for `unblocker`; `@svc/fetchers` has examples.',
  }),
  unblockerKey: secretSetting({
    name: 'SVC_UNBLOCKER_KEY',
    fallback: '',
    description: 'Key of the account there; fills `{key}` in the description.',
  }),
};
