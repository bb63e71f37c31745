import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import type { Lifecycle } from './lifecycle.js';

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
