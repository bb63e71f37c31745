import type { FastifyInstance } from 'fastify';
import type { HtmlPage } from '../docs/html.js';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import type { Metrics } from '../observe/metrics.js';

/** What these paths show. */
export interface ServiceParts {
  lifecycle: Lifecycle;
  metrics: Metrics;
  /** The description of the API. */
  description: object;
  /** Pages for people, by path. */
  pages: Readonly<Record<string, HtmlPage>>;
}

/** Adds the paths for operators, tools and people. None of them calls an engine or needs a key. */
export function addServiceRoutes(app: FastifyInstance, { lifecycle, metrics, description, pages }: ServiceParts): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!lifecycle.isStopping()) return { status: 'ready' };
    return reply.code(503).send({ status: 'stopping' });
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  app.get('/openapi.json', async () => description);
  for (const [path, { html, headers }] of Object.entries(pages)) {
    app.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(html));
  }
}
