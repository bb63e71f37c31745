import type { KeyLimits } from '../policy.js';
import { type Scope, usualScopes } from './scopes.js';
import { digestOf, slowNameOf } from './secret.js';

/** What is known of a secret that a key may be presented with. */
export interface KeySecret {
  /** What it is looked up by; undefined for one of the environment, which may be any text. */
  readonly prefix: string | undefined;
  /** Its SHA-256. */
  readonly digest: Buffer;
  /** Names the secret where work is kept that was asked for with it; says nothing of the secret itself. */
  readonly credential: string;
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

/** Work that is done in the name of a key. */
export interface KeyUse {
  /** Id of the key. */
  readonly id: string;
  /** `KeySecret.credential` of the secret that it was asked for with. */
  readonly credential: string;
  /** What the key must be allowed to do. @default nothing */
  readonly scope?: Scope | undefined;
}

/** A key and the secret that it was presented with. */
export interface PresentedKey extends ApiKey {
  /** `KeySecret.credential` of that secret. */
  readonly credential: string;
}

/**
 * The key of one entry: `id:sha256`, where the SHA-256 of the key is 64 hexadecimal digits, or the plain key, whose id
 * is then made of it by a slow hash: it stays the same over restarts, and a log that holds it is of no use for guessing.
 * Undefined for an entry that is neither. The key has every scope but `admin`, and the usual limits.
 */
export function parseApiKey(entry: string, state: { disabled: boolean }): ApiKey | undefined {
  const hashed = /^([\w.-]{1,64}):([0-9a-f]{64})$/i.exec(entry);
  if (hashed) return keyOf(hashed[1]!, Buffer.from(hashed[2]!, 'hex'), state);
  // Only what a header value can carry unchanged can be a key.
  if (!/^[\x21-\x7e]{8,256}$/.test(entry)) return undefined;
  const digest = digestOf(entry);
  return keyOf(`key-${slowNameOf(digest).slice(0, 8)}`, digest, state);
}

function keyOf(id: string, digest: Buffer, state: { disabled: boolean }): ApiKey {
  const secrets = [{ prefix: undefined, digest, credential: slowNameOf(digest).slice(8), expiresAt: undefined }];
  return { id, name: id, scopes: usualScopes, limits: {}, expiresAt: undefined, secrets, ...state };
}
