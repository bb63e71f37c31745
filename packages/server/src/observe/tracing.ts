import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { AttemptEvent } from '@svc/fetchers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConfigError } from '../config/config.js';
import { codeOf } from '../errors/reasons.js';
import type { ParsePage } from '../pages/reading/page-reader.js';

/** Attributes of a span. They never contain a query, a key or an address. */
type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span in progress. */
interface OpenSpan {
  /** Runs work within the span. */
  enter(work: () => void): void;
  end(attributes: SpanAttributes): void;
}

/** Traces of requests with OpenTelemetry. */
export interface Tracing {
  /** Starts the span of a request. @param traceparent the W3C header with the trace of its caller */
  begin(name: string, traceparent: string | undefined): OpenSpan;
  /** Runs work in a new span. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** An engine was asked once. */
  attempted(event: AttemptEvent): void;
  /** Sends the last spans. */
  close(): Promise<void>;
}

/** The tracing if there is no endpoint. */
export const noTracing: Tracing = {
  begin: () => ({ enter: (work) => work(), end: () => undefined }),
  span: (_name, _attributes, work) => work(),
  attempted: () => undefined,
  close: async () => undefined,
};

/** Milliseconds for sending the last spans when the service stops. */
const lastSpans = 2_000;

const packages =
  '@opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-http';

/** Opens tracing to an endpoint. Rejects with a `ConfigError` if the packages for it are not installed. */
export async function openTracing(endpoint: string): Promise<Tracing> {
  if (endpoint === '') return noTracing;
  const { api, sdk, otlp, resources } = await loadPackages();
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'svc' }),
    spanProcessors: [new sdk.BatchSpanProcessor(new otlp.OTLPTraceExporter({ url: endpoint }))],
  });
  return {
    ...spansOf(provider.getTracer('@svc/server'), api),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastSpans);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]); // there is nobody left to report to
      clearTimeout(timer);
    },
  };
}

/** Creates spans, each a child of the span in which it starts. */
function spansOf(tracer: Tracer, api: typeof import('@opentelemetry/api')): Omit<Tracing, 'close'> {
  const current = new AsyncLocalStorage<Span>();

  /** Context of a new span: the span in progress. */
  function here(): Context {
    const span = current.getStore();
    return span === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, span);
  }

  return {
    begin(name, traceparent) {
      const remote = readTraceparent(traceparent);
      const parent = remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER }, parent);
      return {
        enter: (work) => current.run(span, work),
        end(attributes) {
          span.setAttributes(attributes);
          if (Number(attributes['http.response.status_code']) >= 500)
            span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async span(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes }, here());
      try {
        return await current.run(span, work);
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    attempted({ operation, attempt, outcome, duration, queued, proxy, status }) {
      const ended = Date.now();
      const attributes = {
        'svc.operation': operation,
        'svc.attempt': attempt,
        'svc.outcome': outcome,
        'svc.queued_ms': Math.round(queued),
        ...(proxy !== undefined && { 'svc.proxy': proxy }),
        ...(status !== undefined && { 'http.response.status_code': status }),
      };
      const startTime = ended - duration;
      const span = tracer.startSpan('attempt', { kind: api.SpanKind.CLIENT, startTime, attributes }, here());
      if (outcome !== 'usable') span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(ended);
    },
  };
}

async function loadPackages() {
  try {
    const [api, sdk, otlp, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    return { api, sdk, otlp, resources };
  } catch (cause) {
    throw new ConfigError([
      `SVC_TRACES_ENDPOINT needs packages that are not installed: npm install ${packages} (${codeOf(cause)})`,
    ]);
  }
}

/** The span of the caller; undefined if the header is missing or invalid. */
function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Creates a span per request, named after its route, which contains the work for the request. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    spans.set(request, tracing.begin(`${request.method} ${routeOf(request)}`, parent));
  });
  // Not earlier, because bodies are read in events of the connection, which do not belong to a request.
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

/** Wraps parsing of a page in a span. */
export function traceParsing(read: ParsePage, tracing: Tracing): ParsePage {
  return (page, signal, caller) => {
    const attributes = { 'svc.operation': page.operation, 'svc.bytes': page.body.byteLength };
    return tracing.span('read page', attributes, () => read(page, signal, caller));
  };
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}
