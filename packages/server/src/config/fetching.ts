import type { ProxyServer } from '@svc/fetchers';
import { addressSetting, proxiesSetting, type Settings, secretSetting, textSetting, wholeSetting } from './kinds.js';
import { waysSetting } from './ways.js';

/** How pages are got. */
export interface FetchingConfig {
  /** Ways to fetch, the first one first. */
  adapter: readonly string[];
  replayFolder: string;
  recordFolder: string;
  gateway: string;
  proxies: ProxyServer[];
  proxiesFile: string;
  keepFolder: string;
  keepLimit: number;
  placesFile: string;
}

export const fetching: Settings<FetchingConfig> = {
  adapter: waysSetting({
    name: 'SVC_ADAPTER',
    fallback: 'replay',
    description:
      'How pages are fetched: `simulated` (made up by `@svc/fixtures`), `replay` (captured pages), `http`, `impit`, `browser`, `unblocker`, the path of a module, or `chain:` and several of them, as `chain:http,browser`.',
  }),
  replayFolder: textSetting({
    name: 'SVC_REPLAY_FOLDER',
    fallback: 'fixtures/pages',
    description: 'Folder of the captured pages, from the working directory.',
  }),
  recordFolder: textSetting({
    name: 'SVC_RECORD_FOLDER',
    fallback: '',
    description: 'Folder for every page that is fetched, as `replay` reads them; none are recorded when not set.',
  }),
  gateway: addressSetting({
    name: 'SVC_GATEWAY',
    fallback: '',
    description:
      'Address that `http`, `impit` and `browser` ask instead of the engines, for `/<host of the engine>/…`: a simulator, an unblocking service.',
  }),
  proxies: proxiesSetting({
    name: 'SVC_PROXIES',
    fallback: '',
    description: 'Comma-separated addresses of proxies to fetch through; none means directly.',
  }),
  proxiesFile: textSetting({
    name: 'SVC_PROXIES_FILE',
    fallback: '',
    description: 'File with a proxy on each line, read again when it changes; instead of `SVC_PROXIES`.',
  }),
  keepFolder: textSetting({
    name: 'SVC_KEEP_FOLDER',
    fallback: '',
    description: 'Folder for pages that could not be read; none are kept when not set.',
  }),
  keepLimit: wholeSetting(
    {
      name: 'SVC_KEEP_LIMIT',
      fallback: '100',
      description: 'Greatest number of pages in that folder; no more are added after that.',
    },
    1,
    100_000,
  ),
  placesFile: textSetting({
    name: 'SVC_PLACES_FILE',
    fallback: '',
    description:
      'The list of places that alpha publishes, its CSV or what `svc locations import` made of it; the included list when not set.',
  }),
};

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
