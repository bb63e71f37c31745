import type { AttemptEvent, Fetcher, Judge, PageRequest } from '@svc/fetchers';
import { isPageError } from '@svc/parsers';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ParsePage } from '../pages/reading/page-reader.js';
import type { Metrics } from './metrics.js';

/** Buckets of durations up to the timeout of a search. */
export const durationBuckets: number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const parseSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Maximum number of proxies counted by id; more count as `other`, because a list may keep changing. */
const maxProxies = 200;

/** Counts requests to engines and their answers. */
interface UpstreamMetrics {
  attempted(event: AttemptEvent): void;
  /** A page was parsed. */
  parsed(labels: { operation: string; outcome: string; seconds: number }): void;
}

/** Adds metrics of attempts and pages. */
export function createUpstreamMetrics(registry: Registry): UpstreamMetrics {
  const { attempts, states, doubts, retries, proxies, waits, parses } = upstreamMetrics(registry);
  const proxyOf = createLabelLimiter(maxProxies);

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
      help: 'Time of one attempt to fetch a page from an engine.',
      labelNames: ['operation', 'outcome'],
      buckets: durationBuckets,
      registers,
    }),
    states: new Counter({
      name: 'svc_engine_answers_total',
      help: 'Responses of engines: `usable`, the state of the page, or the reason why there was no page.',
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
      help: 'Attempts through a proxy, by outcome.',
      labelNames: ['engine', 'proxy', 'state'],
      registers,
    }),
    waits: new Histogram({
      name: 'svc_queue_wait_seconds',
      help: 'Time that an attempt waited in the queue.',
      labelNames: ['engine'],
      buckets: [0.001, ...durationBuckets],
      registers,
    }),
    parses: new Histogram({
      name: 'svc_parse_duration_seconds',
      help: 'Time from a page to its result, including the wait for the event loop or a thread.',
      labelNames: ['operation', 'outcome'],
      buckets: parseSeconds,
      registers,
    }),
  };
}

/** Returns a function that keeps the first names and replaces further ones by `other`. */
export function createLabelLimiter(max: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < max) known.add(name);
    return known.has(name) ? name : 'other';
  };
}

/** Wraps a fetcher to count unrecognised pages by their structure. */
export function countUnrecognisedPages(fetcher: Fetcher, metrics: Metrics): Fetcher {
  return {
    ...fetcher,
    search(options) {
      const search = fetcher.search(options);
      return { ...search, fetch: (request, judge) => search.fetch(request, watching(judge, request)) };
    },
    fetch: (request, judge, options) => fetcher.fetch(request, watching(judge, request), options),
  };

  function watching<T>(judge: Judge<T>, { operation }: PageRequest): Judge<T> {
    return async (page, context) => {
      const verdict = await judge(page, context);
      if (!verdict.usable && verdict.state === 'unrecognised') metrics.unrecognised(operation, page.body);
      return verdict;
    };
  }
}

/** Wraps parsing of a page to measure its time. */
export function measureParsing(read: ParsePage, metrics: Metrics): ParsePage {
  return async (page, signal, caller) => {
    const { operation } = page;
    const start = performance.now();
    const ended = (outcome: string) =>
      metrics.parsed({ operation, outcome, seconds: (performance.now() - start) / 1000 });
    try {
      const result = await read(page, signal, caller);
      ended('read');
      return result;
    } catch (error) {
      ended(isPageError(error) ? error.state : 'failed');
      throw error;
    }
  };
}
