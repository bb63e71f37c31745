import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorHelpLinkHeader, problemOf, problemType, withoutQuery } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import { errorKinds } from '../errors/kinds.js';
import { recordRequestError } from '../observe/log.js';
import { didYouMean, findSimilarNames } from '../operations/request/nearest.js';

/** Answers reveal what was searched for: no cache may store them, and no browser may interpret them as pages. */
const apiHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Answers all errors and all requests without a route in the same format. */
export function addErrorHandlers(app: FastifyInstance): void {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  app.setErrorHandler<Error>(answerError);
  app.setNotFoundHandler(async (request) => {
    throw notFound(request, methods);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, ...headersFor(request) });
    if (request.is404) throw notFound(request, methods); // before the body is read
  });
}

/** Answers an error. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toApiError(error);
  recordRequestError(request, failure);
  reply
    .code(errorKinds[failure.code].status)
    .headers({
      'x-request-id': request.id,
      link: errorHelpLinkHeader(failure.code),
      ...headersFor(request),
      ...failure.headers,
    })
    .type(problemType)
    .send(problemOf(failure, request));
}

function headersFor({ url }: FastifyRequest): Readonly<Record<string, string>> {
  return /^\/api(?:\/|$)/.test(withoutQuery(url)) ? apiHeaders : {};
}

/** Whether a path belongs to a route, whose path may have parameters and end in `*`. */
function isServedBy(route: string, path: string): boolean {
  const given = path.split('/');
  const parts = route.split('/');
  if (parts.at(-1) === '*') parts.splice(-1, 1, ...given.slice(parts.length - 1));
  return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index]);
}

function notFound(request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): ApiError {
  const path = withoutQuery(request.url);
  const allowed = methods.get(path) ?? [...methods].find(([route]) => isServedBy(route, path))?.[1];
  // A route of files may serve the method, and have no such file.
  if (allowed === undefined || allowed.includes(request.method))
    return new ApiError('not_found', `Nothing is served at this path.${otherPaths(path, methods)}`);
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This path only serves ${allow}.`, { headers: { allow } });
}

/** What the client may have meant, or where to look; nothing for dialects, which the description does not list. */
function otherPaths(path: string, methods: ReadonlyMap<string, readonly string[]>): string {
  if (/^\/compat(?:\/|$)/.test(path)) return '';
  const known = [...methods.keys()].filter((one) => /^\/(?:api|mcp)(?:\/|$)/.test(one) && !/[:*]/.test(one));
  const meant = didYouMean(findSimilarNames(path, known));
  return meant === '' && methods.has('/openapi.json') ? ' "/openapi.json" lists all paths.' : meant;
}

/** Header of every answer of a service with simulated engines. */
export const simulatedHeader: Readonly<Record<string, string>> = { 'x-simulated': 'true' };

/** Removes slashes from the end of a text. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/** Supported content encodings, the preferred one first. */
const encodings = ['br', 'gzip'] as const;

export type ContentEncoding = (typeof encodings)[number];

/** Minimum number of bytes worth compressing: smaller answers fit into one packet anyway. */
const minimumBytes = 1_400;

const compressors: Readonly<Record<ContentEncoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  // As fast as gzip and a tenth smaller; the default level of 11 takes 50 times as long.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Compresses bytes, off the event loop. */
export function compress(bytes: Uint8Array, encoding: ContentEncoding): Promise<Buffer> {
  return compressors[encoding](bytes);
}

/** The encoding for an answer of a size; undefined for no compression. */
export function chooseContentEncoding(
  accepted: string | string[] | undefined,
  bytes: number,
): ContentEncoding | undefined {
  if (bytes < minimumBytes || typeof accepted !== 'string') return undefined;
  return negotiate<ContentEncoding>(accepted.toLowerCase(), [...encodings]) ?? undefined;
}

/** Sets the headers for an encoding. `Vary` tells caches that other clients may get other bytes. */
export function setContentEncoding(reply: FastifyReply, encoding: ContentEncoding | undefined): void {
  const { vary } = reply.getHeaders();
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
}

/** Compresses answers that are texts if the client accepts it. Answers that are bytes are sent unchanged. */
export function compressTexts(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const bytes = Buffer.from(payload);
    const encoding = chooseContentEncoding(request.headers['accept-encoding'], bytes.length);
    setContentEncoding(reply, encoding);
    return encoding === undefined ? payload : compress(bytes, encoding);
  });
}
