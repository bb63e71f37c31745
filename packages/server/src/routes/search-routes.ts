import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint } from '../endpoints/endpoint.js';
import { readInclude } from '../endpoints/include.js';
import { placeHeader } from '../endpoints/locate.js';
import { ApiError } from '../errors/api-error.js';
import type { Search, SearchAnswer } from '../search/search.js';
import { leaving } from './leaving.js';

/** Adds a route for every endpoint. */
export function addSearchRoutes(api: FastifyInstance, endpoints: readonly Endpoint[], search: Search): void {
  for (const endpoint of endpoints) {
    api.post(endpoint.path, async (request, reply) => {
      const extras = readInclude(request.query as Record<string, unknown>);
      const body = bodyOf(request.body);
      tellDeprecation(reply, endpoint.deprecatedSince(body));
      const fresh = /\bno-(cache|store)\b/i.test(request.headers['cache-control'] ?? '');
      const answer = await search({ endpoint, body, extras, fresh, signal: leaving(reply) });
      request.outcome = { found: answer.found, query: answer.plan.query };
      reply.headers(headersOf(answer));
      return answer.found.body;
    });
  }
}

/** A request without a body never reaches the body parser. */
function bodyOf(body: unknown): unknown {
  if (body === undefined) throw new ApiError('malformed_json', 'The body is empty; it must be a JSON object.');
  return body;
}

/** Also where the search then fails: who uses what will be dropped is to know. */
function tellDeprecation(reply: FastifyReply, since: string | undefined): void {
  if (since !== undefined) reply.header('deprecation', `@${Date.parse(since) / 1000}`);
}

function headersOf({ found: { pages, stop }, understood, cache }: SearchAnswer): Record<string, string> {
  return {
    // A structured field: how many pages of the engine are in the answer, and why there are no more.
    'x-gathered-pages': `${pages};stop=${stop}`,
    ...(understood && { 'x-location': placeHeader(understood) }),
    ...(cache && { 'x-cache': cache }),
  };
}
