import type { Config } from '../config/settings.js';

/** What one process may have is what all of them may have, divided: settings name what the machine has. */
const divided = [
  'maxSearches',
  'queuedSearches',
  'maxConnections',
  'maxUnsentMb',
  'readingThreads',
  'browserPages',
  'cacheMegabytes',
] as const satisfies readonly (keyof Config)[];

/**
 * The configuration of one worker. Nothing that it may have becomes nothing by being divided. Threads that help would take
 * the cores of other workers.
 */
export function shareOfWorker(config: Config): Config {
  const shares = divided.map((name) => [name, Math.ceil(config[name] / config.workers)]);
  return { ...config, helpingThreads: 0, ...Object.fromEntries(shares) };
}
