import type { FastifyInstance } from 'fastify';

/** Adds the description of the API, for tools. It asks no engine and needs no key. */
export function addServiceRoutes(app: FastifyInstance, description: object): void {
  app.get('/openapi.json', async () => description);
}
