import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The signal of a request that the service makes of itself, such as the call of a tool. An injected request has no connection
 * whose end would show that nobody waits for its answer.
 */
const innerCall = new AsyncLocalStorage<AbortSignal>();

/** Makes requests whose callers leave when the signal aborts. */
export function leavingWith<T>(signal: AbortSignal, makeRequests: () => T): T {
  return innerCall.run(signal, makeRequests);
}

/** The signal of the request at hand; undefined for one that came over a connection. */
export function innerSignal(): AbortSignal | undefined {
  return innerCall.getStore();
}
