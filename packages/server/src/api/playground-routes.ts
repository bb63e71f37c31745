import type { FastifyInstance } from 'fastify';
import type { SimulatorWord } from './docs/simulator-word.js';

/** Adds what the playground asks for beside the API. It calls no engine, needs no key and tells none. */
export function addPlaygroundRoutes(app: FastifyInstance, words: readonly SimulatorWord[]): void {
  app.get('/playground.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { simulated: words.length > 0, words };
  });
}
