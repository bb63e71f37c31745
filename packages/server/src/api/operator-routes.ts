import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Lifecycle } from '../observe/lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What operators ask for. */
export interface OperatorParts {
  lifecycle: Lifecycle;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
  /** Whether Redis answers. @default state is not shared through it */
  redis?: { isUp(): boolean } | undefined;
  /** Batches that are jobs. @default they are not served */
  jobs?: { fault(): string | undefined } | undefined;
  /** The keys that may call. @default those of the configuration, which stay the same */
  keys?: Pick<KeyRing, 'state' | 'isReady'>;
}

/** Adds the paths for probes and scrapers. None of them calls an engine or needs a key. */
export function addOperatorRoutes(
  app: FastifyInstance,
  { lifecycle, metrics, redis, jobs, keys }: OperatorParts,
): void {
  /** Without Redis, with keys from before or with paused jobs the service goes on: it is ready, and only reports them. */
  function parts(): { redis?: string; jobs?: string; keys?: string } {
    const [state, fault] = [keys?.state(), jobs?.fault()];
    return {
      ...(redis && { redis: redis.isUp() ? 'up' : 'away' }),
      ...(fault && fault !== 'away' && { jobs: `paused: ${fault}` }),
      ...(state && { keys: state }),
    };
  }

  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (lifecycle.isStopping()) return reply.code(503).send({ status: 'stopping' });
    // Who does not know any caller yet would only refuse them; others may know them.
    if (keys?.isReady() === false) return reply.code(503).send({ status: 'starting', ...parts() });
    return { status: 'ready', ...parts() };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
