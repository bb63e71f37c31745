import { FetchError } from '@svc/fetchers';
import type { FastifyReply } from 'fastify';
import { innerSignal } from '../http/inner-call.js';

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
