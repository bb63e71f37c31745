import type { AttemptEvent } from '@svc/fetchers';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Buckets of what takes from milliseconds to as long as a search may. */
export const seconds: number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const parseSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Proxies that are counted by id; further ones count as `other`: a list may change without end. */
const mostProxies = 200;

/** Counts what engines are asked and what they answer. */
interface Upstream {
  attempted(event: AttemptEvent): void;
  /** A page was read. */
  parsed(labels: { operation: string; outcome: string; seconds: number }): void;
}

/** Adds what is known of attempts and pages. */
export function createUpstream(registry: Registry): Upstream {
  const { attempts, states, doubts, retries, proxies, waits, parses } = upstreamMetrics(registry);
  const proxyOf = boundedNames(mostProxies);

  return {
    attempted({ operation, outcome, duration, queued, attempt, proxy, doubt }) {
      const engine = operation.slice(0, operation.indexOf('.'));
      attempts.observe({ operation, outcome }, duration / 1000);
      states.inc({ engine, state: outcome });
      waits.observe({ engine }, queued / 1000);
      if (doubt !== undefined) doubts.inc({ operation, doubt });
      if (attempt > 1) retries.inc({ engine });
      if (proxy !== undefined) proxies.inc({ engine, proxy: proxyOf(proxy), state: outcome });
    },
    parsed: ({ seconds: time, ...labels }) => parses.observe(labels, time),
  };
}

function upstreamMetrics(registry: Registry) {
  const registers = [registry];
  return {
    attempts: new Histogram({
      name: 'svc_upstream_attempt_duration_seconds',
      help: 'Time of one attempt to get a page from an engine.',
      labelNames: ['operation', 'outcome'],
      buckets: seconds,
      registers,
    }),
    states: new Counter({
      name: 'svc_engine_answers_total',
      help: 'What engines answered: `usable`, the state of a page, or why there was none.',
      labelNames: ['engine', 'state'],
      registers,
    }),
    doubts: new Counter({
      name: 'svc_doubtful_pages_total',
      help: 'Usable pages that contradict the request: `wrong_language` or `wrong_country`.',
      labelNames: ['operation', 'doubt'],
      registers,
    }),
    retries: new Counter({
      name: 'svc_retries_total',
      help: 'Attempts after the first for a page.',
      labelNames: ['engine'],
      registers,
    }),
    proxies: new Counter({
      name: 'svc_proxy_attempts_total',
      help: 'Attempts through a proxy, by how they ended.',
      labelNames: ['engine', 'proxy', 'state'],
      registers,
    }),
    waits: new Histogram({
      name: 'svc_queue_wait_seconds',
      help: 'Time that an attempt waited for its turn.',
      labelNames: ['engine'],
      buckets: [0.001, ...seconds],
      registers,
    }),
    parses: new Histogram({
      name: 'svc_parse_duration_seconds',
      help: 'Time from a page to its result, the wait for a turn or a thread included.',
      labelNames: ['operation', 'outcome'],
      buckets: parseSeconds,
      registers,
    }),
  };
}

/** A name as long as there are not too many, else `other`. */
export function boundedNames(most: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < most) known.add(name);
    return known.has(name) ? name : 'other';
  };
}
