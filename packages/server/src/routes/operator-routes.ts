import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What operators ask for. */
export interface OperatorParts {
  lifecycle: Lifecycle;
  metrics: Metrics;
}

/** Adds the paths for probes and scrapers. None of them calls an engine or needs a key. */
export function addOperatorRoutes(app: FastifyInstance, { lifecycle, metrics }: OperatorParts): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!lifecycle.isStopping()) return { status: 'ready' };
    return reply.code(503).send({ status: 'stopping' });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
