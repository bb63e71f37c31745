import { FetchError } from './errors.js';

/** A point in time, also reached early when another signal aborts. Measured by a clock that nobody sets. */
export interface Deadline {
  /** Aborted when the deadline is reached; the reason is the `FetchError` to throw. */
  readonly signal: AbortSignal;
  /** Milliseconds left, at least 0. */
  remaining(): number;
  /** Waits for work, or throws when the deadline is reached first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits so many milliseconds, or throws when the deadline is reached first. */
  sleep(milliseconds: number): Promise<void>;
  /** Releases the timer and of the other signals. */
  stop(): void;
}

/** Node's timers overflow beyond this. */
const longestTimer = 2 ** 31 - 1;

/** Starts a deadline so many milliseconds from now. */
export function startDeadline(milliseconds: number, ...others: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  const expire = () => controller.abort(new FetchError('timeout', 'Time is up'));
  const timer = setTimeout(expire, Math.min(milliseconds, longestTimer));
  const releases = others.map((other) => onAbort(other, (reason) => controller.abort(asFetchError(reason))));
  const { signal } = controller;

  async function race<T>(work: Promise<T>): Promise<T> {
    let release = () => {};
    const reached = new Promise<never>((_, reject) => {
      release = onAbort(signal, reject);
    });
    try {
      return await Promise.race([reached, work]);
    } finally {
      release();
    }
  }

  return {
    signal,
    remaining: () => Math.max(0, end - performance.now()),
    race,
    async sleep(duration) {
      let wake: NodeJS.Timeout | undefined;
      try {
        await race(
          new Promise<void>((resolve) => {
            wake = setTimeout(resolve, duration);
          }),
        );
      } finally {
        clearTimeout(wake);
      }
    },
    stop() {
      clearTimeout(timer);
      for (const release of releases) release();
    },
  };
}

/** Milliseconds that work has to end by itself once its deadline is reached, with what it knows of how far it came. */
const grace = 50;

/**
 * How work ends that heeds a deadline, or the reason of the deadline where it does not: it may wait for what others have written,
 * such as a store that never answers.
 */
export function endOf<T>(work: Promise<T>, { signal }: Deadline): Promise<T> {
  return new Promise((resolve, reject) => {
    let late: NodeJS.Timeout | undefined;
    const release = onAbort(signal, (reason) => {
      late = setTimeout(() => reject(reason), grace);
    });
    work.then(resolve, reject).finally(() => {
      clearTimeout(late);
      release();
    });
  });
}

/** Calls `react` when the signal aborts, or at once if it has. Returns what takes the reaction back. */
function onAbort(signal: AbortSignal | undefined, react: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  const listener = () => react(signal.reason);
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener);
  return () => signal.removeEventListener('abort', listener);
}

function asFetchError(reason: unknown): FetchError {
  return reason instanceof FetchError ? reason : new FetchError('aborted', 'The caller left', { cause: reason });
}
