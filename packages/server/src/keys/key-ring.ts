import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.js';
import type { ApiKey, KeySecret } from './api-key.js';
import { keyOfRecord } from './key-record.js';
import { type KeyStore, KeyStoreError } from './key-store.js';
import { digestOf, prefixOf } from './secret.js';

/** The keys that requests are checked with. */
export interface KeyRing {
  /**
   * The key that an `x-api-key` header presents. Throws an `ApiError` unless it is known and in use. How long it takes
   * tells nothing of a secret: only digests are compared, each in full.
   */
  authenticate(header: string | string[] | undefined): ApiKey;
  /** The key of an id, for work that outlives the request that it came with; undefined unless it is known and in use. */
  byId(id: string): ApiKey | undefined;
  /** Notices no change from now on. */
  close(): void;
}

interface Candidate extends KeySecret {
  readonly key: ApiKey;
}

/** Compared with where a prefix is not known, so that the answer takes as long as with one that is. */
const nobody = Buffer.alloc(32);

/** Makes a ring of keys that stay the same. @param now the clock, in milliseconds since 1970 */
export function createKeyRing(keys: readonly ApiKey[], now: () => number = Date.now): KeyRing {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const byPrefix = new Map<string | undefined, Candidate[]>();
  for (const key of keys) {
    for (const secret of key.secrets) {
      byPrefix.set(secret.prefix, [...(byPrefix.get(secret.prefix) ?? []), { ...secret, key }]);
    }
  }

  function find(presented: string): ApiKey | undefined {
    const digest = digestOf(presented);
    const prefix = prefixOf(presented);
    const made = prefix === undefined ? [] : (byPrefix.get(prefix) ?? []);
    if (made.length === 0) timingSafeEqual(nobody, digest);
    const candidates = [...made, ...(byPrefix.get(undefined) ?? [])];
    const [found] = candidates.filter((candidate) => timingSafeEqual(candidate.digest, digest));
    return found !== undefined && isBefore(now(), found.expiresAt) ? found.key : undefined;
  }

  return {
    authenticate(header) {
      const presented = [header].flat().join(', ').trim();
      if (presented === '') throw unauthorised('missing_api_key', 'The header "x-api-key" is missing.');
      const key = find(presented);
      if (key === undefined) throw unauthorised('invalid_api_key', 'The key in the header "x-api-key" is not known.');
      if (key.disabled) throw new ApiError('api_key_disabled', 'The key in the header "x-api-key" is switched off.');
      if (!isBefore(now(), key.expiresAt)) {
        throw new ApiError('api_key_disabled', 'The key in the header "x-api-key" has expired.');
      }
      return key;
    },
    byId(id) {
      const key = byId.get(id);
      return key === undefined || key.disabled || !isBefore(now(), key.expiresAt) ? undefined : key;
    },
    close() {},
  };
}

/** Where the keys of a ring come from. */
export interface KeyRingSources {
  /** Keys that stay, those of the environment. */
  fixed: readonly ApiKey[];
  store: KeyStore;
  /** Told when changed keys cannot be used; those from before stay in force. */
  onFault(error: unknown): void;
}

/** Makes a ring that follows a store. Throws a `KeyStoreError` where the keys cannot be used at the start. */
export async function openKeyRing({ fixed, store, onFault }: KeyRingSources): Promise<KeyRing> {
  const load = async () => createKeyRing(allKeys(fixed, (await store.list()).map(keyOfRecord)));
  let ring = await load();
  let reloading = Promise.resolve();
  const reload = async () => {
    try {
      ring = await load();
    } catch (error) {
      onFault(error);
    }
  };
  const stop = store.onChange(() => {
    reloading = reloading.then(reload); // one after the other, so that the last one read is the last one written
  });
  return { authenticate: (header) => ring.authenticate(header), byId: (id) => ring.byId(id), close: stop };
}

/** Two keys of one id would share their limits. */
function allKeys(fixed: readonly ApiKey[], kept: readonly ApiKey[]): readonly ApiKey[] {
  const ids = [...fixed, ...kept].map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated === undefined) return [...fixed, ...kept];
  throw new KeyStoreError('unusable', `The id "${repeated}" is that of more than one key`);
}

function isBefore(time: number, end: number | undefined): boolean {
  return end === undefined || time < end;
}

function unauthorised(code: 'missing_api_key' | 'invalid_api_key', detail: string): ApiError {
  return new ApiError(code, detail, { headers: { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' } });
}
