import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError, errorHelpLinkHeader, problemOf, problemType } from '../errors/api-error.js';
import { errorKinds } from '../errors/kinds.js';
import { codeOf } from '../errors/reasons.js';
import { closeAfterFlush, isAnswered } from './connections.js';
import { isReadWithIdleTimeout } from './ndjson-body.js';

/** The answers of a connection that have not been sent completely, in the order of their requests. */
const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();

/** Connections that are closed after these answers, because what followed their requests is not valid HTTP. */
const closing = new WeakSet<Duplex>();

/** Notes which answers of a connection have not been sent yet. */
export function trackAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { socket } }, { raw: answer }) => {
    const answers = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, answers.add(answer));
    answer.once('close', () => answers.delete(answer));
  });
}

/** Errors of the HTTP parser other than invalid syntax. */
const failures: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => new ApiError('payload_too_large', 'The headers of the request are larger than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time.'),
};

/** Headers of answers, by name. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * Answers data that is not a valid HTTP request, and therefore reaches no route, with an error in our format.
 *
 * @param always headers of every answer
 */
export function answerUnparsed(error: Error, socket: Duplex, always: AnswerHeaders): void {
  const code = codeOf(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReadWithIdleTimeout(socket)) return;
  if (code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  if (closing.has(socket)) return;
  const failure = failures[code]?.() ?? new ApiError('malformed_json', 'The request is not valid HTTP.');
  const answers = [...(unfinished.get(socket) ?? [])];
  // The data is the rest of a request whose answer has begun: another one would be read as a part of it.
  if (answers.some(({ req, headersSent }) => headersSent && !req.complete)) {
    socket.destroy();
    return;
  }
  const last = answers.findLast(({ req }) => req.complete);
  if (last === undefined) {
    answerOn(socket, failure, always);
    return;
  }
  // The data is another request, whose answer must not be taken for one of those before.
  closing.add(socket);
  last.once('close', () => {
    if (socket.writable) answerOn(socket, failure, always);
  });
}

/** Writes an error directly to a connection without a response object, and closes it. */
export function answerOn(socket: Duplex, failure: ApiError, always: AnswerHeaders): void {
  const id = randomUUID();
  const { status } = errorKinds[failure.code];
  const body = JSON.stringify(problemOf(failure, { id, url: '/' }));
  const headers = {
    ...always,
    ...failure.headers,
    'content-type': `${problemType}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    link: errorHelpLinkHeader(failure.code),
    connection: 'close',
  };
  socket.on('error', () => socket.destroy()); // the client has disconnected
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  closeAfterFlush(socket);
}
