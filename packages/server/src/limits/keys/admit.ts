import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/api-error.js';
import { limitHeaders } from '../headers.js';
import type { Counted, Limiter } from '../limiter.js';
import type { RateName } from '../policy.js';
import type { PresentedKey } from './api-key.js';
import type { KeyRing } from './key-ring.js';
import { requireScope, type Scope } from './scopes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with. */
    key: PresentedKey | undefined;
    /** Calls back once when that key may no longer be used for the route; what it returns ends that. */
    onRevoked: ((listener: (reason: ApiError) => void) => () => void) | undefined;
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
    const key = keys.authenticate(presentedIn(request));
    request.key = key;
    request.caller = key.id;
    request.onRevoked = (listener) => keys.watch({ id: key.id, credential: key.credential, scope }, listener);
    const refusal = refuse?.(request, reply);
    tell(reply, await limiter.request(key, rate, { cost: refusal ? 0 : 1 }));
    if (refusal !== undefined) throw refusal;
    if (scope !== undefined) requireScope(key, scope);
  });
}

/** What a request presents as its key: `x-api-key`, or else the token of `Authorization: Bearer`. */
function presentedIn({ headers }: FastifyRequest): string | string[] | undefined {
  const { 'x-api-key': given, authorization = '' } = headers;
  return given ?? /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/** The key of a request that was admitted. */
export function keyOf({ key }: FastifyRequest): PresentedKey {
  if (key === undefined) throw new Error('A request came to a route without being admitted');
  return key;
}

/** Tells the caller how the limits stand, and throws where one was met. */
export function tell(reply: FastifyReply, { standings, refusal }: Counted): void {
  reply.headers(limitHeaders(standings));
  if (refusal !== undefined) throw refusal;
}
