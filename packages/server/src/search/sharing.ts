/** Runs work under a key; callers that come with the same key while it runs get the same promise. */
export type Share<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

interface Running<T> {
  result: Promise<T>;
  callers: number;
  isDone: boolean;
  abort: AbortController;
}

/**
 * Makes a `Share`. A caller whose signal aborts is rejected at once; the work is aborted with its last caller.
 */
export function createSharing<T>(): Share<T> {
  const running = new Map<string, Running<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const abort = new AbortController();
    const result = work(abort.signal).finally(() => {
      entry.isDone = true;
      forget(key, entry);
    });
    const entry: Running<T> = { abort, callers: 0, isDone: false, result };
    running.set(key, entry);
    return entry;
  }

  function forget(key: string, entry: Running<T>): void {
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

/** The promise, or the signal's reason as soon as it aborts. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
