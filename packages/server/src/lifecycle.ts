/** Where the service is between start and end. */
export interface Lifecycle {
  /** Whether the end has begun: not ready for more. */
  isStopping(): boolean;
  /** Whether new requests are turned away. */
  isClosed(): boolean;
  /** Begins the end. */
  stop(): void;
  /** Turns new requests away. */
  close(): void;
}

/** A service that is ready. */
export function createLifecycle(): Lifecycle {
  let phase: 'ready' | 'stopping' | 'closed' = 'ready';
  return {
    isStopping: () => phase !== 'ready',
    isClosed: () => phase === 'closed',
    stop() {
      if (phase === 'ready') phase = 'stopping';
    },
    close() {
      phase = 'closed';
    },
  };
}
