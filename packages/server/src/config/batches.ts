import { type Settings, wholeSetting } from './kinds.js';

/** How batches are run. */
export interface BatchesConfig {
  batchSearches: number;
  batchPatienceSeconds: number;
  keyBatches: number;
}

export const batches: Settings<BatchesConfig> = {
  batchSearches: wholeSetting(
    {
      name: 'SVC_BATCH_SEARCHES',
      fallback: '20',
      description:
        'Greatest number of searches of one key in progress for its batches, at most half of `SVC_KEY_SEARCHES`.',
    },
    1,
    10_000,
  ),
  batchPatienceSeconds: wholeSetting(
    {
      name: 'SVC_BATCH_PATIENCE_SECONDS',
      fallback: '600',
      description: 'Time that a line of a batch waits where a search of its own would be refused for a moment.',
    },
    1,
    86_400,
  ),
  keyBatches: wholeSetting(
    {
      name: 'SVC_KEY_BATCHES',
      fallback: '10',
      description: 'Greatest number of batches of one key in progress; more are answered with 429.',
    },
    1,
    10_000,
  ),
};
