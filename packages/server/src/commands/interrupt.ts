/** A command was ended by Ctrl-C or SIGTERM. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs work that Ctrl-C aborts; a second Ctrl-C ends the process at once. Rejects with an `Interrupted` once the work has
 * cleaned up.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>, advice = ''): Promise<T> {
  const abort = new AbortController();
  const onSignal = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort(new Interrupted(advice));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work(abort.signal);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
