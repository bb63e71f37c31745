import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

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
export function closeAfterAnswer(socket: Duplex): void {
  answered.add(socket);
  if (socket instanceof Socket) socket.destroySoon = () => closeLingering(socket);
}

/** Closes a connection whose request has its answer and has not arrived in full. */
export function closeNow(socket: Duplex): void {
  answered.add(socket);
  closeLingering(socket);
}

/** Whether the request in progress on a connection has its answer, so that there must be no second one. */
export function isAnswered(socket: Duplex): boolean {
  return answered.has(socket);
}
