import type { FastifyInstance } from 'fastify';

/**
 * Adds the description of the API, for tools. It asks no engine and needs no key.
 *
 * @param describe makes it, when it is first asked for
 */
export function addServiceRoutes(app: FastifyInstance, describe: () => object): void {
  let description: object | undefined;
  app.get('/openapi.json', async () => {
    description ??= describe();
    return description;
  });
}
