import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../errors/api-error.js';
import { createRevocationWatcher } from './admit.js';
import {
  type ApiKey,
  digestOf,
  type KeySecret,
  type KeyUse,
  type PresentedKey,
  requireScope,
  secretPrefixOf,
} from './api-key.js';
import { apiKeyFromRecord, type KeyStore, KeyStoreError } from './key-store.js';

/** The keys that requests are checked against. */
export interface KeyRing {
  /**
   * Returns the key of an `x-api-key` header. Throws an `ApiError` unless it is known and enabled; with code `overloaded` if it may be
   * one that could not be read yet. The time taken reveals nothing about a secret: only digests are compared, in constant time.
   */
  authenticate(header: string | string[] | undefined): PresentedKey;
  /**
   * Returns the current state of a key, for work that outlives its authentication. Throws the `ApiError` that a request with its secret
   * would get: the key is disabled, deleted or expired, the secret was rotated out, or the scope was removed.
   */
  check(use: KeyUse): ApiKey;
  /**
   * Calls back once, within about a second, when `check` begins to throw; not if the keys cannot be read. Returns a function that stops
   * watching.
   */
  watch(use: KeyUse, onRevoked: (reason: ApiError) => void): () => void;
  /** All keys, including disabled and expired ones. */
  all(): readonly ApiKey[];
  /** Whether any request can be authenticated: false if the stored keys could not be read yet and there are no others. */
  isReady(): boolean;
  /** State of the stored keys; undefined if all keys come from the environment. */
  state(): KeysState | undefined;
  /** Stops following changes. */
  close(): void;
}

/**
 * `current`: as stored. `none`: no key is stored yet. `unread`: the store has not answered since the start. `stale`: the store cannot be
 * read any longer, and the last known keys are in force.
 */
type KeysState = 'current' | 'none' | 'unread' | 'stale';

interface Candidate extends KeySecret {
  readonly key: PresentedKey;
}

/** Compared with if a prefix is unknown, so that the answer takes as long as for a known one. */
const nobody = Buffer.alloc(32);

/** Creates a ring of fixed keys. @param now the clock, in milliseconds since 1970 */
export function createKeyRing(keys: readonly ApiKey[], now: () => number = Date.now): KeyRing {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const byPrefix = new Map<string | undefined, Candidate[]>();
  for (const key of keys) {
    for (const secret of key.secrets) {
      byPrefix.set(secret.prefix, [...(byPrefix.get(secret.prefix) ?? []), candidateOf(key, secret)]);
    }
  }

  function find(presented: string): PresentedKey | undefined {
    const digest = digestOf(presented);
    const prefix = secretPrefixOf(presented);
    const made = prefix === undefined ? [] : (byPrefix.get(prefix) ?? []);
    if (made.length === 0) timingSafeEqual(nobody, digest);
    const candidates = [...made, ...(byPrefix.get(undefined) ?? [])];
    const [found] = candidates.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return found !== undefined && isBefore(now(), found.expiresAt) ? found.key : undefined;
  }

  function check({ id, credential, scope }: KeyUse): ApiKey {
    const key = byId.get(id);
    if (key === undefined) throw unauthorised('invalid_api_key', 'The key is not known any longer.');
    refuseUnused(key, now());
    const secret = key.secrets.find((one) => one.credential === credential && isBefore(now(), one.expiresAt));
    if (secret === undefined) throw unauthorised('invalid_api_key', 'The secret of the key was replaced.');
    if (scope !== undefined) requireScope(key, scope);
    return key;
  }

  const revocations = createRevocationWatcher(check);
  return {
    authenticate(header) {
      const presented = [header].flat().join(', ').trim();
      if (presented === '') throw unauthorised('missing_api_key', 'The header "x-api-key" is missing.');
      const key = find(presented);
      if (key === undefined) throw unauthorised('invalid_api_key', 'The key in the header "x-api-key" is not known.');
      refuseUnused(key, now());
      return key;
    },
    check,
    watch: revocations.watch,
    all: () => keys,
    isReady: () => true,
    state: () => undefined,
    close: revocations.close,
  };
}

function candidateOf(key: ApiKey, secret: KeySecret): Candidate {
  return { ...secret, key: { ...key, credential: secret.credential } };
}

