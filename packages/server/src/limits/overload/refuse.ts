import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import type { LoadGate } from './load-gate.js';

/**
 * Makes a check that counts a request as in progress until it is answered, or says why not: the processor has no time for
 * it. To be made before the body is read, and once the key is known: what one key asks for too much is not refused to another.
 */
export function refuseOverload(gate: LoadGate): (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined {
  return ({ caller = '', routeOptions: { url: path = '' } }, reply) => {
    if (gate.isFull({ caller, path })) {
      const retryAfter = gate.refuse({ caller, path });
      return new ApiError('overloaded', 'The service has more work than it can do at the moment.', { retryAfter });
    }
    reply.raw.once('close', gate.enter({ caller, path }));
    return undefined;
  };
}
