import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import { errorKinds } from '../errors/kinds.js';
import { helpLink, pathOf, problemOf, problemType } from '../errors/problem.js';
import { noteFailure } from '../observe/log.js';

/** An answer says what somebody searched for: no cache on the way may keep it, and no browser take it for a page. */
const apiHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Answers every error, and every request that no route matches, in one form. */
export function answerFailures(app: FastifyInstance): void {
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
    if (request.is404) throw notFound(request, methods); // before a body of any kind is read
  });
}

/** Answers an error. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toApiError(error);
  noteFailure(request, failure);
  reply
    .code(errorKinds[failure.code].status)
    .headers({ 'x-request-id': request.id, link: helpLink(failure.code), ...headersFor(request), ...failure.headers })
    .type(problemType)
    .send(problemOf(failure, request));
}

function headersFor({ url }: FastifyRequest): Readonly<Record<string, string>> {
  return /^\/api(?:\/|$)/.test(pathOf(url)) ? apiHeaders : {};
}

function notFound(request: FastifyRequest, methods: ReadonlyMap<string, readonly string[]>): ApiError {
  const allowed = methods.get(pathOf(request.url));
  if (allowed === undefined) return new ApiError('not_found', 'Nothing is served at this path.');
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This path serves only ${allow}.`, { headers: { allow } });
}

/** Every answer of a service without engines says so. */
export function markSimulated(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-simulated', 'true'));
}

/** The text without the slashes that it ends with. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
