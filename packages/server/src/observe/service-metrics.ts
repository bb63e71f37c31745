import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';
import { monotonicEpochNow } from '../limits/rate-store.js';

/** Faults outside requests: a page was not saved, proxies were not reloaded, usage was not written. */
type ServiceFault = 'page_not_kept' | 'proxies_unread' | 'usage_unwritten';

/** Counts what does not belong to single searches. */
export interface ServiceMetrics {
  /** A request was answered with an error. */
  refused(code: string): void;
  /** A search was answered with the cache enabled: `HIT`, `MISS` or `BYPASS`. */
  cached(use: string): void;
  /** A line of a batch or job was answered. */
  lineAnswered(status: number): void;
  /** A webhook was delivered. */
  webhookDelivered(): void;
  /** A webhook could not be delivered. @param reason a status or an error code */
  webhookFailed(reason: string): void;
  /** A fault occurred outside requests. */
  faulted(fault: ServiceFault): void;
  /** Sets the source for the size of all request bodies in progress. */
  watchBodies(held: () => number): void;
}

/** Adds these metrics to a registry. */
export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const refusals = counter('svc_refusals_total', 'Requests that were answered with an error, by its code.', ['code']);
  const cache = counter('svc_cache_uses_total', 'Searches with the cache enabled: `HIT`, `MISS` or `BYPASS`.', ['use']);
  const lines = counter('svc_batch_lines_total', 'Finished lines of batches and jobs, by status.', ['status']);
  const webhooks = counter('svc_webhook_failures_total', 'Failed attempts to deliver a webhook.', ['reason']);
  const delivered = new Counter({
    name: 'svc_webhooks_delivered_total',
    help: 'Webhooks that were delivered.',
    registers: [registry],
  });
  const faults = counter('svc_faults_total', 'Faults outside of requests, by kind; the log has the reason.', ['fault']);
  let heldBy = () => 0;
  new Gauge({
    name: 'svc_clock_offset_seconds',
    help: 'Seconds by which the system clock was adjusted since the process started.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set((Date.now() - monotonicEpochNow()) / 1000);
    },
  });
  new Gauge({
    name: 'svc_body_bytes',
    help: 'Size of all request bodies in progress.',
    registers: [registry],
    collect() {
      this.set(heldBy());
    },
  });
  new Gauge({
    name: 'svc_heap_limit_bytes',
    help: 'Heap size at which the process ends.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(getHeapStatistics().heap_size_limit);
    },
  });
  return {
    refused: (code) => refusals.inc({ code }),
    cached: (use) => cache.inc({ use }),
    lineAnswered: (status) => lines.inc({ status }),
    webhookDelivered: () => delivered.inc(),
    webhookFailed: (reason) => webhooks.inc({ reason }),
    faulted: (fault) => faults.inc({ fault }),
    watchBodies(held) {
      heldBy = held;
    },
  };
}

/** Counts workers that had to be replaced. */
export function createWorkerMetrics(registry: Registry): { replaced(reason: 'ended' | 'frozen'): void } {
  const counter = new Counter({
    name: 'svc_workers_replaced_total',
    help: 'Workers that were replaced because they had `ended` or were `frozen`.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return { replaced: (reason) => counter.inc({ reason }) };
}

/** Metrics of jobs. */
export interface JobMetrics {
  /** Sets the source for whether jobs are paused, see `JobStore.fault`. */
  watchStore(store: { fault(): string | undefined }): void;
  /** A job was found damaged. */
  jobDamaged(): void;
}

/** Adds the metrics of jobs. */
export function createJobMetrics(registry: Registry): JobMetrics {
  const registers = [registry];
  const damage = new Counter({
    name: 'svc_jobs_damaged_total',
    help: 'Jobs whose stored data was found damaged.',
    registers,
  });
  let faultOf: () => string | undefined = () => undefined;
  new Gauge({
    name: 'svc_jobs_paused',
    help: 'Whether jobs are paused because they cannot be stored: 1 with the reason, otherwise 0.',
    labelNames: ['reason'],
    registers,
    aggregator: 'max',
    collect() {
      const fault = faultOf();
      this.reset();
      this.set({ reason: fault ?? 'none' }, fault === undefined ? 0 : 1);
    },
  });
  return {
    watchStore(store) {
      faultOf = () => store.fault();
    },
    jobDamaged: () => damage.inc(),
  };
}

/** The connection to Redis as shown in metrics. */
interface WatchedRedis {
  isUp(): boolean;
  processes(): number;
  /** Seconds until the last heartbeat was answered. */
  latency(): number;
}

/** Status of Redis as seen by a process. */
export interface RedisMetrics {
  /** Adds the metrics of Redis, with this source. */
  watch(redis: WatchedRedis): void;
  /** It went away. @param reason a code */
  wentAway(reason: string): void;
  /** It refused a command. @param reason the first word of its reply */
  refused(reason: string): void;
}

/** Creates the metrics of Redis, which are not in the registry until `watch` is called. */
export function createRedisMetrics(registry: Registry): RedisMetrics {
  const registers = [registry];
  const labelNames = ['reason'] as const;
  let away: Counter<'reason'> | undefined;
  let refusals: Counter<'reason'> | undefined;
  return {
    watch(redis) {
      away = new Counter({
        name: 'svc_redis_away_total',
        help: 'Number of times that Redis became unavailable.',
        labelNames,
        registers,
      });
      const help = 'Commands that Redis refused.';
      refusals = new Counter({ name: 'svc_redis_refusals_total', help, labelNames, registers });
      new Gauge({
        name: 'svc_redis_up',
        help: 'Whether Redis responds: 1, or 0 while the service continues without it.',
        registers,
        aggregator: 'min',
        collect() {
          this.set(redis.isUp() ? 1 : 0);
        },
      });
      new Gauge({
        name: 'svc_redis_reply_seconds',
        help: 'Response time of the last heartbeat sent to Redis.',
        registers,
        aggregator: 'max',
        collect() {
          this.set(redis.latency());
        },
      });
      new Gauge({
        name: 'svc_redis_processes',
        help: 'Processes that share state through Redis.',
        registers,
        aggregator: 'max',
        collect() {
          this.set(redis.processes());
        },
      });
    },
    wentAway: (reason) => away?.inc({ reason }),
    refused: (reason) => refusals?.inc({ reason }),
  };
}
