import { type Settings, wholeSetting } from './kinds.js';

/** How pages are read. */
export interface ReadingConfig {
  readingThreads: number;
}

export const reading: Settings<ReadingConfig> = {
  readingThreads: wholeSetting(
    {
      name: 'SVC_READING_THREADS',
      fallback: '2',
      description: 'Greatest number of threads that read large pages; 0 reads them where everything else is answered.',
    },
    0,
    64,
  ),
};
