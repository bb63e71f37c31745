import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

/** Largest body, in bytes. */
export const bodyLimit: number = 64 * 1024;

/** Bodies are JSON in UTF-8 and nothing else. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refuseEncodings(request);
    return parseJson(body);
  });
}

/** Throws an `ApiError` for a body that is compressed. */
export function refuseEncodings({ headers: { 'content-encoding': encodings = '' } }: FastifyRequest): void {
  const used = encodings.split(',').map((name) => name.trim().toLowerCase());
  if (used.every((name) => name === '' || name === 'identity')) return;
  throw new ApiError('unsupported_media_type', 'The body must be sent without a content encoding.');
}

function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new ApiError('malformed_json', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
