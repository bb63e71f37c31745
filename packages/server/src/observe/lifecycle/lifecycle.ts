import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { StoppingConfig } from '../../config/processes.js';
import { ApiError } from '../../errors/api-error.js';

/** The phase of the service, and its number of open requests. */
export interface Lifecycle {
  /** Whether shutdown has started, so that the service is no longer ready. */
  isStopping(): boolean;
  /** Whether new requests are refused. */
  isClosed(): boolean;
  /** Starts shutdown. */
  stop(): void;
  /** Refuses new requests from now on. */
  close(): void;
  /** Counts a request as open until the returned function is called. */
  enter(): () => void;
  /** Waits at most `timeout` milliseconds until no request is open; resolves to whether that was reached. */
  drained(timeout: number): Promise<boolean>;
}

/** Creates the lifecycle of a service that is ready. */
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

/** Counts open requests. When the service is closed to new ones, only the paths for operators still answer. */
export function addLifecycleHooks(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.raw.once('close', lifecycle.enter());
    if (lifecycle.isClosed() && url.startsWith('/api/')) {
      throw new ApiError('shutting_down', 'The service is shutting down.');
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping()) reply.header('connection', 'close'); // so that shutdown need not wait until it is idle
  });
}

/** Milliseconds for sending the last errors. */
const lastErrorsTime = 1_000;

/** Milliseconds for open connections to end if another process accepts new ones. */
const drainTimeIfReplaced = 3_000;

/** The same if no other process takes over, long enough for callers with regular requests to be notified. */
const drainTime = 1_000;

/** A service to stop. */
interface RunningService {
  app: FastifyInstance;
  fetcher: Fetcher;
  lifecycle: Lifecycle;
  /** Whether another process accepts new connections on the same address. */
  isReplaced: boolean;
}

/**
 * Stops a service in order: it becomes not ready, refuses new searches, waits for those in progress, aborts the rest at the
 * timeout, and closes everything.
 */
export async function stopService(
  config: StoppingConfig,
  { app, fetcher, lifecycle, isReplaced }: RunningService,
): Promise<void> {
  app.log.info('stopping');
  lifecycle.stop();
  await sleep(config.drainDelayMs);
  await drainConnections(app, isReplaced ? drainTimeIfReplaced : drainTime);
  lifecycle.close();
  const closed = app.close(); // stops listening
  const inTime = await lifecycle.drained(config.shutdownTimeoutMs);
  if (!inTime) app.log.warn('searches in progress are aborted');
  await fetcher.close(); // searches in progress are then answered with an error
  await lifecycle.drained(lastErrorsTime);
  app.server.closeAllConnections(); // including those that never sent a request
  await closed;
  app.log.info('stopped');
}

/**
 * Stops listening, and answers requests on open connections with `Connection: close`. Closing an idle connection instead could
 * lose a request that its caller is just sending.
 */
async function drainConnections({ server }: FastifyInstance, time: number): Promise<void> {
  const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve)); // `close` of an HTTP server would close idle ones
  await Promise.race([closed, sleep(time)]);
}
