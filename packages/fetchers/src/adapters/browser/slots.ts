import { addAbortListener } from 'node:events';

/** A limit on how many things happen at once; the others wait in line. */
export interface Slots {
  /** Waits for a free slot; gives what frees it again, which must be called. Throws the signal's reason when it aborts first. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** Makes so many slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await turn(waiting, signal);
      return once(giveBack);
    },
  };
}

/** Waits until the entry made in the line is called, or leaves the line when the signal aborts. */
function turn(line: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leaving = addAbortListener(signal, () => {
      line.delete(enter);
      reject(signal.reason);
    });
    const enter = () => {
      line.delete(enter);
      leaving[Symbol.dispose]();
      resolve();
    };
    line.add(enter);
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
