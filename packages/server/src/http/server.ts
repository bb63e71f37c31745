import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { LoggingConfig } from '../config/logging.js';
import { answerError } from './answers.js';
import { bodyLimit } from './body.js';
import { answerUnparsed } from './unparsed.js';

/** Milliseconds for a whole request to arrive, so that slow senders do not hold connections. */
const requestTimeout = 15_000;
/** Milliseconds. Longer than load balancers keep idle connections, so that it is they who close them. */
const keepAliveTimeout = 75_000;

/** Where request ids come from: the caller, else the load balancers of AWS and Cloudflare. */
const idHeaders = ['x-request-id', 'x-amzn-trace-id', 'cf-ray'] as const;

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

/** Makes a web server without routes, not yet listening. */
export function createServer({ logLevel }: LoggingConfig, logTo: LogStream | undefined): FastifyInstance {
  return Fastify({
    bodyLimit,
    requestTimeout,
    keepAliveTimeout,
    logger: logLevel !== 'silent' && { level: logLevel, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => givenId(headers) ?? randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsed,
    http: { requireHostHeader: false }, // a hook refuses requests without it, in our own form
    return503OnClosing: false, // a hook refuses them, in our own form
  });
}

/**
 * The caller's own request id, where it is one: a UUID, `Root=1-…;Parent=…` of AWS, `00-…-01` of W3C, `…-LIS` of
 * Cloudflare, `|….` of Azure, base64. Nothing that has a meaning in a log line, in markup or in a shell.
 */
function givenId(headers: IncomingHttpHeaders): string | undefined {
  const given = idHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  return typeof given === 'string' && /^[\w.:;=+/|@~-]{1,128}$/.test(given) ? given : undefined;
}
