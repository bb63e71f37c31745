import { FetchError } from '@svc/fetchers';
import type { FastifyReply } from 'fastify';
import { innerSignal } from '../http/inner-call.js';

/** Aborted when the connection closes before the answer is out, or whoever made an inner request leaves. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const caller = new AbortController();
  const leave = () => caller.abort(new FetchError('aborted', 'The caller left'));
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
  });
  innerSignal()?.addEventListener('abort', leave, { once: true });
  return caller.signal;
}
