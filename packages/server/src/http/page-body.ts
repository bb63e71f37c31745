import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, faultsError } from '../errors/api-error.js';
import { codeOf } from '../errors/error-code.js';
import { isTextType } from '../pages/judge.js';
import { answerError } from './answers.js';
import { refuseEncodings } from './body.js';

/** Largest page, in bytes. */
export const pageLimit: number = 8 * 1024 * 1024;

/** Within a scope, bodies are pages: text of any kind, or bytes. */
export function readPageBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: pageLimit } as const;
  scope.addContentTypeParser('*', options, async (request: FastifyRequest, body: Buffer) => {
    refuseEncodings(request);
    return body;
  });
  // Before the body is read.
  scope.addHook('preParsing', async ({ headers: { 'content-type': type = '' } }) => {
    if (isTextType(type) || /^application\/octet-stream\b/i.test(type.trim())) return;
    throw new ApiError(
      'unsupported_media_type',
      'The body must be a page: text, JSON, XML, or "application/octet-stream".',
    );
  });
  scope.setErrorHandler<Error>((error, request, reply) => {
    const isTooLarge = codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE';
    answerError(
      isTooLarge ? new ApiError('payload_too_large', 'The page is larger than 8 MiB.') : error,
      request,
      reply,
    );
  });
}

/** The page of a request. Throws an `ApiError` where it is empty. */
export function pageIn(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body;
  throw faultsError([{ field: '', code: 'missing_parameter', message: 'The body is empty; it must be the page.' }]);
}
