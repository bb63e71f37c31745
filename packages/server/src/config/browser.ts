import { addressSetting, type Settings, switchSetting, textSetting, wholeSetting } from './kinds.js';

/** The browser that `SVC_ADAPTER=browser` fetches with. */
export interface BrowserConfig {
  browserPath: string;
  browserCdpUrl: string;
  browserSandbox: boolean;
  browserPages: number;
  browserRecycleAfter: number;
}

export const browser: Settings<BrowserConfig> = {
  browserPath: textSetting({
    name: 'SVC_BROWSER_PATH',
    fallback: '',
    description: 'Path of Chromium for `browser`, such as `/usr/bin/chromium`.',
  }),
  browserCdpUrl: addressSetting(
    {
      name: 'SVC_BROWSER_CDP_URL',
      fallback: '',
      description:
        'Address of a running browser for `browser` (DevTools protocol), as an alternative to `SVC_BROWSER_PATH`.',
    },
    ['http:', 'https:', 'ws:', 'wss:'],
  ),
  browserSandbox: switchSetting({
    name: 'SVC_BROWSER_SANDBOX',
    fallback: 'true',
    description: 'Whether Chromium runs in its sandbox, which is not possible as root.',
  }),
  browserPages: wholeSetting(
    {
      name: 'SVC_BROWSER_PAGES',
      fallback: '4',
      description: 'Maximum number of pages open in the browser at once; more wait.',
    },
    1,
    100,
  ),
  browserRecycleAfter: wholeSetting(
    {
      name: 'SVC_BROWSER_RECYCLE_AFTER',
      fallback: '200',
      description: 'Number of pages after which the browser is restarted.',
    },
    1,
    100_000,
  ),
};
