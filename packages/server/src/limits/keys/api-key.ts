import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { ApiError } from '../../errors/api-error.js';
import type { KeyLimits } from '../policy.js';

/** A key as its bearer has it: `svc_`, the prefix by which it is found, then 256 random bits. */
const form = /^svc_([0-9a-f]{10})_[\w-]{43}$/;

/** Creates a secret. It is shown to its bearer once and not stored. */
export function createKeySecret(): { secret: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { secret: `svc_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}

/** The prefix by which a secret is found; undefined for one that was not created here. */
export function secretPrefixOf(secret: string): string | undefined {
  return form.exec(secret)?.[1];
}

/** What is stored of a secret: its SHA-256. A slow hash is unnecessary, because 2^256 secrets cannot be tried. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const slowNames = new Map<string, string>();

/**
 * A name for a secret of the environment, which may be short: 24 hexadecimal digits of a scrypt hash of its digest. A guess
 * takes some 20 ms and 8 MiB, where one by SHA-256 takes nothing.
 */
function slowNameOf(digest: Buffer): string {
  const hex = digest.toString('hex');
  const known = slowNames.get(hex);
  if (known !== undefined) return known;
  const name = scryptSync(digest, 'svc key name', 12, { N: 2 ** 13, r: 8, p: 1 }).toString('hex');
  slowNames.set(hex, name);
  return name;
}

/** The scopes of keys, with their meanings. */
export const scopeDescriptions = {
  search: 'search on every engine',
  lookup: 'look up places, countries and languages',
  parse: 'parse pages that the caller sends',
  extract: 'read pages that a search has found, if the service is configured for it',
  admin: 'list and cancel the batches of every key, and show the usage of each key',
} as const;

/** A scope of a key. */
export type Scope = keyof typeof scopeDescriptions;

export const scopeNames = Object.keys(scopeDescriptions) as readonly Scope[];

/** The default scopes of a key: those that do not concern other keys. */
export const defaultScopes: readonly Scope[] = scopeNames.filter((scope) => scope !== 'admin');

/** Throws an `ApiError` if a key lacks a scope. */
export function requireScope({ scopes: given }: { scopes: readonly string[] }, scope: Scope): void {
  if (given.includes(scope)) return;
  throw new ApiError('insufficient_scope', `The key does not have the scope "${scope}", which this needs.`);
}

/** What is known of a secret of a key. */
export interface KeySecret {
  /** The prefix by which it is found; undefined for a key of the environment, which may be any text. */
  readonly prefix: string | undefined;
  /** Its SHA-256. */
  readonly digest: Buffer;
  /** Identifies the secret in stored work that was requested with it; reveals nothing about the secret. */
  readonly credential: string;
  /** When it becomes invalid, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
}

/** A key that the service knows. */
export interface ApiKey {
  /** Names the key in logs, limits and circuits. */
  readonly id: string;
  readonly name: string;
  /** Its scopes, by name. */
  readonly scopes: readonly string[];
  readonly limits: KeyLimits;
  /** Whether the key is known but disabled. */
  readonly disabled: boolean;
  /** When it expires, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
  readonly secrets: readonly KeySecret[];
}

/** Work that is done on behalf of a key. */
export interface KeyUse {
  /** Id of the key. */
  readonly id: string;
  /** `KeySecret.credential` of the secret that requested it. */
  readonly credential: string;
  /** Scope that the key must have. @default none */
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
  return { id, name: id, scopes: defaultScopes, limits: {}, expiresAt: undefined, secrets, ...state };
}
