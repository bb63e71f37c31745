import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { LoadGate } from './load-gate.js';

/**
 * Counts a request as in progress until it is answered, or says why not: the processor has no time for it. Asked before
 * its body is read, and once its key is known: what one key asks for too much is not refused to another.
 */
export function enterGate(gate: LoadGate, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
  const { caller = '', routeOptions } = request;
  const asker = { caller, path: routeOptions.url ?? '' };
  if (gate.isFull(asker)) return new ApiError('overloaded', 'The service has more work than it can do at the moment.');
  reply.raw.once('close', gate.enter(asker));
  return undefined;
}
