import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { StoppingConfig } from '../../config/stopping.js';
import type { Lifecycle } from './lifecycle.js';

/** Milliseconds for the last errors to be sent. */
const lastWords = 1_000;

/** Milliseconds in which connections that are open may end by themselves, where another process takes the new ones. */
const handover = 3_000;

/** The same where no other process takes over: callers that send requests now and then are told within it. */
const farewell = 1_000;

/** What is to be stopped. */
export interface RunningService {
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
