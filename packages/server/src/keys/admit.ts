import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { type Limiter, type Quota, quotaHeaders } from '../limits/limiter.js';
import { type ApiKey, authenticate } from './api-key.js';

/** Who may call, and how often. */
export interface CallerRules {
  keys: readonly ApiKey[];
  limiter: Limiter;
}

/** Admits only known keys, before any of the body is read, and counts each request against the key's quota. */
export function admitCounted(api: FastifyInstance, { keys, limiter }: CallerRules): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = admit(request, keys);
    const { allowed, ...quota } = limiter.take(key.id);
    tell(reply, quota, limiter);
    if (!allowed) throw tooMany(quota);
  });
}

/** Admits only known keys, without counting the request. */
export function admitFree(api: FastifyInstance, { keys, limiter }: CallerRules): void {
  api.addHook('onRequest', async (request, reply) => {
    tell(reply, limiter.peek(admit(request, keys).id), limiter);
  });
}

function admit(request: FastifyRequest, keys: readonly ApiKey[]): ApiKey {
  const key = authenticate(request.headers['x-api-key'], keys);
  request.caller = key.id;
  return key;
}

function tell(reply: FastifyReply, quota: Quota, { window }: Limiter): void {
  reply.headers(quotaHeaders(quota, window));
}

function tooMany({ limit, reset }: Quota): ApiError {
  const detail = `The key may make ${limit} searches in a window; the next one opens in ${reset} s.`;
  return new ApiError('rate_limited', detail, { retryAfter: reset });
}
