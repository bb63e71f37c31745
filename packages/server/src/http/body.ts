import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorFromFaults } from '../errors/api-error.js';
import { isTextType } from '../pages/judge.js';
import { createJsonScan, createUtf8Decoder, noJsonLimits, parseJson } from './json.js';
import { readBodyBytes, readBodyParts } from './read-bytes.js';

/** Maximum size of a body in bytes. */
export const maxBodyBytes: number = 64 * 1024;

/**
 * Limits of larger JSON bodies, on routes that accept them: parsing a million names or levels would block the event loop for
 * seconds.
 */
const largeJson = { depth: 64, names: 2_000, items: 20_000 };

/** Parses bodies, which must be JSON in UTF-8. */
export function addJsonBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    rejectNonUtf8Body(request);
    const { bodyLimit: limit = maxBodyBytes } = request.routeOptions;
    const scan = createJsonScan(limit > maxBodyBytes ? largeJson : noJsonLimits);
    const text = await readBodyText(request, body, { limit, onPart: scan.push });
    if (text === '') throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
    return parseJson(text, 'The body', scan.names());
  });
}

/** Reads a body as text in UTF-8. @param options.onPart called with each part before it is decoded */
export async function readBodyText(
  request: FastifyRequest,
  body: Readable,
  { limit, onPart = () => {} }: { limit: number; onPart?: (part: Uint8Array) => void },
): Promise<string> {
  rejectCompressedBody(request);
  const decoder = createUtf8Decoder('The body');
  let text = '';
  await readBodyParts(request, body, {
    limit,
    tooLarge: tooLargeFor(limit),
    onPart(part) {
      onPart(part);
      text += decoder.decode(part);
    },
  });
  return text + decoder.end();
}

function tooLargeFor(limit: number): string {
  return `The body is larger than ${limit < 2 ** 20 ? `${limit / 1024} KiB` : `${limit / 2 ** 20} MiB`}`;
}

/** Throws an `ApiError` for a compressed body. */
export function rejectCompressedBody({ headers }: FastifyRequest): void {
  const { 'content-encoding': encodings = '', 'transfer-encoding': codings = '' } = headers;
  const used = `${encodings},${codings}`.split(',').map((name) => name.trim().toLowerCase());
  if (used.every((name) => ['', 'identity', 'chunked'].includes(name))) return;
  throw new ApiError('unsupported_media_type', 'The body must be sent without a content encoding.');
}

/** Throws an `ApiError` for a body whose charset is not UTF-8, which RFC 8259 requires for JSON. */
export function rejectNonUtf8Body({ headers: { 'content-type': type = '' } }: FastifyRequest): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type) ?? [];
  if (/^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) return;
  throw new ApiError(
    'unsupported_media_type',
    'The body must be JSON in UTF-8; the "charset" of its content type is not supported.',
  );
}

/** Within a scope, ignores bodies, as clients send a content type, and some an empty object, where no body is expected. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async () => undefined);
}

/** Maximum size of a page in bytes. */
export const maxPostedPageBytes: number = 8 * 1024 * 1024;

/** Within a scope, reads bodies as pages: text of any kind, or bytes. */
export function addPageBodyParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const rules = { limit: maxPostedPageBytes, tooLarge: 'The page is larger than 8 MiB' };
  scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    rejectCompressedBody(request);
    return readBodyBytes(request, body, rules);
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

/** The page of a request. Throws an `ApiError` if it is empty. */
export function requirePageBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body;
  throw errorFromFaults([{ field: '', code: 'missing_parameter', message: 'The body is empty; it must be the page.' }]);
}
