import { causesOf } from '@svc/fetchers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.js';
import { errorKinds } from '../errors/kinds.js';
import { withoutQuery } from '../errors/problem.js';
import { codeOf } from '../errors/reasons.js';
import type { Found } from '../operations/endpoint.js';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key of the request. */
    caller: string | undefined;
    /** Result of a search. */
    outcome: { found: Pick<Found, 'pages' | 'rows'> & { stop: string }; query: string } | undefined;
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
    request.log.info(
      { method: request.method, path: withoutQuery(request.url), caller: request.caller },
      'caller left',
    );
  });
}

/** Records the error of a request; errors that only a developer can fix are logged completely. */
export function noteFailure(request: FastifyRequest, failure: ApiError): void {
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
    path: withoutQuery(request.url),
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
