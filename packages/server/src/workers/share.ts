import type { Config } from '../config/settings.js';

/** What one process may have is what all of them may have, divided: settings name what the machine has. */
const divided = [
  'maxSearches',
  'queuedSearches',
  'maxConnections',
  'maxUnsentMb',
  'browserPages',
  'cacheMegabytes',
] as const satisfies readonly (keyof Config)[];

/**
 * The configuration of one worker. Nothing becomes 0 by being divided. Each worker has a core, so one thread
 * for large pages is enough unless the setting says otherwise.
 */
export function shareOfWorker(config: Config): Config {
  const shares = divided.map((name) => [name, Math.ceil(config[name] / config.workers)]);
  const readingThreads = Math.ceil((config.readingThreads ?? config.workers) / config.workers);
  return { ...config, readingThreads, ...Object.fromEntries(shares) };
}
