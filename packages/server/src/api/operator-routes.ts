import type { CircuitState, EngineStatus, Fetcher } from '@svc/fetchers';
import type { FastifyInstance } from 'fastify';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Lifecycle } from '../observe/lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What the routes for operators need. */
interface OperatorParts {
  lifecycle: Lifecycle;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
  fetcher: Pick<Fetcher, 'status'>;
  /** Whether Redis answers. @default Redis is not used */
  redis?: { isUp(): boolean } | undefined;
  /** The store of jobs. @default there are no jobs */
  jobs?: { fault(): string | undefined } | undefined;
  /** The valid keys. @default those of the configuration, which do not change */
  keys?: Pick<KeyRing, 'state' | 'isReady'>;
}

/** Additions to the status if something does not work. */
interface ReadyParts {
  redis?: string;
  jobs?: string;
  keys?: string;
  engines?: Record<string, UnavailableEngine> | 'unknown';
}

/** An engine that is currently unavailable. */
interface UnavailableEngine {
  unavailable_seconds: number;
  circuit: CircuitState;
  /** API keys whose own circuit is open; left out if there are none. */
  keys_with_open_circuit?: number;
}

/** Adds the paths for probes and scrapers. None of them calls an engine or needs a key. */
export function addMonitoringRoutes(
  app: FastifyInstance,
  { lifecycle, metrics, fetcher, redis, jobs, keys }: OperatorParts,
): void {
  /**
   * The service works without Redis or an engine, with stale keys or with paused jobs, so it stays ready and only reports
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
    // A process that has not loaded any keys yet would refuse all callers, while others may know them.
    if (keys?.isReady() === false) return reply.code(503).send({ status: 'starting', ...(await parts()) });
    return { status: 'ready', ...(await parts()) };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/**
 * Engines that are currently unavailable, for all keys or some; undefined if there are none. A failing store does not
 * make the service unready.
 */
async function unavailableEngines(fetcher: Pick<Fetcher, 'status'>): Promise<ReadyParts['engines']> {
  const engines = await fetcher.status().then(
    (status) => status.engines,
    () => undefined,
  );
  if (engines === undefined) return 'unknown';
  const unavailable = engines.filter(({ unavailableFor, openCallers }) => unavailableFor > 0 || openCallers > 0);
  if (unavailable.length === 0) return undefined;
  return Object.fromEntries(unavailable.map((status) => [status.engine, shownEngine(status)]));
}

function shownEngine({ unavailableFor, circuit, openCallers }: EngineStatus): UnavailableEngine {
  return {
    unavailable_seconds: Math.ceil(unavailableFor / 1000),
    circuit,
    ...(openCallers > 0 && { keys_with_open_circuit: openCallers }),
  };
}
