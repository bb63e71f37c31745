/** Where the service is between start and end, and how many requests it has in hand. */
export interface Lifecycle {
  /** Whether the end has begun: not ready for more. */
  isStopping(): boolean;
  /** Whether new requests are turned away. */
  isClosed(): boolean;
  /** Begins the end. */
  stop(): void;
  /** Turns new requests away. */
  close(): void;
  /** A request came; the function returned is to be called when it is over. */
  enter(): () => void;
  /** Waits, at most so many milliseconds, until no request is in hand; whether that came true. */
  drained(timeout: number): Promise<boolean>;
}

/** A service that is ready. */
export function createLifecycle(): Lifecycle {
  let phase: 'ready' | 'stopping' | 'closed' = 'ready';
  const inHand = new Set<object>();
  const waiting = new Set<() => void>();

  function leave(request: object): void {
    inHand.delete(request);
    if (inHand.size > 0) return;
    for (const wake of waiting) wake();
    waiting.clear();
  }

  return {
    isStopping: () => phase !== 'ready',
    isClosed: () => phase === 'closed',
    stop() {
      if (phase === 'ready') phase = 'stopping';
    },
    close() {
      phase = 'closed';
    },
    enter() {
      const request = {};
      inHand.add(request);
      return () => leave(request);
    },
    drained(timeout) {
      if (inHand.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), timeout);
        waiting.add(() => {
          clearTimeout(timer);
          resolve(true);
        });
      });
    },
  };
}
