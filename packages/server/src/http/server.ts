import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { LoggingConfig } from '../config/logging.js';
import { answerError } from './answers.js';
import { bodyLimit } from './body.js';
import { answerUnparsed } from './unparsed.js';

/** Milliseconds for a whole request to arrive, so that slow senders do not hold connections. */
const requestTimeout = 15_000;
/** Milliseconds. Longer than load balancers keep idle connections, so that it is they who close them. */
const keepAliveTimeout = 75_000;

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
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsed,
    http: { requireHostHeader: false }, // a hook refuses requests without it, in our own form
    return503OnClosing: false, // a hook refuses them, in our own form
  });
}

/** The caller's own request id, where it is one. */
function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,128}$/.test(header) ? header : undefined;
}
