import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyLimit } from './body.js';

/** What connections may hold, and for how long. */
interface ConnectionLimits {
  /** Greatest number of connections; those beyond are closed at once. */
  maxConnections: number;
  /** Milliseconds in which a caller must take some of its answer. */
  writeTimeoutMs: number;
  /** Greatest number of megabytes of answers that callers have not yet taken, all together. */
  maxUnsentMb: number;
  /** How many processes take connections. @default 1 */
  workers?: number;
}

/**
 * Requests after which a connection ends where several processes take them: each connection goes to the process that has
 * time when it is opened, and stays there. Few enough that an uneven start is made up for within seconds under load.
 */
const requestsOfConnection = 16;

/**
 * Limits what callers can hold by sending slowly or by not reading. An answer given before its request has arrived in full,
 * such as a refused key, is the last one of its connection.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { workers = 1 } = limits;
  app.server.maxConnections = limits.maxConnections;
  const isLast = countRequests();
  const unsent = createUnsent(limits.maxUnsentMb * 1_000_000);
  app.addHook('onSend', async ({ raw: request }, reply) => {
    const { socket } = request;
    if (!(socket instanceof Socket)) return; // a request that is injected has no connection
    if (!request.complete) endWith(request, reply.raw, socket);
    if (workers > 1 && isLast(socket)) reply.raw.setHeader('connection', 'close');
    reply.raw.setTimeout(limits.writeTimeoutMs); // starts anew whenever some of the answer is taken
    unsent.watch(reply.raw, socket);
  });
}

/** Makes what counts a request of a connection, and tells whether it is the last one. */
function countRequests(): (socket: Socket) => boolean {
  const counts = new WeakMap<Socket, number>();
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    return count >= requestsOfConnection;
  };
}

/**
 * Ends a connection with the answer that is about to be sent, unless the rest of its request has come by then: a small body
 * that came with its headers is only not yet read.
 */
function endWith(request: IncomingMessage, answer: ServerResponse, socket: Socket): void {
  if (!(Number(request.headers['content-length']) <= bodyLimit)) {
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

/** Keeps what callers have not yet read of their answers within a limit. */
interface Unsent {
  /** Watches an answer that is about to be written. */
  watch(answer: ServerResponse, socket: Socket): void;
}

/**
 * Once more than so many bytes wait to be sent, the connections whose answers have waited longest are closed until they do
 * not. Callers that read are hardly ever among them: what the system takes at once does not wait.
 */
function createUnsent(mostBytes: number): Unsent {
  const sending = new Set<Socket>(); // in the order in which their answers were written

  function limit(): void {
    let waiting = 0;
    for (const socket of sending) waiting += socket.writableLength;
    for (const socket of sending) {
      if (waiting <= mostBytes) return;
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
      answer.once('close', () => sending.delete(socket)); // sent, or broken off
    },
  };
}

/** Milliseconds for a caller to read the last answer of a connection, while what it still sends is discarded. */
const lingering = 1_000;

/**
 * Closes a connection once all is written, and at the latest a second later. What arrives meanwhile is discarded: a
 * connection that is closed with bytes unread is reset, and the caller then loses the answer that says why.
 */
export function closeLingering(socket: Duplex): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

const answered = new WeakSet<Duplex>();

/**
 * Has a connection closed after the answer that is about to be sent, because the request has not arrived in full. Node
 * would close it at once, or keep it until the rest of the request is late and then answer once more.
 */
function closeAfterAnswer(socket: Duplex): void {
  answered.add(socket);
  if (socket instanceof Socket) socket.destroySoon = () => closeLingering(socket);
}

/** Closes a connection whose request has its answer and has not arrived in full. */
function closeNow(socket: Duplex): void {
  answered.add(socket);
  closeLingering(socket);
}

/** Whether the request in progress on a connection has its answer, so that there must be no second one. */
export function isAnswered(socket: Duplex): boolean {
  return answered.has(socket);
}
