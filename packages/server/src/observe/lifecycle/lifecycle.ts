import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { StoppingConfig } from '../../config/stopping.js';
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

/** Milliseconds for the last errors to be sent. */
const lastWords = 1_000;

/** Milliseconds in which connections that are open may end by themselves, where another process takes the new ones. */
const handover = 3_000;

/** The same where no other process takes over: callers that send requests now and then are told within it. */
const farewell = 1_000;

/** What is to be stopped. */
interface RunningService {
  app: FastifyInstance;
  fetcher: Fetcher;
  lifecycle: Lifecycle;
  /** Whether another process takes new connections on the same address. */
  isReplaced: boolean;
}

/**
 * Stops in order: not ready, then closed to new searches, then waits for those in progress, aborts the rest when time is
 * up, and closes everything.
 */
export async function stopService(
  config: StoppingConfig,
  { app, fetcher, lifecycle, isReplaced }: RunningService,
): Promise<void> {
  app.log.info('stopping');
  lifecycle.stop();
  await sleep(config.drainDelayMs);
  await handOver(app, isReplaced ? handover : farewell);
  lifecycle.close();
  const closed = app.close(); // stops listening
  const inTime = await lifecycle.drained(config.shutdownTimeoutMs);
  if (!inTime) app.log.warn('searches in progress are aborted');
  await fetcher.close(); // searches in progress are then answered with an error
  await lifecycle.drained(lastWords);
  app.server.closeAllConnections(); // including those that never sent a request
  await closed;
  app.log.info('stopped');
}

/**
 * Stops listening, and answers what still comes on open connections, each answer with `Connection: close`: a connection that
 * is closed while idle may be just that on which its caller sends the next request.
 */
async function handOver({ server }: FastifyInstance, time: number): Promise<void> {
  const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve)); // that of HTTP closes idle ones
  await Promise.race([closed, sleep(time)]);
}
