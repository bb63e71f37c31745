import type { CircuitState, EngineStatus, Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Lifecycle } from '../observe/lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What operators ask for. */
interface OperatorParts {
  lifecycle: Lifecycle;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
  fetcher: Pick<Fetcher, 'status'>;
  /** Whether Redis answers. @default state is not shared through it */
  redis?: { isUp(): boolean } | undefined;
  /** Batches that are jobs. @default they are not served */
  jobs?: { fault(): string | undefined } | undefined;
  /** The keys that may call. @default those of the configuration, which stay the same */
  keys?: Pick<KeyRing, 'state' | 'isReady'>;
}

/** What is said of the service beside its status, where it lacks something. */
interface ReadyParts {
  redis?: string;
  jobs?: string;
  keys?: string;
  engines?: Record<string, UnavailableEngine> | 'unknown';
}

/** An engine that cannot be asked now. */
interface UnavailableEngine {
  unavailable_seconds: number;
  circuit: CircuitState;
}

/** Adds the paths for probes and scrapers. None of them calls an engine or needs a key. */
export function addOperatorRoutes(
  app: FastifyInstance,
  { lifecycle, metrics, fetcher, redis, jobs, keys }: OperatorParts,
): void {
  /**
   * Without Redis or an engine, with keys from before or with paused jobs the service goes on: it is ready, and only reports
   * them.
   */
  async function parts(): Promise<ReadyParts> {
    const [state, fault, engines] = [keys?.state(), jobs?.fault(), await unavailableEngines(fetcher)];
    return {
      ...(engines !== undefined && { engines }),
      ...(redis && { redis: redis.isUp() ? 'up' : 'away' }),
      ...(fault && fault !== 'away' && { jobs: `paused: ${fault}` }),
      ...(state && { keys: state }),
    };
  }

  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (lifecycle.isStopping()) return reply.code(503).send({ status: 'stopping' });
    // Who does not know any caller yet would only refuse them; others may know them.
    if (keys?.isReady() === false) return reply.code(503).send({ status: 'starting', ...(await parts()) });
    return { status: 'ready', ...(await parts()) };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/** Engines that cannot be asked now; undefined where all can be. A store that fails makes no service unready. */
async function unavailableEngines(fetcher: Pick<Fetcher, 'status'>): Promise<ReadyParts['engines']> {
  const engines = await fetcher.status().then(
    (status) => status.engines,
    () => undefined,
  );
  if (engines === undefined) return 'unknown';
  const unavailable = engines.filter(({ unavailableFor }) => unavailableFor > 0);
  if (unavailable.length === 0) return undefined;
  return Object.fromEntries(unavailable.map((status) => [status.engine, shownEngine(status)]));
}

function shownEngine({ unavailableFor, circuit }: EngineStatus): UnavailableEngine {
  return { unavailable_seconds: Math.ceil(unavailableFor / 1000), circuit };
}
