import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { copyErrorWithoutSecrets } from '@svc/fetchers';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { type SerializedError, stdSerializers } from 'pino';
import type { ListeningConfig } from '../config/listening.js';
import type { LoggingConfig } from '../config/logging.js';
import type { WorkerProcessesConfig } from '../config/processes.js';
import { ApiError, withoutQuery } from '../errors/api-error.js';
import { type LogStream, openLog } from '../observe/log-stream.js';
import { answerError } from './answers.js';
import { maxBodyBytes } from './body.js';
import { limitConnections } from './connections.js';
import { type AnswerHeaders, answerOn, answerUnparsed, trackAnswers } from './unparsed.js';

/** Milliseconds between checks for late requests, by which a timeout may be exceeded. */
const connectionsCheckingInterval = 500;
/** Milliseconds. Longer than load balancers keep idle connections, so that the load balancers close them. */
const keepAliveTimeout = 75_000;

/** Number of listeners of an answer's event from which on Node.js warns of a leak. Each limit on the answer adds one. */
const maxAnswerListeners = 20;

/** Characters; headers including the path are limited to 16 KiB. */
const maxPathLength = 16 * 1024;

/** Headers with the id of a request: from the caller, or from load balancers of AWS and Cloudflare. */
const idHeaders = ['x-request-id', 'x-amzn-trace-id', 'cf-ray'] as const;

/** Returns the URL by which a request is routed and logged. May move parts of it to the headers. */
export type UrlRewriter = (url: string, headers: IncomingHttpHeaders) => string;

interface ServerOptions {
  /** @default the URL of the request */
  rewriteUrl?: UrlRewriter;
  /** Headers of every answer, also to what is not valid HTTP. @default none */
  headers?: AnswerHeaders;
}

/** Creates a web server without routes that does not listen yet. */
export function createServer(
  config: ListeningConfig & LoggingConfig & WorkerProcessesConfig,
  logTo: LogStream | undefined,
  { rewriteUrl = (url) => url, headers: always = {} }: ServerOptions = {},
): FastifyInstance {
  const { logLevel, requestTimeoutMs: requestTimeout } = config;
  const app: FastifyInstance = Fastify({
    bodyLimit: maxBodyBytes,
    rewriteUrl: ({ url = '/', headers }) => rewriteUrl(originForm(url), headers),
    requestTimeout,
    keepAliveTimeout,
    logger: logLevel !== 'silent' && {
      level: logLevel,
      stream: logTo ?? openLog(config),
      serializers: { err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => givenId(headers) ?? randomUUID(),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers({ ...always })),
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, always),
    http: {
      requireHostHeader: false, // a hook refuses requests without it, in our format
      requestTimeout, // of Node.js itself, which checks that it is not below that of the headers
      headersTimeout: requestTimeout,
      connectionsCheckingInterval,
    },
    routerOptions: { maxParamLength: maxPathLength }, // the router would answer longer ids itself
    return503OnClosing: false, // a hook refuses requests, in our format
  });
  app.server.on('connect', (_request, socket) => answerOn(socket, noTunnels, always));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...always }).raw.setMaxListeners(maxAnswerListeners);
  });
  trackAnswers(app);
  limitConnections(app, config);
  return app;
}

/** The path and query of an absolute URL, which a client that takes this service for a proxy sends (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  const [scheme] = /^https?:\/\//i.exec(url) ?? [];
  if (scheme === undefined) return url;
  const path = url.slice(scheme.length).replace(/^[^/?#]*/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * The request id of the caller if it is valid: a UUID, `Root=1-…;Parent=…` of AWS, `00-…-01` of W3C, `…-LIS` of Cloudflare,
 * `|….` of Azure, base64. It contains nothing that has a meaning in a log line, in markup or in a shell.
 */
function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = idHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  return typeof given === 'string' && /^[\w.:;=+/|@~-]{1,128}$/.test(given) ? given : undefined;
}

/** An error for the log, without further properties: the arguments of a command to Redis, for instance, may be a password. */
function loggedError(error: Error): SerializedError {
  const bare = copyErrorWithoutSecrets(error);
  return { ...stdSerializers.err(bare), type: bare.name };
}

const noTunnels = new ApiError('method_not_allowed', 'This server does not open tunnels.', {
  headers: { allow: 'GET, POST' },
});

/** Answers requests in our format that Node.js would answer itself, or that a proxy may read otherwise. */
export function handleExpectAndHost(app: FastifyInstance): void {
  // An expectation may be ignored; by default Node.js answers 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion !== '1.0' && raw.headers.host === undefined) {
      throw new ApiError('malformed_json', 'The header "Host" is missing.');
    }
    // A proxy in between may have used a different one.
    if (hostsIn(raw) > 1) throw new ApiError('malformed_json', 'The header "Host" is given more than once.');
  });
}

/** Number of `Host` headers; Node.js only keeps the first. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** Request headers that pages may send. */
const requestHeaders = 'x-api-key, authorization, content-type, cache-control, x-request-id';

/** Response headers that pages may read. */
const answerHeaders = [
  ...[
    'x-request-id',
    'x-simulated',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'x-cache',
    'x-location',
    'x-gathered-pages',
  ],
  ...[
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-next-cursor',
    'deprecation',
    'location',
    'link',
  ],
].join(', ');

/** Seconds for which browsers cache a preflight answer. */
const lifetime = 600;

/**
 * Allows pages of some origins to call the API from a browser (CORS). Credentials of the browser are never accepted: the key is
 * sent in a header, which only a page that knows the key can set.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    if (!withoutQuery(request.url).startsWith('/api/')) return;
    reply.header('vary', 'origin');
    const { origin = '' } = request.headers;
    if (!allowed.has(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': answerHeaders });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': `${lifetime}`,
    });
    return reply.code(204).send();
  });
}
