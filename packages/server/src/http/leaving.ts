import { AsyncLocalStorage } from 'node:async_hooks';
import { FetchError } from '@svc/fetchers';
import type { FastifyReply } from 'fastify';

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
function innerSignal(): AbortSignal | undefined {
  return innerCall.getStore();
}

/** Aborted when the connection closes before the answer is out, or whoever made an inner request leaves. */
export function leaving(reply: FastifyReply): AbortSignal {
  return signalOf(reply).signal;
}

/** Aborted as that of `leaving` is, and, with an `ApiError`, once the key of the request may no longer be used. */
export function leavingOrRevoked(reply: FastifyReply): AbortSignal {
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
  innerSignal()?.addEventListener('abort', leave, { once: true });
  return caller;
}
