import { createRequire } from 'node:module';
import { integerSetting, type Settings } from './kinds.js';
import { type AllowedHost, parseAllowedHosts } from './listed-hosts.js';

/** Whether pages found by a search may be read, and which. */
export interface ExtractConfig {
  extractPages: number;
  extractHosts: readonly AllowedHost[];
  extractSeconds: number;
}

export const extractSettings: Settings<ExtractConfig> = {
  extractPages: integerSetting(
    {
      name: 'SVC_EXTRACT_PAGES',
      fallback: '0',
      description:
        'Maximum number of found pages that `extract` may read for one search; 0 disables it. Needs @mozilla/readability, linkedom, turndown and @joplin/turndown-plugin-gfm.',
    },
    0,
    20,
  ),
  extractSeconds: integerSetting(
    {
      name: 'SVC_EXTRACT_SECONDS',
      fallback: '15',
      description:
        'Maximum time for `extract` to read the pages of one search, including robots.txt and redirects, in seconds.',
    },
    1,
    120,
  ),
  extractHosts: {
    name: 'SVC_EXTRACT_HOSTS',
    fallback: '',
    description:
      'Comma-separated hosts outside the public internet that `extract` may read, `host` or `host:port`, such as those of an intranet.',
    must: 'a comma-separated list of hosts such as wiki.example.com or 10.0.0.5:8080',
    read: parseAllowedHosts,
  },
};

const packages = ['@mozilla/readability', 'linkedom', 'turndown', '@joplin/turndown-plugin-gfm'];

/** Faults of a configuration that needs packages which are not installed. */
export function missingExtractPackageFaults({ extractPages }: Pick<ExtractConfig, 'extractPages'>): string[] {
  if (extractPages === 0) return [];
  const advice = missingPackagesMessage();
  return advice === undefined ? [] : [`SVC_EXTRACT_PAGES ${advice}`];
}

/** Which packages must be installed before pages can be read; undefined if all are. */
export function missingPackagesMessage(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  const missing = packages.filter((name) => {
    try {
      return resolve(name) === '';
    } catch {
      return true; // whatever is wrong with the package, installing it is the remedy
    }
  });
  return missing.length === 0 ? undefined : `needs packages that are not installed: npm install ${missing.join(' ')}`;
}
