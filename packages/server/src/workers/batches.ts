/**
 * Gathers messages until the end of this turn of the event loop, and sends them as one: what a message costs, and not what
 * is in it, is most of what processes pay for talking to each other.
 */
export function createBatches<T>(send: (messages: readonly T[]) => void): (message: T) => void {
  let batch: T[] = [];
  return (message) => {
    if (batch.length === 0) {
      setImmediate(() => {
        const ready = batch;
        batch = [];
        send(ready);
      });
    }
    batch.push(message);
  };
}
