import { z } from 'zod';
import type { ApiKey } from './api-key.js';

/** A failed operation of a key store. Its message contains ids only. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError';
  readonly code: 'unknown_key' | 'key_exists' | 'unusable' | 'away';

  constructor(code: KeyStoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Stores keys. Every change is atomic, across processes too: of simultaneous changes, each sees the effect of those before it. Throws a
 * `KeyStoreError`: `unusable` if the store cannot be read or written, `away` if it cannot be reached now.
 */
export interface KeyStore {
  /** All keys; undefined if there is not even an empty list: none was created yet, or the store was lost. */
  list(): Promise<readonly KeyRecord[] | undefined>;
  /** Adds a key. Throws `key_exists` if its id is taken. */
  add(record: KeyRecord): Promise<void>;
  /** Replaces a key by the result of `change`, and returns it. Throws `unknown_key`. */
  change(id: string, change: (record: KeyRecord) => KeyRecord): Promise<KeyRecord>;
  /** Removes a key. Throws `unknown_key`. */
  remove(id: string): Promise<void>;
  /** Calls back soon after each change by any process. Returns a function that stops watching. */
  onChange(listener: () => void): () => void;
}

/** The error for an id that no key has. */
export function unknownKeyError(id: string): KeyStoreError {
  return new KeyStoreError('unknown_key', `There is no key "${id}"`);
}

/** A secret as stored. Times are ISO 8601 in UTC. */
export interface SecretRecord {
  /** The part of the secret by which it is found. */
  prefix: string;
  sha256: string;
  created_at: string;
  /** When it becomes invalid; null for never. */
  expires_at: string | null;
}

/** A key as stored, without a secret. */
export interface KeyRecord {
  id: string;
  /** For people. */
  name: string;
  scopes: string[];
  /** Limits that differ from the defaults. */
  limits: { rate?: { requests: number; seconds: number }; concurrency?: number; per_day?: number; per_month?: number };
  disabled: boolean;
  created_at: string;
  expires_at: string | null;
  /** The newest last. */
  secrets: SecretRecord[];
}

const time = z.iso.datetime();
const count = z.int().min(1);

/** Schema of a record. Unknown properties are errors, so that a misspelt limit is not ignored. */
export const keyRecordSchema: z.ZodType<KeyRecord> = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,64}$/),
  name: z.string().min(1).max(200),
  scopes: z.array(z.string()),
  limits: z.strictObject({
    rate: z.strictObject({ requests: count, seconds: count }).exactOptional(),
    concurrency: count.exactOptional(),
    per_day: count.exactOptional(),
    per_month: count.exactOptional(),
  }),
  disabled: z.boolean(),
  created_at: time,
  expires_at: time.nullable(),
  secrets: z.array(
    z.strictObject({
      prefix: z.string().regex(/^[0-9a-f]{10}$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      created_at: time,
      expires_at: time.nullable(),
    }),
  ),
});

/** A key in the form that requests are checked against. */
export function apiKeyFromRecord(record: KeyRecord): ApiKey {
  const { id, name, scopes, disabled, expires_at, secrets } = record;
  const { per_day: perDay, per_month: perMonth, ...limits } = record.limits;
  return {
    id,
    name,
    scopes,
    disabled,
    limits: { ...limits, ...(perDay !== undefined && { perDay }), ...(perMonth !== undefined && { perMonth }) },
    expiresAt: timeOf(expires_at),
    secrets: secrets.map(({ prefix, sha256, expires_at }) => {
      return { prefix, digest: Buffer.from(sha256, 'hex'), credential: prefix, expiresAt: timeOf(expires_at) };
    }),
  };
}

function timeOf(text: string | null): number | undefined {
  return text === null ? undefined : Date.parse(text);
}
