import { FetchError } from '@svc/fetchers';
import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the answer is out. */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const caller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) caller.abort(new FetchError('aborted', 'The caller left'));
  });
  return caller.signal;
}
