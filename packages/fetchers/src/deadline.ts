import { FetchError } from './errors.js';

/** A point in time, reached early if another signal aborts. Uses the monotonic clock, so changes of the system time do not matter. */
export interface Deadline {
  /** Aborted when the deadline is reached. The reason is the `FetchError` to throw. */
  readonly signal: AbortSignal;
  /** Milliseconds left, at least 0. */
  remaining(): number;
  /** Waits for a promise. Throws if the deadline is reached first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits. Throws if the deadline is reached first. */
  sleep(milliseconds: number): Promise<void>;
  /** Releases the timer and the listeners on the other signals. */
  stop(): void;
}

/** The longest delay of a timer in Node.js, in milliseconds. */
const maxTimer = 2 ** 31 - 1;

/** Starts a deadline. @param others signals that end it early */
export function startDeadline(milliseconds: number, ...others: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  const expire = () => controller.abort(new FetchError('timeout', 'The deadline has passed'));
  const timer = setTimeout(expire, Math.min(milliseconds, maxTimer));
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

/** Milliseconds that work has after its deadline to settle by itself, with a more specific error. */
const grace = 50;

/**
 * The result of work that respects a deadline. If it does not settle in time, for instance because of a store that never responds,
 * the promise rejects with the deadline's reason.
 */
export function withDeadline<T>(work: Promise<T>, { signal }: Deadline): Promise<T> {
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

/** Calls `react` when the signal aborts, or at once if it has. Returns a function that undoes this. */
function onAbort(signal: AbortSignal | undefined, react: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    react(signal.reason);
    return () => {};
  }
  const { reactions, stop } = sharedListeners.get(signal) ?? listenTo(signal);
  const reaction = () => react(signal.reason);
  reactions.add(reaction);
  return () => {
    if (reactions.delete(reaction) && reactions.size === 0) stop();
  };
}

/** What is to be called when a signal aborts. */
interface SharedListener {
  readonly reactions: Set<() => void>;
  /** Removes the listener. */
  stop(): void;
}

/** One listener for each signal: callers may share one among many fetches, and Node.js warns of more than ten listeners. */
const sharedListeners = new WeakMap<AbortSignal, SharedListener>();

function listenTo(signal: AbortSignal): SharedListener {
  const reactions = new Set<() => void>();
  const listener = () => {
    for (const react of reactions) react();
  };
  const stop = () => {
    signal.removeEventListener('abort', listener);
    sharedListeners.delete(signal);
  };
  signal.addEventListener('abort', listener);
  const shared = { reactions, stop };
  sharedListeners.set(signal, shared);
  return shared;
}

function asFetchError(reason: unknown): FetchError {
  return reason instanceof FetchError
    ? reason
    : new FetchError('aborted', 'The caller aborted the fetch', { cause: reason });
}
