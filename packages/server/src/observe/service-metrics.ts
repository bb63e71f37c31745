import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What the service does beside single searches, and what it refuses. */
export interface ServiceMetrics {
  /** A request was answered with an error. */
  refused(code: string): void;
  /** A search was answered with the cache on: `HIT`, `MISS` or `BYPASS`. */
  cached(use: string): void;
  /** A line of a batch or job was answered. */
  lineAnswered(status: number): void;
  /** A webhook was not received. @param reason a status or the code of an error */
  webhookFailed(reason: string): void;
  /** Shows from now on how many bytes the bodies of requests hold. */
  watchBodies(held: () => number): void;
}

/** Adds them to a registry. */
export function createServiceMetrics(registry: Registry): ServiceMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const refusals = counter('svc_refusals_total', 'Requests that were answered with an error, by its code.', ['code']);
  const cache = counter('svc_cache_uses_total', 'Searches by how the cache was used.', ['use']);
  const lines = counter('svc_batch_lines_total', 'Lines of batches and jobs that were answered, by status.', [
    'status',
  ]);
  const webhooks = counter('svc_webhook_failures_total', 'Attempts at a webhook that failed.', ['reason']);
  let heldBy = () => 0;
  new Gauge({
    name: 'svc_body_bytes',
    help: 'Bytes that the bodies of requests under way hold.',
    registers: [registry],
    collect() {
      this.set(heldBy());
    },
  });
  new Gauge({
    name: 'svc_heap_limit_bytes',
    help: 'Size of the heap at which the process ends.',
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
    webhookFailed: (reason) => webhooks.inc({ reason }),
    watchBodies(held) {
      heldBy = held;
    },
  };
}
