import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/api-error.js';
import type { Counted, Limiter } from '../limiter.js';
import { limitHeaders, type RateName } from '../policy.js';
import { type ApiKey, type KeyUse, type PresentedKey, requireScope, type Scope } from './api-key.js';
import type { KeyRing } from './key-ring.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with. */
    key: PresentedKey | undefined;
    /** The refusal of a request above the rate that is read all the same, to know its cost. */
    overRate: ApiError | undefined;
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
  /**
   * What a request costs, once its body is read. Where it is given, a small request above the rate is read before it is
   * refused, so that it is told how long to wait for its own cost. @default 1 for all
   */
  costOf?: (request: FastifyRequest) => number;
  /** Why a request is refused whatever its key may do; it then does not count. @default none is */
  refuse?: (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined;
}

/** Admits only known keys, before any of the body is read, and counts each request against a rate of its key. */
export function admit(
  api: FastifyInstance,
  { keys, limiter }: CallerRules,
  { scope, rate, refuse, costOf }: Admission,
): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = keys.authenticate(presentedIn(request));
    request.key = key;
    request.caller = key.id;
    request.onRevoked = (listener) => keys.watch({ id: key.id, credential: key.credential, scope }, listener);
    const refusal = refuse?.(request, reply);
    const counted = await limiter.request(key, rate, { cost: refusal ? 0 : 1 });
    const isDeferred =
      refusal === undefined && counted.refusal !== undefined && costOf !== undefined && isSmall(request);
    if (isDeferred) request.overRate = counted.refusal;
    announce(reply, isDeferred ? { ...counted, refusal: undefined } : counted);
    if (refusal !== undefined) throw refusal;
    if (scope !== undefined) requireScope(key, scope);
  });
  if (costOf === undefined) return;
  api.addHook('preHandler', async (request) => {
    const { overRate } = request;
    if (overRate !== undefined) throw (await limiter.whyNot(keyOf(request), costOf(request))) ?? overRate;
  });
}

/** Bytes of a body that is read though the rate of its key is met. */
const maxRead = 4 * 1024;

function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= maxRead;
}

/** What a request presents as its key: `x-api-key`, or else the token of `Authorization: Bearer`. */
export function presentedIn({ headers }: FastifyRequest): string | string[] | undefined {
  const { 'x-api-key': given, authorization = '' } = headers;
  return given ?? /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/** The key of a request that was admitted. */
export function keyOf({ key }: FastifyRequest): PresentedKey {
  if (key === undefined) throw new Error('A request came to a route without being admitted');
  return key;
}

/** Tells the caller how the limits stand, and throws where one was met. */
export function announce(reply: FastifyReply, { standings, refusal }: Counted): void {
  reply.headers(limitHeaders(standings));
  if (refusal !== undefined) throw refusal;
}

/** The right of a batch or a job to go on in the name of the key that asked for it, checked again for each of its lines. */
export interface Authority {
  /** Id of the key. */
  readonly id: string;
  /** The key as it is now. Throws an `ApiError` once it may not be used, see `KeyRing.check`. */
  key(): ApiKey;
  /** Aborted with that error as its reason, so that what waits or is on its way ends too. */
  readonly signal: AbortSignal;
  /** Ends the watch; to be called once. */
  release(): void;
}

/** Holds on to the use of a key. Where the key is already revoked, `key` throws from the start. */
export function holdKey(keys: Pick<KeyRing, 'check' | 'watch'>, use: KeyUse): Authority {
  const revoked = new AbortController();
  const release = keys.watch(use, (reason) => revoked.abort(reason));
  return { id: use.id, key: () => keys.check(use), signal: revoked.signal, release };
}
