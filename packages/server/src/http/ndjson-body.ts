import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { rejectCompressedBody, rejectNonUtf8Body } from './body.js';
import { abortedBodyError, sendContinue } from './read-bytes.js';

/** Media type of answers in lines of JSON. */
export const ndjsonType = 'application/x-ndjson';

/** Media types that callers use; there is no registered type. */
const accepted = /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)\b/i;

/** Within a scope, leaves bodies with lines of JSON to the route, which reads them at its own pace. */
export function streamNdjsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: { raw: IncomingMessage }) => request.raw);
  scope.addHook('preParsing', async (request) => {
    rejectCompressedBody(request);
    rejectNonUtf8Body(request);
    const { 'content-type': type = '' } = request.headers;
    if (request.method !== 'POST' || accepted.test(type.trim())) return;
    throw new ApiError('unsupported_media_type', `The body must be sent with "Content-Type: ${ndjsonType}".`);
  });
}

const slow = new WeakSet<Duplex>();

/**
 * The parts of a body that is read at the pace of its processing, so that the request timeout does not apply. Instead each part
 * has a timeout. Throws an `ApiError` with code `request_timeout`.
 *
 * @param timeout milliseconds to wait for each part
 */
export async function* readWithIdleTimeout(request: IncomingMessage, timeout: number): AsyncGenerator<Uint8Array> {
  slow.add(request.socket);
  sendContinue(request);
  const parts: AsyncIterator<Uint8Array> = request[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await partOf(parts, timeout);
      if (done === true) return;
      yield value;
    }
  } finally {
    slow.delete(request.socket);
  }
}

/** Whether the body that arrives on a connection is read by `readWithIdleTimeout`. */
export function isReadWithIdleTimeout(socket: Duplex): boolean {
  return slow.has(socket);
}

async function partOf(parts: AsyncIterator<Uint8Array>, timeout: number): Promise<IteratorResult<Uint8Array>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = timeout / 1000;
    const error = new ApiError('request_timeout', `No part of the body has arrived for ${seconds} s.`);
    timer = setTimeout(() => reject(error), timeout);
  });
  try {
    const next = parts.next().catch((cause: unknown) => {
      throw abortedBodyError(cause);
    });
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}
