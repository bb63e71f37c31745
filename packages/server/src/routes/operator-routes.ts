import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What operators ask for. */
export interface OperatorParts {
  lifecycle: Lifecycle;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
  /** Whether Redis answers. @default state is not shared through it */
  redis?: { isUp(): boolean } | undefined;
}

/** Adds the paths for probes and scrapers. None of them calls an engine or needs a key. */
export function addOperatorRoutes(app: FastifyInstance, { lifecycle, metrics, redis }: OperatorParts): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    // Without Redis the service goes on: it is as ready as the others that share it, and only says so.
    const shared = redis && { redis: redis.isUp() ? 'up' : 'away' };
    if (!lifecycle.isStopping()) return { status: 'ready', ...shared };
    return reply.code(503).send({ status: 'stopping' });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
