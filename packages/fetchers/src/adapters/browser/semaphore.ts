import { addAbortListener } from 'node:events';

/** A semaphore. Waiters are served in order of arrival. */
export interface Semaphore {
  /** Waits for a permit. Returns a function that releases it and must be called. Throws the signal's reason if it aborts first. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Creates a semaphore. */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await enqueue(waiting, signal);
      return once(giveBack);
    },
  };
}

/** Waits until the entry in the queue is called, or removes it when the signal aborts. */
function enqueue(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leaving = addAbortListener(signal, () => {
      queue.delete(enter);
      reject(signal.reason);
    });
    const enter = () => {
      queue.delete(enter);
      leaving[Symbol.dispose]();
      resolve();
    };
    queue.add(enter);
  });
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
