import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import { limitHeaders } from '../headers.js';
import type { Counted, Limiter } from '../limiter.js';
import type { RateName } from '../policy.js';
import type { ApiKey } from './api-key.js';
import type { KeyRing } from './key-ring.js';
import type { Scope } from './scopes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with. */
    key: ApiKey | undefined;
  }
}

/** Who may call, and how often. */
export interface CallerRules {
  keys: KeyRing;
  limiter: Limiter;
}

/** What the requests of some routes need and cost. */
export interface Admission {
  /** What the key must be allowed to do. @default any key will do */
  scope?: Scope;
  /** The rate that each request counts against. */
  rate: RateName;
  /** Why a request is refused whatever its key may do; it then does not count. @default none is */
  refuse?: (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined;
}

/** Admits only known keys, before any of the body is read, and counts each request against a rate of its key. */
export function admit(api: FastifyInstance, { keys, limiter }: CallerRules, { scope, rate, refuse }: Admission): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = keys.authenticate(request.headers['x-api-key']);
    request.key = key;
    request.caller = key.id;
    const refusal = refuse?.(request, reply);
    tell(reply, await limiter.request(key, rate, { cost: refusal ? 0 : 1 }));
    if (refusal !== undefined) throw refusal;
    if (scope !== undefined && !key.scopes.includes(scope)) {
      throw new ApiError('insufficient_scope', `The key has not the scope "${scope}", which this path needs.`);
    }
  });
}

/** The key of a request that was admitted. */
export function keyOf({ key }: FastifyRequest): ApiKey {
  if (key === undefined) throw new Error('A request came to a route without being admitted');
  return key;
}

/** Tells the caller how the limits stand, and throws where one was met. */
export function tell(reply: FastifyReply, { standings, refusal }: Counted): void {
  reply.headers(limitHeaders(standings));
  if (refusal !== undefined) throw refusal;
}
