import type { KeyLimits } from '../policy.js';
import { scopeNames } from './scopes.js';
import { digestOf } from './secret.js';

/** What is known of a secret that a key may be presented with. */
export interface KeySecret {
  /** What it is looked up by; undefined for one of the environment, which may be any text. */
  readonly prefix: string | undefined;
  /** Its SHA-256. */
  readonly digest: Buffer;
  /** When it ends to be valid, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** A key that the service knows. */
export interface ApiKey {
  /** Names the key in logs, limits and circuits. */
  readonly id: string;
  readonly name: string;
  /** What it may do, by the names of `scopes`. */
  readonly scopes: readonly string[];
  readonly limits: KeyLimits;
  /** Whether the key is known but disabled. */
  readonly disabled: boolean;
  /** When it expires, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
  readonly secrets: readonly KeySecret[];
}

/**
 * The key of one entry: `id:sha256`, where the SHA-256 of the key is 64 hexadecimal digits, or the plain key, whose id
 * is then the start of its digest. Undefined for an entry that is neither. It may do everything, within the usual limits.
 */
export function parseApiKey(entry: string, state: { disabled: boolean }): ApiKey | undefined {
  const hashed = /^([\w.-]{1,64}):([0-9a-f]{64})$/i.exec(entry);
  if (hashed) return keyOf(hashed[1]!, Buffer.from(hashed[2]!, 'hex'), state);
  // Only what a header value can carry unchanged can be a key.
  if (!/^[\x21-\x7e]{8,256}$/.test(entry)) return undefined;
  const digest = digestOf(entry);
  return keyOf(digest.toString('hex').slice(0, 8), digest, state);
}

function keyOf(id: string, digest: Buffer, state: { disabled: boolean }): ApiKey {
  const secrets = [{ prefix: undefined, digest, expiresAt: undefined }];
  return { id, name: id, scopes: scopeNames, limits: {}, expiresAt: undefined, secrets, ...state };
}
