import { type AttemptEvent, causesOf } from '@svc/fetchers';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, maskedPath } from '../errors/api-error.js';
import { errorKinds } from '../errors/kinds.js';
import { codeOf } from '../errors/reasons.js';
import type { SearchOutcome } from '../operations/endpoint.js';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key of the request. */
    caller: string | undefined;
    /** Result of a search. */
    outcome: { found: Pick<SearchOutcome, 'pages' | 'rows'> & { stop: string }; query: string } | undefined;
    /** The error with which the request was answered. */
    failure: ApiError | undefined;
  }
}

/** What is logged about a request. */
interface LogOptions {
  /** Whether the text of queries is logged. */
  queries: boolean;
}

/** Logs and counts each request when it has ended, without its key, body, address and query string. */
export function logRequests(app: FastifyInstance, metrics: Metrics, { queries }: LogOptions): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('outcome', undefined);
  app.decorateRequest('failure', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const { method } = request;
    metrics.answered({ route, method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    if (request.failure !== undefined) metrics.service.refused(request.failure.code);
    const use = reply.getHeader('x-cache');
    if (typeof use === 'string') metrics.service.cached(use);
    const line = { ...factsOf(request, reply), ...(queries && { query: request.outcome?.query }) };
    request.log[levelOf(route, reply)](line, 'request');
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ method: request.method, path: maskedPath(request.url), caller: request.caller }, 'caller left');
  });
}

/** Records the error of a request; errors that only a developer can fix are logged completely. */
export function recordRequestError(request: FastifyRequest, failure: ApiError): void {
  request.failure = failure;
  if (errorKinds[failure.code].status === 500) request.log.error({ err: failure.cause }, 'internal error');
  else if (failure.cause) request.log.debug({ causes: namesOf(causesOf(failure)) }, failure.code);
}

/** Names and codes of errors. Messages may contain the address of a proxy, or words of a query or a body. */
function namesOf(errors: readonly Error[]): string[] {
  return errors.map((error) => `${error.name} ${codeOf(error)}`.trim());
}

function factsOf(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  const { outcome, failure } = request;
  return {
    method: request.method,
    path: maskedPath(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    caller: request.caller,
    code: failure?.code,
    ...(failure !== undefined && failure.reason !== failure.code && { reason: failure.reason }),
    pages: outcome?.found.pages,
    rows: outcome?.found.rows,
    stop: outcome?.found.stop,
  };
}

/** Probes come every few seconds and are only worth a line if they fail. */
function levelOf(route: string, { statusCode }: FastifyReply): 'debug' | 'info' | 'warn' {
  if (statusCode >= 500) return 'warn';
  return route.startsWith('/api/') || route === 'none' ? 'info' : 'debug';
}

/** Called with errors that do not belong to a request. */
export interface BackgroundErrorHandlers {
  /** A page could not be kept. The message names the folder, which contains the query. */
  onFault(error: unknown): void;
  /** An attempt ended without a usable page. */
  onFailedAttempt(event: AttemptEvent): void;
  /** The file of proxies could not be read again. */
  onProxyFault(error: unknown): void;
  /** The kept keys cannot be read again; those from before stay in force. The error holds no secret. */
  onKeysFault(error: unknown): void;
  onKeysMended(): void;
  /** The usage file could not be written, or another process writes it too. */
  onUsageFault(error: unknown): void;
  /** The files of a job are damaged; the job is set aside. */
  onJobDamage(ref: { owner: string; id: string }, error: Error): void;
  /** Redis is away. @param reason a code */
  onAway(reason: string): void;
  onBack(): void;
  /** Redis refused a command. @param reason the first word of its reply */
  onRefusal(reason: string): void;
}

/** Reports errors in log and metrics. @param log returns the log, once there is one */
export function createBackgroundErrorHandlers(
  metrics: Metrics,
  log: () => FastifyBaseLogger | undefined,
): BackgroundErrorHandlers {
  const refusals = createOccurrences();
  return {
    onFault(error) {
      metrics.service.faulted('page_not_kept');
      log()?.warn({ code: codeOf(error) }, 'a page could not be saved');
    },
    // Ids, codes and times only: an event of the fetchers names no address and no query.
    onFailedAttempt: ({ tag, ...event }) => log()?.info({ request_id: tag, ...event }, 'an attempt failed'),
    onProxyFault(error) {
      metrics.service.faulted('proxies_unread');
      log()?.warn({ code: codeOf(error) }, 'the file of proxies could not be reloaded');
    },
    onKeysFault: (error) =>
      log()?.error({ err: error }, 'the keys could not be reloaded; the previous ones stay valid'),
    onKeysMended: () => log()?.warn('the keys could be reloaded'),
    onUsageFault(error) {
      metrics.service.faulted('usage_unwritten');
      log()?.warn({ code: codeOf(error) }, 'the usage file has a fault');
    },
    onJobDamage({ owner, id }, { message }) {
      metrics.jobs.jobDamaged();
      log()?.error({ caller: owner, batch: id, damage: message }, 'a batch is damaged and has been set aside');
    },
    onAway(reason) {
      metrics.redis.wentAway(reason);
      log()?.error({ reason }, 'Redis is away; the service continues without it');
    },
    onBack: () => log()?.warn('Redis is back'),
    onRefusal(reason) {
      metrics.redis.refused(reason);
      const times = refusals.add(reason);
      if (times > 0) log()?.warn({ reason, times }, 'Redis refused a command');
    },
  };
}

/** Milliseconds in which what happens with every search is logged once. */
const quietTime = 10_000;

/** Counts what is not logged each time. */
function createOccurrences() {
  const seen = new Map<string, { loggedAt: number; times: number }>();
  return {
    /** Adds an occurrence. Returns how many there were since the last line of the log if there should be one now, otherwise 0. */
    add(reason: string): number {
      const { loggedAt, times } = seen.get(reason) ?? { loggedAt: Number.NEGATIVE_INFINITY, times: 0 };
      const isDue = performance.now() >= loggedAt + quietTime;
      seen.set(reason, isDue ? { loggedAt: performance.now(), times: 0 } : { loggedAt, times: times + 1 });
      return isDue ? times + 1 : 0;
    },
  };
}
