/**
 * Runs work once per key: callers with the same key share it while it runs. A caller whose signal aborts is rejected at once
 * with the reason of the signal; the work is aborted when its last caller has left.
 */
type SingleFlight<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

interface Entry<T> {
  result: Promise<T>;
  callers: number;
  isDone: boolean;
  abort: AbortController;
}

/** Creates a `SingleFlight` for the work of this process. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const running = new Map<string, Entry<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const abort = new AbortController();
    const result = work(abort.signal).finally(() => {
      entry.isDone = true;
      forget(key, entry);
    });
    const entry: Entry<T> = { abort, callers: 0, isDone: false, result };
    running.set(key, entry);
    return entry;
  }

  function forget(key: string, entry: Entry<T>): void {
    if (running.get(key) === entry) running.delete(key);
  }

  return async (key, signal, work) => {
    signal.throwIfAborted();
    const entry = running.get(key) ?? start(key, work);
    entry.callers += 1;
    try {
      return await orAborted(entry.result, signal);
    } finally {
      entry.callers -= 1;
      if (entry.callers === 0 && !entry.isDone) {
        forget(key, entry);
        entry.abort.abort(signal.reason);
      }
    }
  };
}

/** Settles like the promise, or rejects as soon as the signal aborts. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
