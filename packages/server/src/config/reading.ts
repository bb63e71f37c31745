import type { Setting, Settings } from './kinds.js';

/** How pages are read. */
export interface ReadingConfig {
  /** Threads that read pages; null for one less than the cores. */
  readingThreads: number | null;
}

/** Most threads that a process may have. */
const limit = 64;

const readingThreads: Setting<number | null> = {
  name: 'SVC_READING_THREADS',
  fallback: '',
  description:
    'Threads that read pages beside the event loop: large ones always, ordinary ones while others wait. Empty: one less than the cores, at least one. 0: everything is read in the event loop.',
  must: `a whole number from 0 to ${limit}, or empty`,
  read(text) {
    if (text === '') return null;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number <= limit ? number : undefined;
  },
};

export const reading: Settings<ReadingConfig> = { readingThreads };
