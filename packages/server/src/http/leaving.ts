import { AsyncLocalStorage } from 'node:async_hooks';
import { FetchError } from '@svc/fetchers';
import type { FastifyReply } from 'fastify';

/**
 * The signal of a request that the service sends to itself, such as the call of a tool. An injected request has no connection
 * whose end would show that nobody waits for the answer.
 */
const innerCall = new AsyncLocalStorage<AbortSignal>();

/** Makes injected requests whose caller counts as disconnected when the signal aborts. */
export function runWithSignal<T>(signal: AbortSignal, makeRequests: () => T): T {
  return innerCall.run(signal, makeRequests);
}

/** The signal of an injected request; undefined for a request over a connection. */
function innerSignal(): AbortSignal | undefined {
  return innerCall.getStore();
}

/** A signal that aborts when the caller disconnects before the answer has been sent. */
export function leaving(reply: FastifyReply): AbortSignal {
  return signalOf(reply).signal;
}

/** Like `leaving`, and also aborted, with an `ApiError`, when the key of the request is revoked. */
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
