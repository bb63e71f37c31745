import { setPriority } from 'node:os';
import { isPageError, type PageErrorDetails, type UnreadableState } from '@svc/parsers';
import { type PageToRead, readNow } from './readers.js';

/** What a thread answers: a `PageError` would arrive as an error without its state. */
export type ReadOnThread = { result: object } | { state: UnreadableState; details: PageErrorDetails };

/** A little less urgent than what answers requests, where both want the same core. */
const niceness = 10;

// Elsewhere than on Linux it would be the whole process that becomes less urgent.
if (process.platform === 'linux') setPriority(0, niceness);

/** Reads a page on a thread of its own. */
export default function readOnThread(page: PageToRead): ReadOnThread {
  try {
    return { result: readNow(page) };
  } catch (error) {
    if (!isPageError(error)) throw error;
    return { state: error.state, details: error.details };
  }
}
