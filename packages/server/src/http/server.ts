import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bareError } from '@svc/fetchers';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { type SerializedError, stdSerializers } from 'pino';
import type { ListeningConfig } from '../config/listening.js';
import type { LoggingConfig } from '../config/logging.js';
import type { WorkerProcessesConfig } from '../config/stopping.js';
import { type LogStream, openLog } from '../observe/log-text.js';
import { answerError } from './answers.js';
import { bodyLimit } from './body.js';
import { limitConnections } from './connections.js';
import { answerUnparsed } from './unparsed.js';

/** Milliseconds between checks for late requests, by which a timeout may be exceeded. */
const connectionsCheckingInterval = 500;
/** Milliseconds. Longer than load balancers keep idle connections, so that the load balancers close them. */
const keepAliveTimeout = 75_000;

/** Characters; headers including the path are limited to 16 KiB. */
const maxPathLength = 16 * 1024;

/** Headers with the id of a request: from the caller, or from load balancers of AWS and Cloudflare. */
const idHeaders = ['x-request-id', 'x-amzn-trace-id', 'cf-ray'] as const;

/**
 * Creates a web server without routes that does not listen yet.
 *
 * @param rewriteUrl returns the URL by which a request is routed and logged. @default the URL of the request
 */
export function createServer(
  config: ListeningConfig & LoggingConfig & WorkerProcessesConfig,
  logTo: LogStream | undefined,
  rewriteUrl?: (request: IncomingMessage) => string,
): FastifyInstance {
  const { logLevel, requestTimeoutMs: requestTimeout } = config;
  const app: FastifyInstance = Fastify({
    bodyLimit,
    ...(rewriteUrl && { rewriteUrl }),
    requestTimeout,
    keepAliveTimeout,
    logger: logLevel !== 'silent' && {
      level: logLevel,
      stream: logTo ?? openLog(config),
      serializers: { err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => givenId(headers) ?? randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsed,
    http: {
      requireHostHeader: false, // a hook refuses requests without it, in our format
      requestTimeout, // of Node.js itself, which checks that it is not below that of the headers
      headersTimeout: requestTimeout,
      connectionsCheckingInterval,
    },
    routerOptions: { maxParamLength: maxPathLength }, // the router would answer longer ids itself
    return503OnClosing: false, // a hook refuses requests, in our format
  });
  limitConnections(app, config);
  return app;
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
  const bare = bareError(error);
  return { ...stdSerializers.err(bare), type: bare.name };
}
