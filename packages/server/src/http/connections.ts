import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FetchError } from '@svc/fetchers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { maxBodyBytes } from './body.js';

/** Limits of connections. */
interface ConnectionLimits {
  /** Maximum number of connections; more are closed at once. */
  maxConnections: number;
  /** Maximum number of milliseconds for which a caller may read nothing of its answer. */
  writeTimeoutMs: number;
  /** Maximum size of all answers that callers have not read yet, in megabytes. */
  maxUnsentMb: number;
  /** Number of processes that accept connections. @default 1 */
  workers?: number;
}

/**
 * Number of requests after which a connection is closed if several processes accept connections. A connection stays with the
 * process that accepted it, so with this few requests an uneven distribution is balanced within seconds under load.
 */
const requestsOfConnection = 16;

/**
 * Limits the resources that callers can hold by sending slowly or by not reading. An answer sent before its request has arrived
 * completely, such as the refusal of a key, is the last one of its connection.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { workers = 1 } = limits;
  app.server.maxConnections = limits.maxConnections;
  const isLast = countRequests();
  const unsent = createUnsentBytes(limits.maxUnsentMb * 1_000_000);
  app.addHook('onSend', async ({ raw: request }, reply) => {
    const { socket } = request;
    if (!(socket instanceof Socket)) return; // injected requests have no connection
    if (!request.complete) closeAfter(request, reply.raw, socket);
    if (workers > 1 && isLast(socket)) reply.raw.setHeader('connection', 'close');
    reply.raw.setTimeout(limits.writeTimeoutMs); // restarts whenever the caller reads some of the answer
    unsent.watch(reply.raw, socket);
  });
}

/** Creates a function that counts a request of a connection and returns whether it is the last one. */
function countRequests(): (socket: Socket) => boolean {
  const counts = new WeakMap<Socket, number>();
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    return count >= requestsOfConnection;
  };
}

/**
 * Closes a connection after the answer that is about to be sent, unless the rest of the request has arrived by then: a small
 * body that came with the headers only has not been read yet.
 */
function closeAfter(request: IncomingMessage, answer: ServerResponse, socket: Socket): void {
  if (!(Number(request.headers['content-length']) <= maxBodyBytes)) {
    answer.setHeader('connection', 'close');
    closeAfterAnswer(socket);
    return;
  }
  answer.once('finish', () => {
    setImmediate(() => {
      if (!request.complete) closeNow(socket);
    });
  });
}

/** Limits the bytes of answers that callers have not read yet. */
interface UnsentBytes {
  /** Watches an answer that is about to be written. */
  watch(answer: ServerResponse, socket: Socket): void;
}

/**
 * When more than this many bytes wait to be sent, closes the connections whose answers have waited longest until it is less.
 * This hardly affects callers that read, because what the system accepts at once does not wait.
 */
function createUnsentBytes(maximumBytes: number): UnsentBytes {
  const sending = new Set<Socket>(); // in the order in which their answers were written

  function limit(): void {
    let waiting = 0;
    for (const socket of sending) waiting += socket.writableLength;
    for (const socket of sending) {
      if (waiting <= maximumBytes) return;
      waiting -= socket.writableLength;
      sending.delete(socket);
      socket.destroy();
    }
  }

  return {
    watch(answer, socket) {
      answer.once('prefinish', () => {
        sending.delete(socket);
        sending.add(socket);
        limit();
      });
      answer.once('close', () => sending.delete(socket)); // sent or aborted
    },
  };
}

/** Milliseconds for a caller to read the last answer of a connection, while anything that it sends is discarded. */
const lingerTime = 1_000;

/**
 * Closes a connection once everything is written, at most a second later. Data that arrives meanwhile is read and discarded:
 * closing a connection with unread bytes resets it, and the caller would lose the answer.
 */
export function closeAfterFlush(socket: Duplex): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

const answered = new WeakSet<Duplex>();

/**
 * Makes a connection close after the answer that is about to be sent, because the request has not arrived completely. Node.js
 * would close it at once, or wait for the rest of the request and then answer a second time.
 */
function closeAfterAnswer(socket: Duplex): void {
  answered.add(socket);
  if (socket instanceof Socket) socket.destroySoon = () => closeAfterFlush(socket);
}

/** Closes a connection whose request has been answered and has not arrived completely. */
function closeNow(socket: Duplex): void {
  answered.add(socket);
  closeAfterFlush(socket);
}

/** Whether the request in progress on a connection has been answered, so that there must be no second answer. */
export function isAnswered(socket: Duplex): boolean {
  return answered.has(socket);
}

/**
 * The signal of a request that the service sends to itself, such as the call of a tool. An injected request has no connection
 * whose end would show that nobody waits for the answer.
 */
const innerCall = new AsyncLocalStorage<AbortSignal>();

/**
 * Makes injected requests whose caller counts as disconnected when the signal aborts. If its reason is an `ApiError`, that is
 * their answer instead.
 */
export function injectWithSignal<T>(signal: AbortSignal, makeRequests: () => T): T {
  return innerCall.run(signal, makeRequests);
}

/** The signal of an injected request; undefined for a request over a connection. */
function innerSignal(): AbortSignal | undefined {
  return innerCall.getStore();
}

/** A signal that aborts when the caller disconnects before the answer has been sent. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  return signalOf(reply).signal;
}

/** Like `disconnectSignal`, and also aborted, with an `ApiError`, when the key of the request is revoked. */
export function disconnectOrRevocationSignal(reply: FastifyReply): AbortSignal {
  const caller = signalOf(reply);
  const unwatch = reply.request.onRevoked?.((reason) => caller.abort(reason));
  if (unwatch) reply.raw.once('close', unwatch);
  return caller.signal;
}

function signalOf({ raw }: FastifyReply): AbortController {
  const caller = new AbortController();
  const leave = () => caller.abort(new FetchError('aborted', 'The caller left'));
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
  });
  const inner = innerSignal();
  const endInner = () => (inner?.reason instanceof ApiError ? caller.abort(inner.reason) : leave());
  inner?.addEventListener('abort', endInner, { once: true });
  return caller;
}
