import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { ApiError } from '../../errors/api-error.js';
import type { KeyLimits } from '../policy.js';

/** A key as its bearer has it: `svc_`, the prefix that it is looked up by, then 256 random bits. */
const form = /^svc_([0-9a-f]{10})_[\w-]{43}$/;

/** Makes a secret. It is shown to its bearer once and kept nowhere. */
export function makeSecret(): { secret: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { secret: `svc_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}

/** What a secret is looked up by; undefined for one that was not made here. */
export function prefixOf(secret: string): string | undefined {
  return form.exec(secret)?.[1];
}

/** What is kept of a secret: its SHA-256. A slow hash is for passwords; nobody can try 2^256 secrets. */
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

/** What a key may be allowed to do, each with what it means. */
export const scopes = {
  search: 'search on every engine',
  lookup: 'look up places, countries and languages',
  parse: 'have pages parsed without fetching',
  extract: 'have pages read that a search has found, where the service does so',
  admin: 'list and cancel the batches of every key, and see what each key has used',
} as const;

/** Something that a key may do. */
export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];

/** What a key may do where nothing is said: all that concerns nobody else. */
export const usualScopes: readonly Scope[] = scopeNames.filter((scope) => scope !== 'admin');

/** Throws an `ApiError` where a key has not got a scope. */
export function requireScope({ scopes: given }: { scopes: readonly string[] }, scope: Scope): void {
  if (given.includes(scope)) return;
  throw new ApiError('insufficient_scope', `The key does not have the scope "${scope}", which this needs.`);
}

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
