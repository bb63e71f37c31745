import type { AttemptEvent, CircuitState, FetcherStatus } from '@svc/fetchers';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { SearchOutcome } from '../operations/endpoint.js';
import { createDriftMetrics } from './drift.js';
import {
  createJobMetrics,
  createRedisMetrics,
  createServiceMetrics,
  type JobMetrics,
  type RedisMetrics,
  type ServiceMetrics,
} from './service-metrics.js';
import { createUpstreamMetrics, durationBuckets } from './upstream.js';

/** Counts what the service does. No label ever holds a query, a key or an address. */
export interface Metrics {
  /** A request was answered. `route` is the path of the route, or `none`. */
  answered(labels: { route: string; method: string; status: number; seconds: number }): void;
  /** A search ended: its error code, or what was found. */
  searched(operation: string, outcome: SearchOutcome | string): void;
  /** An engine was asked once. */
  attempted(event: AttemptEvent): void;
  /** A page was parsed, or could not be. */
  parsed(labels: { operation: string; outcome: string; seconds: number }): void;
  /** A page of an engine was not recognised. */
  unrecognised(operation: string, page: Uint8Array): void;
  /** Sets the source for the status of engines and proxies, called whenever the metrics are read. */
  watch(status: () => Promise<FetcherStatus>): void;
  /** Counts what does not belong to single searches. */
  readonly service: ServiceMetrics;
  /** Status of Redis, if state is shared through it. */
  readonly redis: RedisMetrics;
  /** Status of jobs. */
  readonly jobs: JobMetrics;
  /** Sets the source for the state of the keys, called whenever the metrics are read. */
  watchKeys(keys: Pick<KeyRing, 'state'>): void;
  /** Number of searches in progress. */
  setSearchesInProgress(searches: number): void;
  /** All metrics. */
  readonly registry: Registry;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** Media type of that text. */
  readonly contentType: string;
}

/** Creates metrics in a new registry. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, searches, rows, active } = requestMetrics(registry);
  const upstream = createUpstreamMetrics(registry);
  const drift = createDriftMetrics(registry);
  let statusOf: (() => Promise<FetcherStatus>) | undefined;
  createHealthGauges(registry, () => statusOf?.());

  return {
    registry,
    answered: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    searched(operation, outcome) {
      const isSuccess = typeof outcome !== 'string';
      searches.inc({ operation, outcome: isSuccess ? 'found' : outcome });
      if (!isSuccess) return;
      rows.observe({ operation }, outcome.rows);
      drift.answered(operation, outcome.body);
    },
    attempted: upstream.attempted,
    parsed: upstream.parsed,
    unrecognised: drift.unrecognised,
    watch(status) {
      statusOf = status;
    },
    service: createServiceMetrics(registry),
    redis: createRedisMetrics(registry),
    jobs: createJobMetrics(registry),
    watchKeys: createKeysGauge(registry),
    setSearchesInProgress: (searches) => active.set(searches),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function requestMetrics(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the request to the end of the response.',
      labelNames: ['route', 'method', 'status'],
      buckets: durationBuckets,
      registers,
    }),
    searches: new Counter({
      name: 'svc_searches_total',
      help: 'Searches by outcome: `found`, `caller_left`, or the code of the error.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    rows: new Histogram({
      name: 'svc_search_rows',
      help: 'Rows or suggestions in a response.',
      labelNames: ['operation'],
      buckets: [0, 1, 5, 8, 10, 20, 50, 100],
      registers,
    }),
    active: new Gauge({
      name: 'svc_searches_active',
      help: 'Searches in progress; identical ones count once.',
      registers,
    }),
  };
}

/** Adds a gauge for whether keys are stale; the returned function sets the keys. */
function createKeysGauge(registry: Registry): Metrics['watchKeys'] {
  let isStale = () => false;
  new Gauge({
    name: 'svc_keys_stale',
    help: 'Whether keys could not be reloaded: 1 while the previous ones stay valid, otherwise 0.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(isStale() ? 1 : 0);
    },
  });
  return (keys) => {
    isStale = () => keys.state() === 'stale';
  };
}

/** Maximum number of exits shown, because a list of proxies may have any length. */
const maxExits = 600;

/** Values of a gauge for the states of a circuit. */
const circuitValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };

/** How the values of several processes are combined; shared values are the same in all of them. */
type Aggregator = 'sum' | 'max';

/**
 * Adds gauges for the status of engines and proxies. They are set whenever the registry is read.
 *
 * @param status called once for all of them; returns undefined while there is no source
 */
function createHealthGauges(registry: Registry, status: () => Promise<FetcherStatus> | undefined): void {
  let setting: Promise<void> | undefined;
  const collect = () => {
    setting ??= setAll().finally(() => {
      setting = undefined;
    });
    return setting;
  };
  const gauge = <Label extends string>(
    name: string,
    help: string,
    { labelNames, aggregator = 'max' }: { labelNames: Label[]; aggregator?: Aggregator },
  ): Gauge<Label> => new Gauge({ name, help, labelNames, aggregator, collect, registers: [registry] });
  const ofEngine = { labelNames: ['engine'] as 'engine'[] };
  const ofExit = { labelNames: ['engine', 'proxy'] as ('engine' | 'proxy')[] };
  const aggregator = 'sum';
  const waiting = gauge('svc_searches_waiting', 'Searches in the queue of an engine.', { ...ofEngine, aggregator });
  const circuits = gauge('svc_circuit_state', 'Circuit of an engine: 0 closed, 1 half open, 2 open.', ofEngine);
  const keys = gauge('svc_circuit_open_keys', 'API keys whose own circuit of an engine is open.', ofEngine);
  const unavailable = gauge(
    'svc_engine_unavailable_seconds',
    'Time until an engine can be used again, because its circuit is open or all exits are cooling down.',
    ofEngine,
  );
  const retries = gauge('svc_retry_budget_spent', 'Retries of an engine in two minutes.', ofEngine);
  const allowed = gauge('svc_retry_budget_allowed', 'Retries of an engine that are allowed in two minutes.', ofEngine);
  const active = gauge('svc_proxy_searches', 'Searches in progress through a proxy.', { ...ofExit, aggregator });
  const strikes = gauge('svc_proxy_strikes', 'Consecutive cool-downs of a proxy for an engine.', ofExit);
  const cooling = gauge('svc_proxy_cooling_seconds', 'Time until a proxy may be used for an engine again.', ofExit);

  async function setAll(): Promise<void> {
    const { engines, exits } = (await status()) ?? { engines: [], exits: [] };
    for (const { engine, waiting: queued, circuit, openCallers, unavailableFor, retries: budget } of engines) {
      waiting.set({ engine }, queued);
      keys.set({ engine }, openCallers);
      unavailable.set({ engine }, unavailableFor / 1000);
      circuits.set({ engine }, circuitValues[circuit]);
      if (budget) retries.set({ engine }, budget.spent);
      if (budget) allowed.set({ engine }, budget.allowed);
    }
    for (const each of [active, strikes, cooling]) each.reset();
    for (const { engine, proxy, coolingFor, ...health } of exits.slice(0, maxExits)) {
      active.set({ engine, proxy }, health.active);
      strikes.set({ engine, proxy }, health.strikes);
      cooling.set({ engine, proxy }, coolingFor / 1000);
    }
  }
}
