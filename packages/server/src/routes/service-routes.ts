import type { FastifyInstance } from 'fastify';
import type { HtmlPage } from '../docs/html.js';

/** What these paths show. */
export interface ServiceParts {
  /** The description of the API. */
  description: object;
  /** Pages for people, by path. */
  pages: Readonly<Record<string, HtmlPage>>;
}

/** Adds the paths for tools and people. None of them calls an engine or needs a key. */
export function addServiceRoutes(app: FastifyInstance, { description, pages }: ServiceParts): void {
  app.get('/openapi.json', async () => description);
  for (const [path, { html, headers }] of Object.entries(pages)) {
    app.get(path, async (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(html));
  }
}
