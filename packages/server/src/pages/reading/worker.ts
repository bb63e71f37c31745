import { setPriority } from 'node:os';
import { isPageError, type PageErrorDetails, type UnreadableState } from '@svc/parsers';
import { type PageToParse, parsePageSync } from './read-page.js';

/** Result of a thread. A `PageError` would lose its state when sent between threads. */
export type ThreadResult = { result: object } | { state: UnreadableState; details: PageErrorDetails };

/** Lower priority than the thread that answers requests, in case both need the same core. */
const niceness = 10;

// On other systems than Linux this would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(0, niceness);

/** Parses a page on a thread. */
export default function parseOnThread(page: PageToParse): ThreadResult {
  try {
    return { result: parsePageSync(page) };
  } catch (error) {
    if (!isPageError(error)) throw error;
    return { state: error.state, details: error.details };
  }
}
