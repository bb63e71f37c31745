import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadPage } from '../pages/reading/page-reader.js';
import type { OpenSpan, Tracing } from './tracing.js';

/** One span for each request, by its route: what is done for it belongs to it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    spans.set(request, tracing.begin(`${request.method} ${routeOf(request)}`, parent));
  });
  // Not sooner: a body is read in events of the connection, which belong to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    spans.get(request)?.end({
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'http.response.status_code': reply.statusCode,
      'svc.request_id': request.id,
      ...(request.failure && { 'error.type': request.failure.code, 'svc.reason': request.failure.reason }),
    });
  });
}

/** Reads pages, each in a span of its own. */
export function traceReading(read: ReadPage, tracing: Tracing): ReadPage {
  return (page, signal, caller) => {
    const facts = { 'svc.operation': page.operation, 'svc.bytes': page.body.byteLength };
    return tracing.span('read page', facts, () => read(page, signal, caller));
  };
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}
