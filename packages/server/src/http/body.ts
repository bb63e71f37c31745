import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, faultsError } from '../errors/api-error.js';
import { isTextType } from '../pages/judge.js';
import { createDecoder, createJsonScan, parseJson, shortJson } from './json.js';
import { readBytes, readParts } from './read-bytes.js';

/** Largest body, in bytes. */
export const bodyLimit: number = 64 * 1024;

/**
 * What a larger JSON body, of a route that takes one, may have at most: it is parsed in the event loop, where a million names
 * or levels would stop everybody for seconds.
 */
const largeJson = { depth: 64, names: 2_000, items: 20_000 };

/** Bodies are JSON in UTF-8 and nothing else. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    refuseEncodings(request);
    refuseCharsets(request);
    const { bodyLimit: limit = bodyLimit } = request.routeOptions;
    const scan = createJsonScan(limit > bodyLimit ? largeJson : shortJson);
    const decoder = createDecoder('The body');
    let text = '';
    const onPart = (part: Uint8Array) => {
      scan.push(part);
      text += decoder.decode(part);
    };
    await readParts(request, body, { limit, tooLarge: tooLargeFor(limit), onPart });
    text += decoder.end();
    if (text === '') throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
    return parseJson(text, 'The body', scan.names());
  });
}

function tooLargeFor(limit: number): string {
  return `The body is larger than ${limit < 2 ** 20 ? `${limit / 1024} KiB` : `${limit / 2 ** 20} MiB`}`;
}

/** Throws an `ApiError` for a body that is compressed. */
export function refuseEncodings({ headers: { 'content-encoding': encodings = '' } }: FastifyRequest): void {
  const used = encodings.split(',').map((name) => name.trim().toLowerCase());
  if (used.every((name) => name === '' || name === 'identity')) return;
  throw new ApiError('unsupported_media_type', 'The body must be sent without a content encoding.');
}

/** Throws an `ApiError` for a body that says it is in another character set than UTF-8, as RFC 8259 wants JSON to be. */
export function refuseCharsets({ headers: { 'content-type': type = '' } }: FastifyRequest): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type) ?? [];
  if (/^(?:utf-?8|us-ascii|ascii)$/i.test(charset)) return;
  throw new ApiError('unsupported_media_type', 'The body must be JSON in UTF-8, whatever its "charset" says.');
}

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
