import type { FastifyInstance } from 'fastify';
import { withoutQuery } from '../errors/problem.js';

/** Request headers that pages may send. */
const requestHeaders = 'x-api-key, authorization, content-type, cache-control, x-request-id';

/** Response headers that pages may read. */
const answerHeaders = [
  ...['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-cache', 'x-location', 'x-gathered-pages'],
  ...[
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-next-cursor',
    'deprecation',
    'location',
    'link',
  ],
].join(', ');

/** Seconds for which browsers cache a preflight answer. */
const lifetime = 600;

/**
 * Allows pages of some origins to call the API from a browser (CORS). Credentials of the browser are never accepted: the key is
 * sent in a header, which only a page that knows the key can set.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    if (!withoutQuery(request.url).startsWith('/api/')) return;
    reply.header('vary', 'origin');
    const { origin = '' } = request.headers;
    if (!allowed.has(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': answerHeaders });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': `${lifetime}`,
    });
    return reply.code(204).send();
  });
}
