import type { FastifyInstance } from 'fastify';
import { type StaticAnswer, staticAnswer } from '../http/static-text.js';

/**
 * Adds the description of the API, for tools. It asks no engine and needs no key.
 *
 * @param describe makes it, when it is first asked for
 */
export function addServiceRoutes(app: FastifyInstance, describe: () => object): void {
  let answer: StaticAnswer | undefined;
  app.get('/openapi.json', async (request, reply) => {
    answer ??= staticAnswer(Buffer.from(JSON.stringify(describe())), {
      'content-type': 'application/json; charset=utf-8',
    });
    return answer(request, reply);
  });
}
