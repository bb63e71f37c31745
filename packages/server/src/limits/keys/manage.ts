import { randomBytes } from 'node:crypto';
import { createKeySecret, digestOf } from './api-key.js';
import type { KeyRecord, KeyStore, SecretRecord } from './key-store.js';

/** Properties of a new key. */
export interface NewKey {
  /** @default a random one */
  id?: string | undefined;
  name: string;
  scopes: readonly string[];
  limits: KeyRecord['limits'];
  /** When it expires, in milliseconds since 1970. @default never */
  expiresAt?: number | undefined;
}

/** A key and its secret, which is not stored. */
export interface KeyWithSecret {
  record: KeyRecord;
  secret: string;
}

/** Adds a key to a store. @param now milliseconds since 1970 */
export async function createKey(store: KeyStore, key: NewKey, now: number): Promise<KeyWithSecret> {
  const { id = `key-${randomBytes(4).toString('hex')}`, name, scopes, limits, expiresAt } = key;
  const { secret, record: kept } = newSecret(now);
  const record: KeyRecord = {
    id,
    name,
    scopes: [...scopes],
    limits,
    disabled: false,
    created_at: iso(now),
    expires_at: expiresAt === undefined ? null : iso(expiresAt),
    secrets: [kept],
  };
  await store.add(record);
  return { record, secret };
}

/**
 * Gives a key a new secret. The previous one stays valid for a while, older ones end.
 *
 * @param keepPreviousFor milliseconds for which the previous one stays valid; 0 ends it at once
 */
export async function rotateKey(
  store: KeyStore,
  id: string,
  { keepPreviousFor, now }: { keepPreviousFor: number; now: number },
): Promise<KeyWithSecret> {
  const { secret, record: kept } = newSecret(now);
  const record = await store.change(id, (before) => ({
    ...before,
    secrets: [...(keepPreviousFor > 0 ? lastOf(before.secrets, now + keepPreviousFor) : []), kept],
  }));
  return { record, secret };
}

/** Changes of a key; omitted properties stay as they are. */
export interface KeyChange {
  name?: string;
  scopes?: readonly string[];
  /** Changed limits; null for the default of the service. */
  limits?: { readonly [Limit in keyof KeyRecord['limits']]?: KeyRecord['limits'][Limit] | null };
  /** Milliseconds since 1970; null for never. */
  expiresAt?: number | null;
}

/** Changes a key from its next request on; running work that it may no longer do ends. */
export function updateKey(store: KeyStore, id: string, change: KeyChange): Promise<KeyRecord> {
  const { name, scopes, limits = {}, expiresAt } = change;
  return store.change(id, (record) => ({
    ...record,
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: [...scopes] }),
    ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : iso(expiresAt) }),
    limits: Object.fromEntries(
      Object.entries({ ...record.limits, ...limits }).filter(([, limit]) => limit !== null && limit !== undefined),
    ),
  }));
}

/** Disables or enables a key. */
export function setKeyDisabled(store: KeyStore, id: string, state: { disabled: boolean }): Promise<KeyRecord> {
  return store.change(id, (record) => ({ ...record, ...state }));
}

/** The latest secret, valid until a time but no longer than before. */
function lastOf(secrets: readonly SecretRecord[], until: number): SecretRecord[] {
  return secrets.slice(-1).map((secret) => {
    const end = secret.expires_at === null ? until : Math.min(until, Date.parse(secret.expires_at));
    return { ...secret, expires_at: iso(end) };
  });
}

function newSecret(now: number): { secret: string; record: SecretRecord } {
  const { secret, prefix } = createKeySecret();
  const sha256 = digestOf(secret).toString('hex');
  return { secret, record: { prefix, sha256, created_at: iso(now), expires_at: null } };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
