import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { errorKinds } from '../errors/kinds.js';
import { helpLink, problemOf, problemType } from '../errors/problem.js';
import { codeOf } from '../errors/reasons.js';
import { closeLingering, isAnswered } from './connections.js';
import { isReadSlowly } from './ndjson-body.js';

/** Errors of the HTTP parser other than invalid syntax. */
const failures: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => new ApiError('payload_too_large', 'The headers of the request are larger than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time.'),
};

/** Answers data that is not a valid HTTP request, and therefore reaches no route, with an error in our format. */
export function answerUnparsed(error: Error, socket: Duplex): void {
  const code = codeOf(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReadSlowly(socket)) return;
  if (code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  answerOn(socket, failures[code]?.() ?? new ApiError('malformed_json', 'The request is not valid HTTP.'));
}

/** Answers requests in our format that Node.js would answer itself, or not at all. */
export function answerSpecialRequests(app: FastifyInstance): void {
  // An expectation may be ignored; by default Node.js answers 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.server.on('connect', (_request, socket) =>
    answerOn(
      socket,
      new ApiError('method_not_allowed', 'This server does not open tunnels.', { headers: { allow: 'GET, POST' } }),
    ),
  );
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

/** Writes an error directly to a connection without a response object, and closes it. */
function answerOn(socket: Duplex, failure: ApiError): void {
  const id = randomUUID();
  const { status } = errorKinds[failure.code];
  const body = JSON.stringify(problemOf(failure, { id, url: '/' }));
  const headers = {
    ...failure.headers,
    'content-type': `${problemType}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    link: helpLink(failure.code),
    connection: 'close',
  };
  socket.on('error', () => socket.destroy()); // the client has disconnected
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  closeLingering(socket);
}
