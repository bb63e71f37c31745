import { type Settings, wholeSetting } from './kinds.js';

/** How pages are read. */
export interface ReadingConfig {
  readingThreads: number;
  helpingThreads: number;
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
  helpingThreads: wholeSetting(
    {
      name: 'SVC_HELPING_THREADS',
      fallback: '1',
      description:
        'Greatest number of threads that read ordinary pages while others wait for the processor, on cores that no worker has.',
    },
    0,
    64,
  ),
};
