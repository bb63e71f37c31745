/** Ctrl-C, or a signal that asks to end, ended a command. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs work that a first Ctrl-C aborts, and a second one ends at once. Rejects with an `Interrupted` once the work has
 * let go of what it held.
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
