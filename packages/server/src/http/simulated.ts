import type { FastifyInstance } from 'fastify';

/** Every answer of a service without engines says so. */
export function markSimulated(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-simulated', 'true'));
}
