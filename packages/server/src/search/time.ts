/**
 * Milliseconds that a search may have waited, unseen, for the event loop, and that count at most; and the same as a share of its
 * time: it is only what may have been.
 */
const [longestWait, mostWait] = [1_000, 0.25];

/** The same for what is kept of its time to answer in, where many searches end at the same moment. */
const [longestAnswer, mostAnswer] = [50, 0.05];

/**
 * Milliseconds that a search has when it begins, so that its caller has an answer when its time is up.
 *
 * @param timeout milliseconds that a caller may wait
 * @param waited milliseconds for which it may have waited already
 */
export function timeFor(timeout: number, waited: number): number {
  return timeout - Math.min(waited, longestWait, timeout * mostWait) - Math.min(longestAnswer, timeout * mostAnswer);
}
