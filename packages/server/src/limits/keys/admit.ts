import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.js';
import type { Limiter, LimitResult } from '../limiter.js';
import { limitHeaders, type RateName } from '../policy.js';
import { type ApiKey, type KeyUse, type PresentedKey, requireScope, type Scope } from './api-key.js';
import type { KeyRing } from './key-ring.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with. */
    key: PresentedKey | undefined;
    /** The refusal of a request above the rate whose body is still read to determine its cost. */
    overRate: ApiError | undefined;
    /** Calls back once when that key may no longer be used for the route; returns a function that stops watching. */
    onRevoked: ((listener: (reason: ApiError) => void) => () => void) | undefined;
  }
}

/** Which callers are admitted, and how often. */
export interface AdmissionParts {
  keys: KeyRing;
  limiter: Limiter;
}

/** Requirements and cost of requests to some routes. */
interface Admission {
  /** Scope that the key must have. @default none */
  scope?: Scope;
  /** The rate that each request counts against. */
  rate: RateName;
  /**
   * Cost of a request, determined from its body. If given, a small request above the rate is read before it is refused, so that its
   * `Retry-After` is for its own cost. @default 1
   */
  costOf?: (request: FastifyRequest) => number;
  /** The error of a request that is refused for any key and not counted. @default none */
  refuse?: (request: FastifyRequest, reply: FastifyReply) => ApiError | undefined;
}

/** Admits only known keys, before any of the body is read, and counts each request against a rate of its key. */
export function addAdmissionHook(
  api: FastifyInstance,
  { keys, limiter }: AdmissionParts,
  { scope, rate, refuse, costOf }: Admission,
): void {
  api.addHook('onRequest', async (request, reply) => {
    const key = keys.authenticate(readKeyHeader(request));
    request.key = key;
    request.caller = key.id;
    request.onRevoked = (listener) => keys.watch({ id: key.id, credential: key.credential, scope }, listener);
    const refusal = refuse?.(request, reply);
    const counted = await limiter.countRequest(key, rate, { cost: refusal ? 0 : 1 });
    const isDeferred =
      refusal === undefined && counted.refusal !== undefined && costOf !== undefined && isSmall(request);
    if (isDeferred) request.overRate = counted.refusal;
    enforceLimits(reply, isDeferred ? { ...counted, refusal: undefined } : counted);
    if (refusal !== undefined) throw refusal;
    if (scope !== undefined) requireScope(key, scope);
  });
  if (costOf === undefined) return;
  api.addHook('preHandler', async (request) => {
    const { overRate } = request;
    if (overRate !== undefined) throw (await limiter.refusalOf(admittedKeyOf(request), costOf(request))) ?? overRate;
  });
}

/** Maximum bytes of a body that is read although the rate of its key is exceeded. */
const maxRead = 4 * 1024;

function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= maxRead;
}

/** The key in a request: `x-api-key`, or, if that is missing or empty, the token of `Authorization: Bearer`. */
export function readKeyHeader({ headers }: FastifyRequest): string | string[] | undefined {
  const { 'x-api-key': given, authorization = '' } = headers;
  const isMissing = given === undefined || (typeof given === 'string' && given.trim() === '');
  return isMissing ? (/^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? given) : given;
}

/** The key of a request that was admitted. */
export function admittedKeyOf({ key }: FastifyRequest): PresentedKey {
  if (key === undefined) throw new Error('A request came to a route without being admitted');
  return key;
}

/** Sets the headers of the limits, and throws if one is exceeded. */
export function enforceLimits(reply: FastifyReply, { limitStatuses, refusal }: LimitResult): void {
  reply.headers(limitHeaders(limitStatuses));
  if (refusal !== undefined) throw refusal;
}

/** The right of a batch or job to continue on behalf of its key, checked again for each line. */
export interface KeyWatch {
  /** Id of the key. */
  readonly id: string;
  /** The key as it is now. Throws an `ApiError` once it may not be used, see `KeyRing.check`. */
  key(): ApiKey;
  /** Aborted with that error as its reason, so that waiting and running work ends too. */
  readonly signal: AbortSignal;
  /** Stops watching; must be called once. */
  release(): void;
}

/** Watches a key while work uses it. If the key is already revoked, `key` throws from the start. */
export function watchKey(keys: Pick<KeyRing, 'check' | 'watch'>, use: KeyUse): KeyWatch {
  const revoked = new AbortController();
  const release = keys.watch(use, (reason) => revoked.abort(reason));
  return { id: use.id, key: () => keys.check(use), signal: revoked.signal, release };
}

/** Watches the keys of running work for revocation. */
interface RevocationWatcher {
  /** See `KeyRing.watch`. */
  watch(use: KeyUse, onRevoked: (reason: ApiError) => void): () => void;
  /** Checks all watched keys, after a change. */
  look(): void;
  /** Stops watching. */
  close(): void;
}

interface Watched {
  readonly use: KeyUse;
  readonly onRevoked: (reason: ApiError) => void;
}

/** Milliseconds between two checks, since a key may expire without a change. */
const interval = 500;

/** Watches keys by checking them again. @param check see `KeyRing.check` */
export function createRevocationWatcher(check: (use: KeyUse) => unknown): RevocationWatcher {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const reasons = new Map<string, ApiError | undefined>(); // a batch watches one key many times
    for (const entry of [...watched]) {
      const { id, credential, scope = '' } = entry.use;
      const name = `${id} ${credential} ${scope}`;
      if (!reasons.has(name)) reasons.set(name, reasonOf(check, entry.use));
      const reason = reasons.get(name);
      if (reason === undefined) continue;
      end(entry);
      entry.onRevoked(reason);
    }
  }

  function end(entry: Watched): void {
    watched.delete(entry);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(use, onRevoked) {
      const entry = { use, onRevoked };
      watched.add(entry);
      timer ??= setInterval(look, interval).unref();
      return () => end(entry);
    },
    look,
    close() {
      watched.clear();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Why a key may no longer be used; undefined if it may, or if that is unknown at the moment. */
function reasonOf(check: (use: KeyUse) => unknown, use: KeyUse): ApiError | undefined {
  try {
    check(use);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'overloaded' ? undefined : error;
  }
}
