import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/api-error.js';

/** The phase of the service, and its number of open requests. */
export interface Lifecycle {
  /** Whether shutdown has begun, so that the service is no longer ready. */
  isStopping(): boolean;
  /** Whether new requests are refused. */
  isClosed(): boolean;
  /** Begins shutdown. */
  stop(): void;
  /** Refuses new requests from now on. */
  close(): void;
  /** Counts a request as open until the function returned is called. */
  enter(): () => void;
  /** Waits at most `timeout` milliseconds until no request is open; whether that was reached. */
  drained(timeout: number): Promise<boolean>;
}

/** Makes the lifecycle of a service that is ready. */
export function createLifecycle(): Lifecycle {
  let phase: 'ready' | 'stopping' | 'closed' = 'ready';
  const open = new Set<object>();
  const waiting = new Set<() => void>();

  function leave(request: object): void {
    open.delete(request);
    if (open.size > 0) return;
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
      open.add(request);
      return () => leave(request);
    },
    drained(timeout) {
      if (open.size === 0) return Promise.resolve(true);
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

/** Counts open requests. Once the service is closed to new ones, only the paths for operators still answer. */
export function refuseWhenClosed(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.raw.once('close', lifecycle.enter());
    if (lifecycle.isClosed() && url.startsWith('/api/')) {
      throw new ApiError('shutting_down', 'The service is shutting down.');
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping()) reply.header('connection', 'close'); // shutdown need not wait for it to become idle
  });
}
