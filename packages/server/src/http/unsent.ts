import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Keeps what callers have not yet read of their answers within a limit. */
export interface Unsent {
  /** Watches an answer that is about to be written. */
  watch(answer: ServerResponse, socket: Socket): void;
}

/**
 * Once more than so many bytes wait to be sent, the connections whose answers have waited longest are closed until they do
 * not. Callers that read are hardly ever among them: what the system takes at once does not wait.
 */
export function createUnsent(mostBytes: number): Unsent {
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
