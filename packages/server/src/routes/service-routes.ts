import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle.js';
import type { Metrics } from '../metrics.js';

/** What the paths of the service itself show. */
export interface ServiceParts {
  lifecycle: Lifecycle;
  metrics: Metrics;
  /** The description of the API. */
  description: object;
}

/** Adds the paths that are for operators and tools. None of them calls an engine or needs a key. */
export function addServiceRoutes(app: FastifyInstance, { lifecycle, metrics, description }: ServiceParts): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!lifecycle.isStopping()) return { status: 'ready' };
    return reply.code(503).send({ status: 'stopping' });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  app.get('/openapi.json', async () => description);
}
