import { createRequire } from 'node:module';
import { type Settings, wholeSetting } from './kinds.js';
import { type ListedHost, readHosts } from './listed-hosts.js';

/** Whether pages that a search has found may be read, and which. */
export interface ExtractConfig {
  extractPages: number;
  extractHosts: readonly ListedHost[];
  extractSeconds: number;
}

export const extract: Settings<ExtractConfig> = {
  extractPages: wholeSetting(
    {
      name: 'SVC_EXTRACT_PAGES',
      fallback: '0',
      description:
        'Greatest number of found pages that one search may have read by `extract`; 0 refuses it. Needs @mozilla/readability, linkedom, turndown and @joplin/turndown-plugin-gfm.',
    },
    0,
    20,
  ),
  extractSeconds: wholeSetting(
    {
      name: 'SVC_EXTRACT_SECONDS',
      fallback: '15',
      description: 'Seconds in which `extract` may read the pages of one search, robots.txt and redirects included.',
    },
    1,
    120,
  ),
  extractHosts: {
    name: 'SVC_EXTRACT_HOSTS',
    fallback: '',
    description:
      'Comma-separated hosts beside the public internet that `extract` may read, `host` or `host:port`, such as those of an intranet.',
    must: 'a comma-separated list of hosts such as wiki.example.com or 10.0.0.5:8080',
    read: readHosts,
  },
};

const packages = ['@mozilla/readability', 'linkedom', 'turndown', '@joplin/turndown-plugin-gfm'];

/** What must be installed before pages can be read. */
export function extractFaults({ extractPages }: Pick<ExtractConfig, 'extractPages'>): string[] {
  if (extractPages === 0) return [];
  const advice = missingForPages();
  return advice === undefined ? [] : [`SVC_EXTRACT_PAGES ${advice}`];
}

/** What is to be installed before pages can be read; undefined where all of it is there. */
export function missingForPages(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  const missing = packages.filter((name) => {
    try {
      return resolve(name) === '';
    } catch {
      return true; // whatever is wrong with it, installing it is the answer
    }
  });
  return missing.length === 0 ? undefined : `needs packages that are not installed: npm install ${missing.join(' ')}`;
}