/** Throws for a key that is disabled or expired. */
function refuseUnused({ disabled, expiresAt }: ApiKey, now: number): void {
  if (disabled) throw new ApiError('api_key_disabled', 'The key is disabled.');
  if (!isBefore(now, expiresAt)) throw new ApiError('api_key_disabled', 'The key has expired.');
}

/** The ring of the fixed keys while the stored ones are unknown. */
function unreadRing(fixed: readonly ApiKey[]): KeyRing {
  const ring = createKeyRing(fixed);
  const unread = () => new ApiError('overloaded', 'Keys cannot be read at the moment.', { reason: 'redis_away' });
  return {
    ...ring,
    authenticate(header) {
      try {
        return ring.authenticate(header);
      } catch (error) {
        throw error instanceof ApiError && error.code === 'invalid_api_key' ? unread() : error;
      }
    },
    check(use) {
      if (fixed.some((key) => key.id === use.id)) return ring.check(use);
      throw unread();
    },
    isReady: () => fixed.some(({ disabled }) => !disabled),
  };
}

/** Sources of the keys of a ring. */
export interface KeyRingSources {
  /** Fixed keys, from the environment. */
  fixed: readonly ApiKey[];
  store: KeyStore;
  /** Called once for each reason why the stored keys cannot be read; the last known ones stay in force. */
  onFault(error: unknown): void;
  /** Called when they can be read again. */
  onMended(): void;
  /** Milliseconds from a fault to the next attempt, in addition to one at each change of the store. @default 5000 */
  retry?: number;
}

/**
 * Creates a ring that follows a store. Throws a `KeyStoreError` if the keys are unusable at the start. Having no keys yet is no fault, and
 * the keys of an unreachable store are read when it is back. Later, no fault removes keys, not even a missing store: a key ends only by a
 * change that can be read.
 */
export async function openKeyRing(sources: KeyRingSources): Promise<KeyRing> {
  const { fixed, store, onFault, onMended, retry = 5_000 } = sources;
  let state: KeysState = 'none';
  let fault = '';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function load(): Promise<KeyRing> {
    const records = await store.list();
    if (records === undefined && (state === 'current' || state === 'stale'))
      throw new KeyStoreError('unusable', 'The kept keys are gone');
    const loaded = createKeyRing(allKeys(fixed, (records ?? []).map(apiKeyFromRecord)));
    state = records === undefined ? 'none' : 'current';
    return loaded;
  }

  let ring = await load().catch((error: unknown) => {
    if (!(error instanceof KeyStoreError && error.code === 'away')) throw error;
    state = 'unread';
    return unreadRing(fixed);
  });
  let reloading = Promise.resolve();
  async function reload(): Promise<void> {
    clearTimeout(timer);
    if (isClosed) return;
    try {
      ring = await load();
      if (fault !== '') onMended();
      fault = '';
      revocations.look();
    } catch (error) {
      if (fault !== String(error)) onFault(error);
      fault = String(error);
      if (state !== 'unread') state = 'stale';
      timer = setTimeout(reloadNext, retry).unref();
    }
  }
  function reloadNext(): void {
    reloading = reloading.then(reload); // one after the other, so that the last one read is the last one written
  }

  const revocations = createRevocationWatcher((use) => ring.check(use));
  const stop = store.onChange(reloadNext);
  return {
    authenticate: (header) => ring.authenticate(header),
    check: (use) => ring.check(use),
    watch: revocations.watch,
    all: () => ring.all(),
    isReady: () => ring.isReady(),
    state: () => (state === 'none' && fixed.length > 0 ? undefined : state),
    close() {
      isClosed = true;
      stop();
      revocations.close();
      clearTimeout(timer);
    },
  };
}

/** Two keys of one id would share their limits. */
function allKeys(fixed: readonly ApiKey[], kept: readonly ApiKey[]): readonly ApiKey[] {
  const ids = new Set<string>();
  for (const { id } of [...fixed, ...kept]) {
    if (ids.has(id)) throw new KeyStoreError('unusable', `The id "${id}" is that of more than one key`);
    ids.add(id);
  }
  return [...fixed, ...kept];
}

function isBefore(time: number, end: number | undefined): boolean {
  return end === undefined || time < end;
}

function unauthorised(code: 'missing_api_key' | 'invalid_api_key', detail: string): ApiError {
  return new ApiError(code, detail, { headers: { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' } });
}
