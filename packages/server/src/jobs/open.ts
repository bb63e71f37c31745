import type { BatchesConfig } from '../config/batches.js';
import { folderStore } from './folder-store.js';
import type { JobStore } from './store.js';

/** Opens the store of jobs that a configuration names. */
export function openJobStore(config: BatchesConfig, onFault: (error: unknown) => void): JobStore {
  return folderStore(config.batchFolder, { keep: keepOf(config), onFault });
}

/** Milliseconds that a job is kept after its end. */
export function keepOf({ batchKeepHours }: BatchesConfig): number {
  return batchKeepHours * 3_600_000;
}
