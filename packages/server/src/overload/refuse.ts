import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { LoadGate } from './load-gate.js';

/**
 * Refuses requests that the processor has no time for, before their body is read. Comes after the key was admitted: what
 * one key asks for too much is not refused to another.
 */
export function refuseOverload(api: FastifyInstance, gate: LoadGate): void {
  api.addHook('onRequest', async ({ caller = '', routeOptions: { url: path = '' } }, reply) => {
    if (gate.isFull({ caller, path })) {
      throw new ApiError('overloaded', 'The service has more work than it can do at the moment.');
    }
    reply.raw.once('close', gate.enter({ caller, path }));
  });
}
