import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, faultsError } from '../errors/api-error.js';
import { isTextType } from '../pages/judge.js';
import { refuseEncodings } from './body.js';
import { readBytes } from './read-bytes.js';

/** Largest page, in bytes. */
export const pageLimit: number = 8 * 1024 * 1024;

/** Within a scope, bodies are pages: text of any kind, or bytes. */
export function readPageBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const rules = { limit: pageLimit, tooLarge: 'The page is larger than 8 MiB' };
  scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    refuseEncodings(request);
    return readBytes(request, body, rules);
  });
  // Before the body is read.
  scope.addHook('preParsing', async ({ headers: { 'content-type': type = '' } }) => {
    if (isTextType(type) || /^application\/octet-stream\b/i.test(type.trim())) return;
    throw new ApiError(
      'unsupported_media_type',
      'The body must be a page: text, JSON, XML, or "application/octet-stream".',
    );
  });
}

/** The page of a request. Throws an `ApiError` where it is empty. */
export function pageIn(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body;
  throw faultsError([{ field: '', code: 'missing_parameter', message: 'The body is empty; it must be the page.' }]);
}
