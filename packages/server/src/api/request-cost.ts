import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import type { Endpoint } from '../operations/endpoint.js';

/** What requests for searches cost in pages, once their bodies are read; what is no request of a search costs 1. */
export function costOf(endpoints: readonly Endpoint[]): (request: FastifyRequest) => number {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  return ({ routeOptions: { url = '' }, body }) => {
    try {
      return byPath.get(url)?.plan(body, {}).pages ?? 1;
    } catch (error) {
      if (error instanceof ApiError) return 1; // it has faults
      throw error;
    }
  };
}
