import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { StoppingConfig } from '../../config/stopping.js';
import type { Lifecycle } from './lifecycle.js';

/** Milliseconds for the last errors to be sent. */
const lastWords = 1_000;

/** What is to be stopped. */
export interface Running {
  app: FastifyInstance;
  fetcher: Fetcher;
  lifecycle: Lifecycle;
}

/**
 * Stops in order: not ready, then closed to new searches, then waits for those in progress, aborts the rest when time is
 * up, and closes everything.
 */
export async function stopService(config: StoppingConfig, { app, fetcher, lifecycle }: Running): Promise<void> {
  app.log.info('stopping');
  lifecycle.stop();
  await sleep(config.drainDelayMs);
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
